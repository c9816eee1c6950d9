// Migrations: db/migrations/NNNN_name.sql, in order; the part after "-- down" reverts one. Processes wait for an
// advisory lock, which ends with its process. knex's own lock, a row, outlives a process: it is released under ours.
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Knex } from 'knex';
import type pg from 'pg';
import { type LockWait, underLock } from './advisory-lock.js';
import { DatabaseError } from './connection.js';
import { MIGRATIONS, PLACES, SCHEMA } from './migrations/directory.js';
import { closePool, createPool, directUrlOf } from './pool.js';

interface Options extends LockWait {
  readonly directory?: URL;
}

type MigrationStatus = Awaited<ReturnType<typeof migrationStatus>>;

const TABLE = 'knex_migrations';
const MIGRATION_LOCK = 0x6d696772;

/** Migrates to the newest schema. @returns the names that ran @throws DatabaseError if a newer release has migrated it */
export async function migrateDatabase(knex: Knex, options: Options = {}): Promise<string[]> {
  // Most starts have nothing to migrate, and find that out without the lock.
  const { pending, unknown } = await migrationStatus(knex, options);
  if (pending.length + unknown.length === 0) return [];
  return changeSchema(knex, options, async ({ migrate }, settings) => (await migrate.latest(settings))[1]);
}

/** Reverts the migrations of the last run. @returns their names. @throws DatabaseError as migrateDatabase */
export function rollbackDatabase(knex: Knex, options: Options = {}): Promise<string[]> {
  return changeSchema(knex, options, async ({ migrate }, settings) => (await migrate.rollback(settings))[1]);
}

/** Reverts and runs migrations until exactly `wanted` have run. @throws DatabaseError when one is of a newer release */
export function migrateTo(knex: Knex, wanted: readonly string[]): Promise<void> {
  return changeSchema(knex, {}, ({ migrate }, settings, before) => moveTo(migrate, settings, before, wanted));
}

/** Like migrateTo, then loads rows into that schema and migrates to the newest, all in one transaction. */
export function migrateThrough<T>(
  knex: Knex,
  wanted: readonly string[],
  load: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return changeSchema(knex, {}, (pool, settings, before) =>
    pool.transaction(async (trx) => {
      await moveTo(trx.migrate, settings, before, wanted);
      const loaded = await load(await trx.client.acquireConnection());
      await trx.migrate.latest(settings);
      return loaded;
    }),
  );
}

async function moveTo(
  migrate: Knex.Migrator,
  settings: Knex.MigratorConfig,
  { applied, pending }: MigrationStatus,
  wanted: readonly string[],
): Promise<void> {
  const unknown = wanted.filter((name) => !applied.includes(name) && !pending.includes(name));
  if (unknown.length > 0)
    throw new DatabaseError(`This needs a newer release, one that has ${unknown.join(', ')}.`);
  for (const name of applied.filter((one) => !wanted.includes(one)).reverse())
    await migrate.down({ ...settings, name } as Knex.MigratorConfig);
  for (const name of wanted.filter((one) => !applied.includes(one)))
    await migrate.up({ ...settings, name } as Knex.MigratorConfig);
}

/** Read-only. Also works in a database never migrated. @returns names: `unknown` are of a newer release, `last`
 * are those that the last run applied */
export async function migrationStatus(knex: Knex, options: Options = {}) {
  const known = await new SqlMigrations(options.directory ?? MIGRATIONS).getMigrations();
  const hasRun = await knex.schema.hasTable(TABLE);
  const runs = hasRun ? await knex(TABLE).orderBy('id').select<Run[]>('name', 'batch') : [];
  const applied = runs.map(({ name }) => name);
  const newest = runs.at(-1)?.batch;
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    last: runs.filter(({ batch }) => batch === newest).map(({ name }) => name),
  };
}

type Run = { readonly name: string; readonly batch: number };

/** Runs `change` exclusively, without time limits. @throws DatabaseError when a newer release migrated the database */
function changeSchema<T>(
  knex: Knex,
  { directory = MIGRATIONS, log, timeout }: Options,
  change: (pool: Knex, settings: Knex.MigratorConfig, before: MigrationStatus) => Promise<T>,
): Promise<T> {
  const url = directUrlOf(knex);
  return underLock(url, MIGRATION_LOCK, { what: 'migrations', log, timeout }, async () => {
    const pool = createPool(url, { pool: { max: 1 }, statementTimeout: 0, isPooled: true });
    try {
      const before = await migrationStatus(pool, { directory });
      if (before.unknown.length > 0) {
        throw new DatabaseError(
          `A newer release has migrated this database (${before.unknown.join(', ')}): start that release, or roll back with it.`,
        );
      }
      if (before.applied.length === 0) await refuseForeignTables(pool);
      const settings = { migrationSource: new SqlMigrations(directory), tableName: TABLE };
      await pool.migrate.forceFreeMigrationsLock(settings);
      return await change(pool, settings, before);
    } finally {
      await closePool(pool);
    }
  });
}

/** Refuses a database in which another program has tables with our names. @throws DatabaseError */
async function refuseForeignTables(pool: Knex): Promise<void> {
  const ours = (await readFile(SCHEMA, 'utf8')).match(/(?<=^create table )\w+/gm);
  const { rows } = await pool.raw<{ rows: [{ names: string | null }] }>(
    `select string_agg(relname, ', ') as names from pg_class
      where relnamespace = current_schema()::regnamespace and relname = any (?)`,
    [ours],
  );
  if (rows[0].names === null) return;
  throw new DatabaseError(
    `The database has tables of something else (${rows[0].names}): give the directory a database of its own, or an empty schema.`,
  );
}

/** Loads migrations from SQL files, which knex cannot do. */
class SqlMigrations implements Knex.MigrationSource<string> {
  constructor(private readonly directory: URL) {}

  async getMigrations(): Promise<string[]> {
    return (await readdir(this.directory))
      .map((file) => /^(\d{4}_[a-z0-9_-]+)\.sql$/.exec(file)?.[1])
      .filter((name) => name !== undefined)
      .sort();
  }

  getMigrationName(name: string): string {
    return name;
  }

  async getMigration(name: string): Promise<Knex.Migration> {
    const text = await readFile(new URL(`${name}.sql`, this.directory), 'utf8');
    const [up = '', down = dropAll(text)] = text.split(/^-- down$/m);
    // knex would take a question mark for a parameter.
    const run = (knex: Knex, sql: string): Promise<void> => knex.raw(sql.replaceAll('?', '\\?'));
    return {
      up: async (knex) => {
        await run(knex, up);
        if (name === '0100_schema') await insertPlaces(knex);
      },
      down: (knex) => run(knex, down),
    };
  }
}

/** The SQL that reverts the first migration, whose file has no "-- down" and never changes. */
function dropAll(schema: string): string {
  const created = (kind: string) =>
    [...schema.matchAll(new RegExp(`^create (?:unlogged )?${kind} (\\w+)`, 'gm'))]
      .map(([, name]) => name)
      .join(', ');
  return `drop table ${created('table')} cascade; drop sequence ${created('sequence')}; drop function ${created('function')}`;
}

/** Fills the catalog of a new directory with names and addresses, not yet verified. */
async function insertPlaces(knex: Knex): Promise<void> {
  const rows: Record<string, string>[] = parse(await readFile(PLACES, 'utf8'), { columns: true });
  await knex('catalog_entries').insert(
    rows.map((row) => ({ ...row, submit_url: row.submit_url || null, kind: row.kind || null })),
  );
}
