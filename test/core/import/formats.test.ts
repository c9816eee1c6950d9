// Files as people have them: lists as GitHub shows them, bookmarks, feeds, collections, and tables of spreadsheets.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { mapRows } from '../../../core/import/map-columns.js';
import { categoryReader } from '../../../core/import/match-categories.js';
import { readAddress, repositoryAt } from '../../../core/import/read-address.js';
import { openFile } from '../../../core/import/read-file.js';
import type { SourceRow } from '../../../core/import/rows.js';
import { systemActor } from '../../../core/kernel/actor.js';
import { toEnglish } from '../../../core/kernel/errors.js';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import { read as readInReader } from '../../../core/reader/reader.js';
import { makeTempDir, useConfig } from '../../helpers/environment.js';

const fileOf = (name: string) => readFileSync(join(PACKAGE_ROOT, 'test/data/imports', name));

async function read(content: Buffer | string, name = 'a file'): Promise<{ kind: string; rows: SourceRow[] }> {
  const { kind, rows } = await openFile(Readable.from([Buffer.from(content)]), name);
  const categories = categoryReader(systemActor('cli'), null, { categories: 'strict' });
  const mapped: SourceRow[] = [];
  for await (const row of mapRows(rows, kind, {}, categories)) mapped.push(row);
  return { kind, rows: mapped };
}

const listings = (rows: readonly SourceRow[]) => rows.flatMap(({ input }) => (input ? [input] : []));
const brief = (rows: readonly SourceRow[]) =>
  listings(rows).map(({ name, website_url, tagline }) => [name, website_url, tagline]);
const notesOf = (row: SourceRow | undefined) => row?.notes?.map((note) => toEnglish(note));
const refusal = (content: Buffer | string, name?: string) =>
  read(content, name).then(
    () => 'nothing',
    (error: Error) => error.message,
  );

describe('a list as GitHub shows it', () => {
  useConfig();
  const list = (text: string) => read(text, 'README.md').then(({ rows }) => rows);

  it('has the addresses of its references', async () => {
    const { rows } = await read(fileOf('references.md'), 'references.md');
    expect(brief(rows)).to.deep.equal([
      ['Gyrobee', 'https://gyrobee.example.com', 'Gyroscope over SPI'],
      ['Tempo Probe', 'https://tempo.example.com/probe', 'Temperature and humidity'],
      ['Barowind', 'https://barowind.example.com', 'Air pressure and wind'],
      ['Luxmeter One', 'https://luxmeter.example.com', 'Ambient light'],
    ]);
    expect(listings(rows)[0]?.categories).to.deep.equal(['Sensors']);
  });

  it('shows no pictures, marks, badges or licences in a tagline, with and without their definition', async () => {
    const pictures = await read(fileOf('reference-pictures.md'), 'a.md');
    expect(brief(pictures.rows).map(([, , tagline]) => tagline)).to.deep.equal([
      'A text editor for long evenings.',
      'Notes with ink.',
    ]);
    const legend = await read(fileOf('legend.md'), 'a.md');
    expect(brief(legend.rows).map(([, , tagline]) => tagline)).to.deep.equal([
      'Looks after clusters',
      'Finds books',
      'Watches stars.',
      'Edits code',
    ]);
    const rows = await list(`
- [One](https://one.example) — Does one. ![Free][nowhere] [![b](https://b.example/x.svg)](https://b.example)
- [Two](https://two.example) :snake: **(beta)** – .NET library for \`ls\` 🚀 -
- [Three](https://three.example): Wraps \`git\`
- [Four](https://four.example) - Four. [Source](https://git.example/four), [Demo](https://demo.example)
- [Five](https://five.example) - ![Free][nowhere]`);
    expect(brief(rows).map(([, , tagline]) => tagline)).to.deep.equal([
      'Does one.',
      '(beta) – .NET library for ls',
      'Wraps git',
      'Four.',
      undefined,
    ]);
  });

  it('has rows of tables, in Markdown and in HTML', async () => {
    const html =
      '<table><tr><th>Tool</th><th>Link</th><th>Notes</th></tr><tr><td>Anvil</td><td><a href="https://anvil.example">Website</a></td><td>Falls well</td></tr></table>';
    const rows = await list(`${fileOf('table.md')}\n\n${html}`);
    expect(brief(rows)).to.deep.equal([
      ['Catfinder', 'https://catfinder.example.com', 'Pictures of cats'],
      ['Dogwalk', 'https://dogwalk.example.com/api', 'Walks near you'],
      ['Rainly', 'https://rainly.example.com', 'When it rains'],
      ['Anvil', 'https://anvil.example', 'Falls well'],
    ]);
    expect(listings(rows)[1]?.features).to.deep.equal(['Auth: apiKey', 'HTTPS: Yes']);
  });

  it('has items in HTML, folded, nested, numbered and under underlined headings', async () => {
    const rows = await list(`
Tools
=====

Editors
-------

1. [Quill](https://quill.example) - Writes
   * [Ink](https://ink.example) - Flows
2) <b><a href="https://pen.example">Pen</a></b> <i>Draws</i>

<details><summary>Browsers</summary>

- [ ] [Sail](https://sail.example) - Goes far

</details>

<ul>
<li><a href='https://oar.example'>Oar</a>: Rows
<li><a href='https://mast.example'>Mast</a>: Stands
</ul>`);
    expect(listings(rows).map(({ name, tagline, categories }) => [name, tagline, categories])).to.deep.equal([
      ['Quill', 'Writes', ['Editors']],
      ['Ink', 'Flows', ['Editors']],
      ['Pen', 'Draws', ['Editors']],
      ['Sail', 'Goes far', ['Browsers']],
      ['Oar', 'Rows', ['Editors']],
      ['Mast', 'Stands', ['Editors']],
    ]);
  });

  it('has items whose link is not first, and several of one item', async () => {
    const rows = await list(`
- Acorn ([website](https://acorn.example), [source](https://git.example/acorn)) - Grows
- Beech - Keeps leaves: https://beech.example
- https://cedar.example - Smells good
- 2024: [Elm](https://elm.example) - Stands alone
- [Fir](https://fir.example), [Gorse](https://gorse.example) and [Hazel](https://hazel.example) - Trees
- Databases: [Iris](https://iris.example) / [Juniper](https://juniper.example)`);
    expect(brief(rows)).to.deep.equal([
      ['Acorn', 'https://acorn.example', 'Grows'],
      ['Beech', 'https://beech.example', 'Keeps leaves'],
      ['cedar.example', 'https://cedar.example', 'Smells good'],
      ['Elm', 'https://elm.example', 'Stands alone'],
      ['Fir', 'https://fir.example', 'Trees'],
      ['Gorse', 'https://gorse.example', 'Trees'],
      ['Hazel', 'https://hazel.example', 'Trees'],
      ['Iris', 'https://iris.example', 'Databases'],
      ['Juniper', 'https://juniper.example', 'Databases'],
    ]);
  });

  it('names the lines with links that are no listings, and nothing in code or comments', async () => {
    const rows = await list(`# List [![Awesome](https://awesome.example/badge.svg)](https://awesome.example)
See our [guide](https://guide.example) first.
- [Contents](#contents)
- see also [prose](https://prose.example)
- [Lost][nowhere] - Without an address
- [Real](https://real.example) - Is listed
<!-- - [Hidden](https://hidden.example) -->
\`\`\`
- [Code](https://code.example)
\`\`\``);
    expect(brief(rows).map(([name]) => name)).to.deep.equal(['Real']);
    expect(
      rows.flatMap(({ line, leftOut }) => (leftOut === undefined ? [] : [[line, leftOut]])),
    ).to.deep.equal([
      [2, 'See our guide first.'],
      [4, 'see also prose'],
      [5, 'Lost - Without an address'],
    ]);
  });
});

describe('a collection of addresses', () => {
  useConfig();

  it('can be the bookmarks of a browser, whose folders are categories', async () => {
    const { kind, rows } = await read(fileOf('bookmarks.html'));
    expect(kind).to.equal('bookmarks');
    expect(listings(rows)).to.deep.equal([
      {
        name: 'Moon Colors',
        website_url: 'https://mooncolors.example.com/',
        categories: ['Design tools'],
        tagline: 'Palettes by moonlight',
      },
      { name: 'Gridline', website_url: 'https://gridline.example.com/', categories: ['Design tools'] },
    ]);
  });

  it('can be OPML or YAML, or JSON by category', async () => {
    const opml = await read(fileOf('feeds.opml'));
    expect(listings(opml.rows)).to.deep.equal([
      { name: 'Windmill News', website_url: 'https://windmill.example.com/', categories: ['Tools'] },
    ]);
    const yaml = await read(fileOf('tools.yml'));
    expect([yaml.kind, brief(yaml.rows)]).to.deep.equal([
      'yaml',
      [
        ['Cloudberry', 'https://cloudberry.example.com', 'Berries in the cloud'],
        ['Mistletoe', 'https://mistletoe.example.com', 'Toes in the mist (fork of Toe)'],
      ],
    ]);
    const landscape = {
      landscape: [{ category: 'Data', items: [{ name: 'Elk', homepage_url: 'https://elk.example' }] }],
    };
    const grouped = {
      Design: [{ title: 'Fox', link: 'https://fox.example' }],
      Birds: { Hen: { url: 'hen.example' } },
    };
    for (const [document, expected] of [
      [landscape, [['Elk', 'Data']]],
      [
        grouped,
        [
          ['Fox', 'design'],
          ['Hen', 'Birds'],
        ],
      ],
    ] as const) {
      const { rows } = await read(JSON.stringify(document));
      expect(listings(rows).map(({ name, categories }) => [name, ...(categories as string[])])).to.deep.equal(
        expected,
      );
    }
  });

  it('is named when it is something else, and never succeeds without a listing', async () => {
    expect(await refusal(Buffer.from(zipSync({ 'a.txt': strToU8('a') })))).to.match(
      /^This is a ZIP archive\./,
    );
    expect(await refusal('%PDF-1.7\n')).to.match(/^This is a PDF\./);
    expect(await refusal('<!doctype html><title>a</title>')).to.match(/^This is a web page\./);
    expect(await refusal('<?xml version="1.0"?><rss version="2.0">')).to.match(/^This is a feed\./);
    expect(await refusal(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).to.match(
      /^This is a picture\./,
    );
    expect(await refusal('name,website_url,tagline\n', 'a.csv')).to.match(
      /No listing was found: .* as CSV\.$/,
    );
    expect(await refusal('# Title\n\nSee [it](https://it.example).\n')).to.match(
      /1 line has a link but is not a listing/,
    );
    expect(await refusal('a: [', 'a.yml')).to.match(/not valid YAML/);
  });
});

describe('a repository', () => {
  useConfig();
  /** The list in a packed repository with these files. */
  const packed = async (files: Readonly<Record<string, string>>, folder = '') => {
    const root = makeTempDir();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(root, 'list-HEAD', dirname(name)), { recursive: true });
      writeFileSync(join(root, 'list-HEAD', name), text);
    }
    const bytes = execFileSync('tar', ['--format=pax', '-C', root, '-czf', '-', 'list-HEAD']);
    return readInReader('archive', { bytes, folder });
  };
  const LIST = '# Tools\n- [One](https://one.example.com) - First tool\n';

  it('is found by its address, also a branch and a folder of it', () => {
    const where = (address: string) => {
      const found = repositoryAt(readAddress(address));
      return found && [found.archive.href, found.folder];
    };
    const github = 'https://codeload.github.com/Ada/list/tar.gz';
    expect(where('github.com/Ada/list')).to.deep.equal([`${github}/HEAD`, '']);
    expect(where('https://github.com/Ada/list.git/')).to.deep.equal([`${github}/HEAD`, '']);
    expect(where('https://github.com/Ada/list/tree/main/a%20b/c')).to.deep.equal([`${github}/main`, 'a b/c']);
    expect(where('https://github.com/Ada/list/tree/main/100%/%ff')).to.deep.equal([
      `${github}/main`,
      '100%/\ufffd',
    ]);
    expect(where('https://gitlab.com/group/sub/list/-/tree/dev')).to.deep.equal([
      'https://gitlab.com/group/sub/list/-/archive/dev/archive.tar.gz',
      '',
    ]);
    expect(where('https://codeberg.org/ada/list')).to.deep.equal([
      'https://codeberg.org/api/v1/repos/ada/list/archive/HEAD.tar.gz',
      '',
    ]);
    expect(where('https://github.com/Ada/list/issues')).to.equal(null);
    expect(readAddress('https://github.com/Ada/list/blob/main/x.md').href).to.equal(
      'https://raw.githubusercontent.com/Ada/list/main/x.md',
    );
  });

  it('gives its README whatever the case, that of a folder, or its documents, and says what is not read', async () => {
    expect(await packed({ 'readme.md': LIST, 'notes/a.md': '' })).to.deep.equal({
      name: 'README.md',
      text: LIST,
    });
    const long = `${'deep/'.repeat(30)}lists`;
    expect(await packed({ 'README.md': 'Else', [`${long}/ReadMe.markdown`]: LIST }, long)).to.deep.equal({
      name: 'README.md',
      text: LIST,
    });
    const data = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        `software/tool-${n}.yml`,
        `---\nname: Tool ${n}\nwebsite_url: https://tool-${n}.example.com\ndescription: Does ${n}\n`,
      ]),
    );
    const found = await packed({ ...data, 'README.md': LIST, 'tags/a.yml': 'name: A tag\n' });
    const { kind, rows } = await read('text' in found ? found.text : '', 'name' in found ? found.name : '');
    expect([kind, rows.length, rows[0]?.input?.name]).to.deep.equal(['yaml', 20, 'Tool 0']);
    const failure = async (files: Readonly<Record<string, string>>) => {
      const said = await packed(files);
      return 'failure' in said && toEnglish(said.failure);
    };
    expect(await failure({ 'README.rst': 'A list' })).to.contain('This is reStructuredText.');
    expect(await failure({ 'src/a.c': '' })).to.contain('no README in Markdown');
    const broken = await readInReader('archive', { bytes: Buffer.from('no archive'), folder: '' });
    expect(broken).to.have.property('failure');
  });
});

describe('a table of a spreadsheet', () => {
  useConfig();

  it('may lack its last cells; only more cells are a fault', async () => {
    const { rows } = await read(fileOf('ragged.csv'), 'ragged.csv');
    expect(listings(rows)).to.have.length(3);
    const more = await read('name,website_url\nOne,one.example,1,2\n', 'a.csv');
    expect(more.rows[0]?.problem?.error).to.include('4 cells');
  });

  it('has lists that are separated by commas, semicolons, lines or bars', async () => {
    const { rows } = await read(fileOf('airtable.csv'), 'airtable.csv');
    expect(listings(rows).map(({ categories }) => categories)).to.deep.equal([
      ['ai', 'productivity'],
      ['productivity', 'design'],
    ]);
    const typed = await read(
      'name,website_url,features,categories\nA,a.example,"One\nTwo","Sales | AI"\nB,b.example,"Fast, small and, above all, friendly to people who have never seen one",Sales\n',
      'a.csv',
    );
    expect(listings(typed.rows).map(({ features, categories }) => [features, categories])).to.deep.equal([
      [
        ['One', 'Two'],
        ['sales', 'ai'],
      ],
      [['Fast, small and, above all, friendly to people who have never seen one'], ['sales']],
    ]);
  });

  it('is read in the encoding in which it was saved', async () => {
    for (const name of ['ansi.csv', 'utf16.csv']) {
      const { rows } = await read(fileOf(name), name);
      expect(listings(rows)[0]).to.include({ name: 'Café Étoilé', tagline: 'Où l’on note' });
    }
    const text = 'name,website_url,tagline\nCafé,cafe.example,Über\n';
    const utf16be = Buffer.from(text, 'utf16le').swap16();
    for (const content of [
      text,
      `\ufeff${text}`,
      Buffer.from(text, 'utf16le'),
      utf16be,
      Buffer.from(text, 'latin1'),
    ])
      expect(brief((await read(content, 'a.csv')).rows)).to.deep.equal([['Café', 'cafe.example', 'Über']]);
    expect(await refusal(Buffer.from('name,website_url\n\x83\x81\x83\x8b,a.example\n', 'latin1'))).to.match(
      /neither UTF-8, UTF-16 nor Windows-1252/,
    );
  });

  it('is the first sheet of a workbook, up to a size unpacked', async () => {
    const { kind, rows } = await read(
      workbook([
        ['Name', 'URL', 'Summary'],
        ['Papertrail', 'https://paper.example', 'Trails'],
      ]),
    );
    expect([kind, brief(rows)]).to.deep.equal(['xlsx', [['Papertrail', 'https://paper.example', 'Trails']]]);
    const bomb = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(9) }));
    // In its directory, the size of the file unpacked.
    bomb.writeUInt32LE(51 * 1024 * 1024, bomb.indexOf('PK\x01\x02') + 24);
    expect(await refusal(bomb)).to.include('50 MB');
  });

  it('is repaired where it can be, and says so', async () => {
    const { rows } = await read(
      `Company,Homepage,Summary,Pricing\n"Two\nLines",Two (https://two.example/a),"${'word '.repeat(60)}",Free\n`,
      'a.csv',
    );
    const [row] = listings(rows);
    expect(row).to.include({
      name: 'Two Lines',
      website_url: 'https://two.example/a',
      pricing_model: 'free',
    });
    expect(row?.tagline)
      .to.match(/^word.*word…$/)
      .and.have.length.below(161);
    expect(notesOf(rows[0])).to.deep.equal([
      'The lines of name were joined.',
      'tagline was cut to 160 characters.',
    ]);
    const named = await read(
      'Name,Categories\nNotes (https://notes.example),"AI (https://n.example/ai), Sales"\n',
      'a.csv',
    );
    expect(listings(named.rows)[0]).to.deep.include({
      name: 'Notes',
      website_url: 'https://notes.example',
      categories: ['ai', 'sales'],
    });
    const column = await read('Thing,Landing\nBoard,https://board.example\n', 'a.csv');
    expect(listings(column.rows)[0]).to.include({ website_url: 'https://board.example' });
  });
});

/** A minimal workbook with texts in its cells. */
function workbook(table: string[][]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cells = table.map((row, at) => {
    const texts = row.map(
      (text, n) => `<c r="${'ABC'[n]}${at + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
    );
    return `<row r="${at + 1}">${texts.join('')}</row>`;
  });
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}
