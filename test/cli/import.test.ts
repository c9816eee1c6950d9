import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { config } from '../../core/kernel/config.js';
import { adminOf } from '../helpers/admin.js';
import { useDatabase } from '../helpers/database.js';

const _REAL_LISTINGS = '../shared/real-listings/listings.ndjson';

const row = (fields: object) => JSON.stringify({ tagline: 'Does one thing well', ...fields });

describe('directory-admin listings import', () => {
  const database = useDatabase();
  const admin = adminOf(database);
  const save = async (name: string, content: string) => {
    const path = join(config.dataDir, name);
    await writeFile(path, content);
    return path;
  };
  const countListings = async () => Number((await database.knex('listings').count())[0]?.count);

  before(async () => {
    const made = await admin('users create ada@example.com --name Ada --password-file -', 'long-enough-1\n');
    expect(made.code, made.stderr).to.equal(0);
  });
  afterEach(() => database.knex('listings').delete());

  it('creates new listings, and changes nothing the second time', async () => {
    const rows = [1, 2, 3].map((n) => row({ name: `Tool ${n}`, website_url: `tool${n}.example.com` }));
    const file = await save('tools.ndjson', `${rows.join('\n')}\n`);
    const first = await admin(`listings import ${file} --owner ada@example.com --json`);
    expect(first.code, first.stderr).to.equal(0);
    expect(first.json()).to.include({ created: 3, changed: 0, refused: 0, owner: 'ada@example.com' });
    const second = await admin(`listings import ${file} --owner ada@example.com --json`);
    expect(second.code).to.equal(0);
    expect(second.json()).to.include({ created: 0, changed: 0, unchanged: 3, refused: 0 });
    expect(await countListings()).to.equal(3);
  });

  it('makes facts of columns, of the type that their values have or that is given', async () => {
    const lines = [
      'Ada,https://ada.example.com,One,3,Graz; Linz,7',
      'Bob,https://bob.example.com,Two,2.5,Wien; Graz,8',
    ];
    const file = await save('fitters.csv', ['Name,Website,Tagline,Score,Towns,Room', ...lines].join('\n'));
    const facts = '--fact Score=score Towns=towns Room=room:text';
    const plan = await admin(`import ${file} --dry-run ${facts}`);
    expect(plan.stderr + plan.stdout).to.include('The import adds the facts score, towns, room.');
    expect(await countListings()).to.equal(0);
    expect((await admin(`import ${file} ${facts}`)).code).to.equal(0);
    const { facts: found } = await database.knex('listings').where({ slug: 'ada' }).first();
    expect(found).to.deep.equal({ score: 3, towns: ['Graz', 'Linz'], room: '7' });
    expect((await admin(`import - ${facts}`, 'x')).stderr).to.include('COLUMN=KEY:TYPE');
    expect((await admin(`import ${file} --fact Room=room:cellar`)).code).to.equal(2);
    await database.knex('site').delete();
  });

  it('records the operator and the command line in the audit log, and the owner on the listing', async () => {
    await admin('users create root@example.com --name Root --role admin --password-file -', 'long-enough-1');
    const input = row({ name: 'Audited', website_url: 'audited.example.com' });
    await admin('listings import - --owner ada@example.com --as root@example.com', input);
    const [listing] = await database
      .knex('listings')
      .join('users', 'users.id', 'owner_id')
      .select('users.email', 'listings.id');
    expect(listing.email).to.equal('ada@example.com');
    const [entry] = await database.knex('audit_entries').where({ subject_id: listing.id });
    expect(entry).to.include({ door: 'cli', action: 'listing.create', actor_email: 'root@example.com' });
  });

  it('reports each refused row in one line with its number, field and code, and imports the others', async () => {
    const file = await save(
      'mixed.ndjson',
      [
        row({ name: 'Fine', website_url: 'fine.example.com' }),
        '{"name": "Broken',
        row({ name: '', website_url: 'long.example.com' }),
        row({ name: 'Nowhere', website_url: 'http://127.0.0.1/' }),
        '[]',
      ].join('\n'),
    );
    const run = await admin(`listings import ${file}`);
    expect(run.code).to.equal(4);
    const lines = run.stdout.trimEnd().split('\n');
    expect(lines).to.have.length(5);
    expect(lines[0]).to.match(/^line 2: -: invalid_json: /);
    expect(lines[1]).to.match(/^line 3: name: validation_error: /);
    expect(lines[2]).to.match(/^line 4: website_url: validation_error: /);
    expect(lines[3]).to.match(/^line 5: -: invalid_json: /);
    expect(lines[4]).to.equal('1 created, 4 refused.');
    expect(await countListings()).to.equal(1);
  });

  it('exits with 1 when every row is refused', async () => {
    const run = await admin('listings import -', '{"name": "No address"}');
    expect(run.code).to.equal(1);
  });

  it('refuses a second row of the same site with other values, so that a repeat changes nothing', async () => {
    const rows = [
      row({ name: 'Twice', website_url: 'https://twice.example.com' }),
      row({ name: 'Twice', website_url: 'https://twice.example.com' }),
      row({ name: 'Twice, again', website_url: 'http://www.twice.example.com/?utm_source=x' }),
    ].join('\n');
    const dry = (await admin('listings import - --json --dry-run', rows)).json();
    expect(dry).to.include({ created: 1, changed: 0, unchanged: 1, refused: 1 });
    const first = (await admin('listings import - --json', rows)).json<{ errors: object[] }>();
    expect(first).to.include({ created: 1, changed: 0, unchanged: 1, refused: 1 });
    expect(first.errors[0]).to.include({ line: 3, field: 'website_url' });
    expect((await admin('listings import - --json', rows)).json()).to.include({ created: 0, changed: 0 });
  });

  it('changes nothing with --dry-run and reports what it would do', async () => {
    await admin('listings import -', row({ name: 'There', website_url: 'there.example.com' }));
    const rows = [
      row({ name: 'There', website_url: 'there.example.com', description: 'Now described' }),
      row({ name: 'New', website_url: 'new.example.com' }),
    ].join('\n');
    const before = await database.knex('audit_entries').count();
    const run = await admin('listings import - --dry-run', rows);
    expect(run.code).to.equal(0);
    expect(run.stdout).to.match(/Dry run, nothing was changed.*1 created, 1 changed\./);
    expect(await countListings()).to.equal(1);
    expect(await database.knex('audit_entries').count()).to.deep.equal(before);
  });

  it('"leaves another account\'s listing unchanged, and names it"', async () => {
    await admin('listings import -', row({ name: 'Nobody’s', website_url: 'nobody.example.com' }));
    const other = row({ name: 'Taken over', website_url: 'nobody.example.com' });
    const run = await admin('listings import - --owner ada@example.com --json', other);
    expect(run.code).to.equal(0);
    expect(run.json()).to.include({ created: 0, changed: 0, kept: 1 });
    const remark = 'left to its owner: nobodys belongs to another account';
    expect(run.json().remarks).to.deep.equal([{ line: 1, outcome: 'kept', slug: 'nobodys', remark }]);
    const told = await admin('listings import - --owner ada@example.com', `\n${other}`);
    expect(told.stdout).to.match(new RegExp(`^line 2: ${remark}\n.*1 left to their owners`));
    expect(await database.knex('listings').pluck('name')).to.deep.equal(['Nobody’s']);
  });

  it('reads CSV: quoted cells of several lines, lists, formulas escaped by spreadsheets, empty cells', async () => {
    const csv =
      '\ufeffname,website_url,tagline,description,categories,features,pricing_model\r\n' +
      `"Comma, Inc",comma.example.com,'+1 for commas,"one\r\n""two""",ai;saas,"[""a;b"",""c""]",\r\n` +
      'Long,long.example.com,a,b,ai,c,free,more\r\n' +
      'Wrong,wrong.example.com,Tagline,,nonsense,,\r\n';
    const run = await admin('listings import - --json', csv);
    const report = run.json<{ errors: object[] }>();
    expect(run.code).to.equal(4);
    expect(report).to.include({ created: 1, refused: 2 });
    expect(report.errors[0]).to.include({ line: 4, code: 'invalid_csv' });
    expect(report.errors[1]).to.include({ line: 5, field: 'categories' });
    const [listing] = await database.knex('listings');
    expect(listing).to.include({
      name: 'Comma, Inc',
      tagline: '+1 for commas',
      description: 'one\n"two"',
      pricing_model: null,
    });
    expect(listing.categories).to.deep.equal(['ai', 'saas']);
    expect(listing.features).to.deep.equal(['a;b', 'c']);
  });

  it('reads a JSON array, and names what is no collection', async () => {
    const array = await admin(
      'listings import - --json',
      `\n[${row({ name: 'One', website_url: 'one.example.com' })}, 7]`,
    );
    expect(array.code).to.equal(4);
    expect(array.json()).to.deep.include({ created: 1, refused: 1 });
    expect(array.json<{ errors: object[] }>().errors[0]).to.include({ line: 2, code: 'invalid_json' });
    for (const [start, hint] of [
      [Buffer.from('PK\u0003\u0004sheet'), 'This is a ZIP archive.'],
      [Buffer.from('\ufeffname,website_url\n', 'utf16le'), 'No listing was found'],
      [Buffer.from('[{"name": '), 'looks like JSON but is not valid'],
    ] as const) {
      await writeFile(join(config.dataDir, 'odd'), start);
      const run = await admin(`listings import ${join(config.dataDir, 'odd')}`);
      expect(run.code, hint).to.equal(1);
      expect(run.stderr).to.include(hint);
    }
    expect(await countListings()).to.equal(1);
  });

  it('names each field without effect once, with the nearest known one', async () => {
    const rows = [1, 2].map((n) => row({ name: `N${n}`, website_url: `n${n}.example.com`, tag_line: 'x' }));
    const run = await admin('listings import -', rows.join('\n'));
    expect(run.code).to.equal(0);
    expect(run.stderr).to.match(/"tag_line" is not known.*"tagline"\? \(in 2 rows\)/);
  });

  it('exits with 2 for a missing file and with 1 for an unknown owner', async () => {
    expect((await admin('listings import nowhere.ndjson')).code).to.equal(2);
    const run = await admin('listings import - --owner nobody@example.com', row({ name: 'x' }));
    expect(run.code).to.equal(1);
    expect(run.stderr).to.include('nobody@example.com');
  });
});
