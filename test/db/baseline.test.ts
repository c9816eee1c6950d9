// Databases of before the baseline: one with all migrations is adopted as it is, one with some of them is refused.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Knex } from 'knex';
import pg from 'pg';
import { config } from '../../core/kernel/config.js';
import { connectDatabase } from '../../db/connection.js';
import { dumpDatabase, loadDatabase, openDump } from '../../db/dump.js';
import { migrateDatabase, migrateTo, migrationStatus, rollbackDatabase } from '../../db/migrate.js';
import { MIGRATIONS } from '../../db/migrations/directory.js';
import { closePool } from '../../db/pool.js';
import { runAdmin } from '../helpers/admin.js';
import { createDatabase } from '../helpers/database.js';
import { makeTempDir, useConfig } from '../helpers/environment.js';
import { migrateInProcess } from '../helpers/migrate.js';
import { describeSchema, hasRow, type Row, readRows, rowsOf } from '../helpers/schema.js';

const DUMP = 'test/data/before-baseline.sql';

/** The rows of `before` are all there, in tables that still exist. */
function expectRows(now: Map<string, Row[]>, before: Map<string, Row[]>): void {
  for (const [table, rows] of before) {
    const kept = rowsOf(now, table);
    expect(kept.length, table).to.be.at.least(rows.length);
    for (const row of rows) expect(hasRow(kept, row), `${table}: ${JSON.stringify(row)}`).to.equal(true);
  }
}

describe('a database of before the baseline', () => {
  useConfig();
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let knex: Knex;

  beforeEach(async () => {
    database = await createDatabase('empty');
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(readFileSync(DUMP, 'utf8'));
    await client.end();
    knex = await connectDatabase(database.url);
  });
  afterEach(async () => {
    await closePool(knex);
    await database.drop();
  });

  it('is adopted with all its rows by one of two processes, and is then like a new one', async () => {
    const before = await readRows(knex);
    expect([...before.values()].flat().length).to.be.above(150);
    const { applied, pending } = await migrationStatus(knex);
    expect(applied).to.deep.equal(['0100_schema']);

    const runs = await Promise.all([1, 2].map(() => migrateInProcess(database.url)));
    expect(runs.flat()).to.deep.equal(pending);
    expect(await knex('knex_migrations').orderBy('id').pluck('name')).to.deep.equal([...applied, ...pending]);
    expect(await migrateDatabase(knex)).to.deep.equal([]);
    expectRows(await readRows(knex), before);

    const fresh = await createDatabase('migrated');
    const other = await connectDatabase(fresh.url);
    expect(await describeSchema(knex)).to.deep.equal(await describeSchema(other));
    await closePool(other);
    await fresh.drop();
  });

  it('has later migrations run and rolled back as any other', async () => {
    const before = await readRows(knex);
    const folder = makeTempDir();
    const directory = new URL(`file://${folder}/`);
    writeFileSync(
      join(folder, '0100_schema.js'),
      `export * from ${JSON.stringify(new URL('0100_schema.js', MIGRATIONS))};`,
    );
    writeFileSync(
      join(folder, '0101_later.js'),
      `export const up = (knex) => knex.raw('create table later (id int)');
      export const down = (knex) => knex.raw('drop table later');`,
    );
    expect(await migrateDatabase(knex, { directory })).to.deep.equal(['0101_later']);
    expect((await migrationStatus(knex, { directory })).last).to.deep.equal(['0101_later']);
    expect(await rollbackDatabase(knex, { directory })).to.deep.equal(['0101_later']);
    expectRows(await readRows(knex), before);
    expect((await migrationStatus(knex, { directory })).applied).to.deep.equal(['0100_schema']);
    rmSync(folder, { recursive: true });
  });

  it('can be backed up, and its backup restored', async () => {
    const before = await readRows(knex);
    const about = { release: 'earlier', pictures: true, files: {} };
    const { header, lines } = await openDump(Readable.from(dumpDatabase(database.url, about)));
    expect(header.migrations).to.have.length(44);
    const place = await createDatabase('migrated');
    const restored = await connectDatabase(place.url);
    await migrateTo(restored, header.migrations);
    await loadDatabase(place.url, lines);
    await migrateDatabase(restored);
    expectRows(await readRows(restored), before);
    await closePool(restored);
    await place.drop();
  });

  it('with only some of the migrations is refused with what to do, and unchanged', async () => {
    await knex('knex_migrations').where('name', '>', '0050_email_changes').delete();
    const error = await migrateDatabase(knex).catch((reason: Error) => reason);
    expect(String(error)).to.include('it has 28 of 44 migrations, up to 0050_email_changes');
    expect(String(error)).to.include('the last checkout that has the migration 0091_pending_search_words');
    expect(await knex('knex_migrations').pluck('name')).to.have.length(28);
    const env = { DATABASE_URL: database.url, DATA_DIR: config.dataDir };
    const status = await runAdmin(['db', 'status'], { env });
    expect(status).to.include({ code: 3 });
    expect(status.stderr).to.include('up to 0050_email_changes');
    const doctor = await runAdmin(['doctor', '--json'], { env });
    const { checks } = doctor.json<{ checks: { name: string; verdict: string; finding: string }[] }>();
    const check = checks.find(({ name }) => name === 'database');
    expect(check).to.include({ verdict: 'broken' });
    expect(check?.finding).to.include('up to 0050_email_changes');
  });
});
