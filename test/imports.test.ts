// Imports from files and addresses, interrupted and undone, and the copy of another directory.
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { openImport } from '../core/import/import-rows.js';
import { beginImport, findRun, undoImport } from '../core/import/records.js';
import { ImportInterrupted } from '../core/import/rows.js';
import { undoRows } from '../core/import/undo.js';
import { systemActor } from '../core/kernel/actor.js';
import { config } from '../core/kernel/config.js';
import { AdminListingPatch } from '../core/listings/schema.js';
import { updateListing } from '../core/listings/submit.js';
import { adminEnvironment, adminOf, spawnAdmin } from './helpers/admin.js';
import { useDatabase } from './helpers/database.js';
import { endPrograms } from './helpers/process.js';
import { useServer } from './helpers/server.js';
import {
  changeDirectory,
  importedRow,
  leftovers,
  openSecond,
  publicListings,
  runAndKill,
  swapSites,
  writeRows,
} from './lab/imports/kills.js';

const PRIVATE = { SCREENSHOT_ALLOW_PRIVATE: 'true' };
const cli = systemActor('cli');

describe('directory-admin import', () => {
  const database = useDatabase(PRIVATE);
  const admin = adminOf(database, PRIVATE);
  let http: Server;
  let origin: string;
  const pages = new Map<string, string>();

  before(async () => {
    http = createServer(({ url = '' }, response) => {
      const page = pages.get(url);
      const failure = page === undefined ? 404 : /^{"code"/.test(page) ? 400 : null;
      response.writeHead(failure ?? 200).end(page);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(http.address() as AddressInfo).port}`;
  });
  after(() => http.close());
  afterEach(async () => {
    await database.knex('listings').delete();
    await database.knex('imports').delete();
    await database.knex('site').delete();
    await endPrograms();
  });

  const countListings = async () => Number((await database.knex('listings').count())[0]?.count);
  const lastImport = async () =>
    (await admin('imports list --json')).json<{ imports: { id: string }[] }>().imports[0];

  it('stores no row any more once it is being undone, which would miss it', async () => {
    const run = await beginImport(cli, { source: 'late.csv' });
    const target = openImport(cli, { importId: run.id });
    await target.importRows([{ line: 1, input: importedRow(1, { categories: ['ai'] }) }]);
    await undoImport(cli, run.id, { byWorker: false });
    const late = await target
      .importRows([{ line: 2, input: importedRow(2, { categories: ['ai'] }) }])
      .catch((error: Error) => error);
    expect(late).to.be.instanceOf(ImportInterrupted);
    for await (const _ of undoRows(cli, await findRun(run.id)));
    expect(await countListings()).to.equal(0);
  });

  it('killed in the middle, continued and undone, leaves nothing twice and nothing behind', async function () {
    this.timeout(120_000);
    const before = await leftovers(database.knex);
    const file = await writeRows(config.dataDir, 120);
    const environment = adminEnvironment(database);
    const command = `import ${file} --categories only`;
    // It does not end before it is killed: one of its rows has to wait.
    await database.knex.raw(`create function wait() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(7); return new; end $$;
      create trigger wait before insert on listings for each row when (new.name = 'Tool 110') execute function wait()`);
    const trx = await database.knex.transaction();
    await trx.raw('select pg_advisory_xact_lock(7)');
    const killed = await runAndKill(command.split(' '), environment, countListings);
    expect(killed.code, killed.output).to.equal('SIGKILL');
    await trx.rollback();
    await database.knex.raw('drop function wait cascade');
    const continued = await admin(command);
    expect(continued.code, continued.stderr).to.equal(0);
    expect(await countListings()).to.equal(120);
    const run = await lastImport();
    expect(run).to.deep.include({ state: 'done', counts: { created: 120 }, position: 120 });
    expect(
      (await admin('categories list --json')).json<{ categories: object[] }>().categories,
    ).to.have.length(7);
    const undo = `imports undo ${run?.id} --yes`;
    // As of a process that dies: nobody asks for the rest.
    await undoImport(cli, run?.id ?? '', { byWorker: false });
    await undoRows(cli, await findRun(run?.id ?? '')).next();
    expect(await countListings()).to.be.within(1, 119);
    const undone = await admin(undo);
    expect(undone.code, undone.stderr).to.equal(0);
    expect(await leftovers(database.knex)).to.deep.equal(before);
  });

  it('leaves a directory that sends the same page again and again', async () => {
    const changes = [{ id: 'one', removed: true }];
    const feed = '/api/v1/listings/changes?limit=';
    for (const query of ['1', '200', '200&since=5'])
      pages.set(`${feed}${query}`, JSON.stringify({ changes, next_since: '5', has_more: true }));
    const { code, stderr } = await admin(`import ${origin}`);
    expect(code).to.not.equal(0);
    expect(stderr).to.include(new URL(origin).host);
  });

  it('copies the first of two listings whose addresses are one here', async () => {
    const change = (id: string, name: string, website_url: string) => ({
      id,
      listing: importedRow(1, { name, website_url, categories: ['ai'] }),
    });
    const changes = [
      change('one', 'First', 'https://twice.example.com'),
      change('two', 'Second', 'https://www.twice.example.com/'),
    ];
    for (const query of ['1', '200'])
      pages.set(
        `/api/v1/listings/changes?limit=${query}`,
        JSON.stringify({ changes, next_since: '5', has_more: false }),
      );
    expect((await admin(`import ${origin}`)).code).to.equal(0);
    expect(await database.knex('listings').pluck('name')).to.deep.equal(['First']);
    expect(await lastImport()).to.deep.include({ counts: { created: 1, kept: 1 } });
  });

  it('of a directory that has lost its place changes nothing, and says how to copy it anew', async () => {
    const feed = '/api/v1/listings/changes?limit=';
    const changes = [{ id: 'one', listing: importedRow(1, { categories: ['ai'] }) }];
    for (const query of ['1', '200'])
      pages.set(`${feed}${query}`, JSON.stringify({ changes, next_since: '5', has_more: false }));
    pages.set(`${feed}200&since=5`, JSON.stringify({ code: 'validation_error', field: 'since' }));
    expect((await admin(`import ${origin}`)).code).to.equal(0);
    for (let times = 0; times < 2; times += 1) {
      const { code, stderr } = await admin(`import ${origin}`);
      expect(code).to.equal(1);
      expect(stderr).to.include('Undo the import, then import it again');
      expect(await countListings()).to.equal(1);
    }
    const undone = await admin(`imports undo ${(await lastImport())?.id} --yes`);
    expect(undone.stdout, undone.stderr).to.include('1 row undone');
    expect((await admin(`import ${origin} --json`)).json()).to.include({ created: 1 });
  });

  it('undone, keeps what was changed since, and restores what it had changed', async () => {
    const import_ = async (rows: object[]) =>
      admin('import -', rows.map((row) => JSON.stringify(row)).join('\n'));
    const row = (n: number, fields: object = {}) => importedRow(n, { categories: ['ai'], ...fields });
    await import_([row(1, { tagline: 'As it was' })]);
    await import_([row(1, { tagline: 'Imported', featured: true }), row(2), row(3)]);
    await updateListing(cli, 'tool-3', { tagline: 'Edited by hand' }, null, AdminListingPatch);
    const undone = await admin(`imports undo ${(await lastImport())?.id} --yes`);
    expect(undone.stdout).to.include('2 rows undone, 1 left');
    const left = await database.knex('listings').orderBy('slug').select('slug', 'tagline', 'featured');
    expect(left).to.deep.equal([
      { slug: 'tool-1', tagline: 'As it was', featured: false },
      { slug: 'tool-3', tagline: 'Edited by hand', featured: false },
    ]);
    expect((await admin(`imports show ${(await lastImport())?.id}`)).stdout).to.match(
      /line 3: -: changed_since/,
    );
  });

  it('reads a Markdown list at an address, under its headings as categories', async () => {
    pages.set(
      '/README.md',
      [
        '# Awesome [![Awesome](https://awesome.re/badge.svg)](https://awesome.re)',
        '<!-- - [Hidden](https://hidden.example.com) -->',
        '- [Contents](#contents)',
        '## Home Automation',
        '- [Lamp](https://lamp.example.com) - Switches *lights*. ([Source](https://src.example.com)) `MIT` `Go`',
        `- **[Long (one)](https://long.example.com/a_(b))** – ${'Words and words. '.repeat(20)}`,
        '```',
        '- [Code](https://code.example.com)',
        '```',
        '### Analytics',
        '* 📈 [Chart](https://chart.example.com)',
        '  that shows what `it` sees',
        '- see also [prose](https://prose.example.com)',
        '## Left out',
        '- [Gone](https://gone.example.com): not wanted',
      ].join('\n'),
    );
    const command = `import ${origin}/README.md --categories add --json`;
    const dry = (await admin(`${command} --dry-run`)).json();
    expect(dry).to.include({ created: 4, dry_run: true });
    expect(await countListings()).to.equal(0);
    const run = await admin(`${command} --category-map "Left out="`);
    expect(run.json(), run.stdout).to.include({ created: 4, refused: 0 });
    const rows = await database.knex('listings').orderBy('slug');
    const told = rows.map(({ name, tagline, categories, features }) => ({
      name,
      tagline,
      categories,
      features,
    }));
    expect(told).to.deep.equal(
      [
        { name: 'Chart', tagline: 'that shows what it sees', categories: ['analytics'], features: null },
        { name: 'Gone', tagline: 'not wanted', categories: null, features: null },
        {
          name: 'Lamp',
          tagline: 'Switches lights.',
          categories: ['home-automation'],
          features: ['Go'],
        },
        { name: 'Long (one)', tagline: 'Words and words.', categories: ['home-automation'], features: null },
      ].map((row) => (row.name === 'Long (one)' ? { ...row, tagline: rows[3].tagline } : row)),
    );
    expect(rows[3].tagline).to.match(/^Words and words\./);
    expect(rows[3].description).to.have.length.greaterThan(160);
    const { categories } = (await admin('categories list --json')).json<{
      categories: { value: string; label?: string }[];
    }>();
    expect(categories.find(({ value }) => value === 'home-automation')?.label).to.equal('Home Automation');
    expect(categories.some(({ value }) => value === 'left-out')).to.equal(false);
  });

  it('reads CSV of other columns, with any separator, and names the categories it lacks', async () => {
    const file = join(config.dataDir, 'tools.csv');
    await writeFile(
      file,
      'Producer^Link^Description^Kind^Internal\nAcme^acme.example.com^Makes anvils^Heavy^7\n',
    );
    const strict = await admin(`import ${file} --column Producer=name --column kind=categories`);
    expect(strict.stdout).to.match(/line 2: categories: validation_error/);
    const options =
      '--column producer=name --column kind=categories --column internal= --category-map Heavy=saas';
    const run = await admin(`import ${file} ${options} --json`);
    expect(run.json(), run.stderr).to.deep.include({ created: 1, warnings: [] });
    const [row] = await database.knex('listings');
    expect(row).to.include({ name: 'Acme', tagline: 'Makes anvils', description: null });
    expect(row.categories).to.deep.equal(['saas']);
  });

  it('reads an MCP Registry page by page, the latest version of each server that is there', async () => {
    const official = (fields: object) => ({ _meta: { 'io.modelcontextprotocol.registry/official': fields } });
    const server = (name: string, fields: object = {}) => ({
      name: `io.github.ada/${name}`,
      description: `Does ${name}`,
      ...fields,
    });
    const repository = { url: 'https://github.com/ada/files.git', subfolder: 'src' };
    pages.set(
      '/v0.1/servers?limit=100&version=latest',
      JSON.stringify({
        servers: [
          {
            server: server('files', {
              repository,
              remotes: [{ type: 'sse', url: 'https://mcp.example.com' }],
            }),
            ...official({ status: 'active', isLatest: true }),
          },
          {
            server: server('old', { websiteUrl: 'https://old.example.com' }),
            ...official({ status: 'deleted' }),
          },
        ],
        metadata: { nextCursor: 'b c', count: 2 },
      }),
    );
    pages.set(
      '/v0.1/servers?limit=100&version=latest&cursor=b+c',
      JSON.stringify({
        servers: [server('flat', { websiteUrl: 'https://flat.example.com', title: 'Flat' })],
        metadata: {},
      }),
    );
    const run = await admin(`import ${origin}/v0.1/servers --category developer-tools --json`);
    expect(run.json(), run.stderr).to.include({ created: 2, refused: 0 });
    const rows = await database
      .knex('listings')
      .orderBy('slug')
      .select('name', 'website_url', 'categories', 'features');
    expect(rows).to.deep.equal([
      {
        name: 'files',
        website_url: 'https://github.com/ada/files/tree/HEAD/src',
        categories: ['developer-tools'],
        features: ['sse: https://mcp.example.com'],
      },
      {
        name: 'Flat',
        website_url: 'https://flat.example.com',
        categories: ['developer-tools'],
        features: null,
      },
    ]);
  });

  it('refuses addresses that lead nowhere, with the reason', async () => {
    const run = await admin(`import ${origin}/nothing.md`);
    expect(run.code).to.equal(1);
    expect(run.stderr).to.include('responded with 404');
    const guarded = await adminOf(database)(`import ${origin}/README.md`);
    expect(guarded.code).to.equal(1);
  });
});

describe('the copy of another directory', () => {
  const source = useServer();
  let copy: Awaited<ReturnType<typeof openSecond>>;
  before(async () => {
    copy = await openSecond();
  });
  after(async () => {
    await endPrograms();
    await copy.drop();
  });

  it('is equal after changes and swapped sites; what is local wins', async function () {
    this.timeout(180_000);
    // In a process of its own: this one answers for the source.
    const mirror = async () =>
      (await spawnAdmin(['import', source.url, '--json'], { env: adminEnvironment(copy, PRIVATE) })).json();
    await changeDirectory(60, 1);
    await mirror();
    const theirs = (listings: object[]) =>
      listings.filter((listing) => !('name' in listing) || listing.name !== 'Tool 1000001');
    const compare = async () =>
      expect(theirs(await publicListings(copy.knex))).to.deep.equal(
        theirs(await publicListings(source.database.knex)),
      );
    await compare();
    await changeDirectory(20, 2);
    await swapSites(1);
    const admin = adminOf(copy, PRIVATE);
    const edited = await admin('listings edit tool-1000001 --tagline "Ours now" --yes');
    expect(edited.code, edited.stderr).to.equal(0);
    await updateListing(cli, 'tool-1000001', { tagline: 'Theirs' }, null, AdminListingPatch);
    const again = await mirror();
    expect(again).to.include({ kept: 1 });
    await compare();
    expect((await copy.knex('listings').where({ slug: 'tool-1000001' }))[0].tagline).to.equal('Ours now');
  });
});
