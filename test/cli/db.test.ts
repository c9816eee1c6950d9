import { expect } from 'chai';
import pg from 'pg';
import { config } from '../../core/kernel/config.js';
import { closeQueue, countJobs, enqueue, openQueue } from '../../core/kernel/queue.js';
import { BREAKER_NAME } from '../../db/breaker.js';
import { migrateDatabase } from '../../db/migrate.js';
import { closePool, createPool } from '../../db/pool.js';
import { runAdmin } from '../helpers/admin.js';
import { createDatabase } from '../helpers/database.js';
import { useConfig } from '../helpers/environment.js';

describe('directory-admin db', () => {
  useConfig();
  let database: Awaited<ReturnType<typeof createDatabase>>;

  const run = (args: string, databaseUrl = database.url) =>
    runAdmin(args.split(' '), { env: { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir } });

  before(async () => {
    database = await createDatabase('empty');
  });
  after(() => database.drop());

  it('migrates, shows the status and rolls back after confirmation', async () => {
    const before = (await run('db status --json')).json<{ applied: string[]; pending: string[] }>();
    expect(before.applied).to.deep.equal([]);
    expect((await run('db migrate --dry-run')).stdout).to.include(before.pending[0]);
    expect((await run('db status --json')).json()).to.deep.equal(before);

    expect((await run('db migrate --json')).json()).to.deep.equal({ migrated: before.pending });
    expect((await run('db migrate')).stdout).to.equal('The database is up to date.\n');

    const [name] = new URL(database.url).pathname.split('/').slice(1);
    const dry = (await run('db rollback --dry-run --json')).json<object>();
    expect(dry).to.deep.include({ would_roll_back: before.pending, database: name });
    // A command has one while its database is slow.
    const breaker = new pg.Client({ connectionString: database.url, application_name: BREAKER_NAME });
    await breaker.connect();
    for (const [line, code] of [
      ['db rollback', 2],
      ['db rollback --database another', 1],
    ] as const) {
      const unasked = await run(line);
      expect(unasked.code, line).to.equal(code);
      expect(unasked.stdout + unasked.stderr, line).to.include(name);
      expect((await run('db status --json')).json()).to.deep.equal({ applied: before.pending, pending: [] });
    }
    await breaker.end();
    const server = new pg.Client({ connectionString: database.url, application_name: 'listing-directory' });
    await server.connect();
    const busy = await run(`db rollback --database ${name}`);
    expect(busy.code).to.equal(1);
    expect(busy.stderr).to.include('is using this database (1 connection)');
    await server.end();

    expect((await run(`db rollback --database ${name}`)).code).to.equal(0);
    expect((await run('db status --json')).json()).to.deep.equal(before);
  });

  it('creates everything that a serving role without the right to create needs', async () => {
    expect((await run('db migrate')).code).to.equal(0);
    const knex = createPool(database.url);
    await knex.raw('revoke create on schema public from pg_database_owner, public');
    const [{ allowed }] = (await knex.raw(`select has_schema_privilege('public', 'create') as allowed`)).rows;
    expect(allowed).to.equal(false);
    expect(await migrateDatabase(knex)).to.deep.equal([]);
    await openQueue(database.url);
    await enqueue('housekeeping', {});
    expect(await countJobs()).to.include({ queued: 1 });
    await closeQueue();
    await closePool(knex);
  });

  it('seeds listings once', async () => {
    expect((await run('db seed --json')).json()).to.include({ created: 12, refused: 0 });
    expect((await run('db seed --json')).json()).to.include({ created: 0, changed: 0, unchanged: 12 });
  });

  it('exits with 3 and the reason when the database is unreachable or the configuration invalid', async () => {
    const unreachable = await run('db status', 'postgres://nobody@127.0.0.1:1/none');
    expect(unreachable.code).to.equal(3);
    expect(unreachable.stderr).to.match(/^The database cannot be reached/);
    const wrong = await run('db status', 'mysql://localhost/x');
    expect(wrong.code).to.equal(3);
    expect(wrong.stderr).to.match(/^DATABASE_URL: /);
  });

  it('exits with 2 for an unknown command, suggesting the nearest', async () => {
    const run2 = await run('db statsu');
    expect(run2.code).to.equal(2);
    expect(run2.stderr).to.include('status');
  });
});
