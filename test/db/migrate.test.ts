import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { connectDatabase } from '../../db/connection.js';
import { migrateDatabase, migrateTo, migrationStatus, rollbackDatabase } from '../../db/migrate.js';
import { closePool, createPool } from '../../db/pool.js';
import { createDatabase } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';

describe('migrations', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let migrated: Awaited<ReturnType<typeof createDatabase>>;

  before(async () => {
    migrated = await createDatabase('migrated');
  });
  after(() => migrated.drop());
  beforeEach(async () => {
    database = await createDatabase('empty');
  });
  afterEach(() => database.drop());

  it('run once when two pools, like two processes, migrate an empty database concurrently', async () => {
    const pools = [1, 2].map(() => createPool(database.url));
    const runs = await Promise.all(pools.map((pool) => migrateDatabase(pool)));
    await Promise.all(pools.map(closePool));
    const busy = runs.filter((names) => names.length > 0);
    expect(busy).to.have.length(1);
    expect(busy[0]?.[0]).to.equal('0100_schema');
  });

  it('migrate up, report their status, and roll back', async () => {
    const knex = await connectDatabase(database.url);
    try {
      const before = await migrationStatus(knex);
      expect(before.applied).to.deep.equal([]);
      expect(await knex.schema.hasTable('knex_migrations'), 'asking for the status writes nothing').to.equal(
        false,
      );
      expect(await migrateDatabase(knex)).to.deep.equal(before.pending);
      const { pending: names } = before;
      expect(await migrationStatus(knex)).to.deep.equal({
        applied: names,
        pending: [],
        unknown: [],
        last: names,
      });
      expect(await knex.schema.hasTable('listings')).to.equal(true);
      expect(await rollbackDatabase(knex)).to.have.members(before.pending);
      expect(await knex.schema.hasTable('listings')).to.equal(false);
    } finally {
      await closePool(knex);
    }
  });

  it('leave a database of something else alone, and say so in a sentence', async () => {
    const knex = createPool(database.url);
    try {
      await knex.raw('create table takedowns (id int)');
      const refusal = await migrateDatabase(knex).catch((error: Error) => error);
      expect(refusal)
        .to.have.property('message')
        .that.matches(/tables of something else \(takedowns\)/);
      expect(await knex.schema.hasTable('knex_migrations')).to.equal(false);
      await knex.raw('drop table takedowns');
    } finally {
      await closePool(knex);
    }
  });

  it('are not blocked by the lock row of a killed process', async () => {
    const knex = createPool(migrated.url);
    try {
      const names = (await migrationStatus(knex)).applied;
      await migrateTo(knex, names.slice(0, -1));
      await knex('knex_migrations_lock').update({ is_locked: 1 });
      expect(await migrateDatabase(knex)).to.deep.equal(names.slice(-1));
    } finally {
      await closePool(knex);
    }
  });

  it('leave nothing behind when they fail half-way, and continue once corrected', async () => {
    const folder = makeTempDir();
    const directory = new URL(`file://${folder}/`);
    const knex = await connectDatabase(database.url);
    try {
      writeFileSync(join(folder, '9001_halves.sql'), 'create table first_half (id int); '.repeat(2));
      const failure = await migrateDatabase(knex, { directory }).catch((error: Error) => error);
      expect(String(failure)).to.include('already exists');
      expect(await knex.schema.hasTable('first_half')).to.equal(false);
      writeFileSync(join(folder, '9001_halves.sql'), 'create table first_half (id int)');
      expect(await migrateDatabase(knex, { directory })).to.deep.equal(['9001_halves']);
    } finally {
      await closePool(knex);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('refuse a database migrated by a newer release, naming the migration', async () => {
    const knex = createPool(migrated.url);
    try {
      await knex('knex_migrations').insert({ name: '9999_future', batch: 2, migration_time: new Date() });
      const error = await migrateDatabase(knex).catch((reason: Error) => reason);
      expect(error).to.be.instanceOf(Error).with.property('message').that.includes('9999_future');
    } finally {
      await knex('knex_migrations').where({ name: '9999_future' }).delete();
      await closePool(knex);
    }
  });
});
