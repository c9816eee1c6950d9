// Migrations: db/migrations/NNNN_name.ts, each exporting `up` and `down`, run in order from their compiled form. Any
// number of processes may migrate at once: they queue for an advisory lock, which is released when its process dies.
// Knex's own lock, a row, would outlive a killed process; it is released under ours.
import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import { type LockWait, underLock } from './advisory-lock.js';
import { createPool, DatabaseError, directUrlOf } from './connection.js';
import { MIGRATIONS } from './migrations/directory.js';

interface Options extends LockWait {
  /** Directory URL of the compiled migrations, ending in a slash. */
  readonly directory?: URL;
}

export interface MigrationStatus {
  /** Names without extension, in the order they ran. */
  readonly applied: string[];
  readonly pending: string[];
  /** Migrations of a newer release. */
  readonly unknown: string[];
  /** The migrations that a rollback would revert. */
  readonly last: string[];
}

const TABLE = 'knex_migrations';
/** 'migr' in ASCII. */
const MIGRATION_LOCK = 0x6d696772;

interface Migration {
  readonly up: (knex: Knex) => Promise<void>;
  readonly down: (knex: Knex) => Promise<void>;
}

/**
 * Migrates the database to the newest schema. @returns the names of the migrations that ran, none when up to date
 * @throws DatabaseError when a newer release has migrated it further
 */
export function migrateDatabase(knex: Knex, options: Options = {}): Promise<string[]> {
  return runMigrations(knex, 'latest', options);
}

/** Reverts the migrations of the last run. @returns their names. @throws DatabaseError as migrateDatabase */
export function rollbackDatabase(knex: Knex, options: Options = {}): Promise<string[]> {
  return runMigrations(knex, 'rollback', options);
}

/**
 * Migrates the schema to exactly these migrations: reverts newer ones and runs missing ones.
 * @throws DatabaseError when one of them is of a newer release
 */
export function migrateTo(knex: Knex, wanted: readonly string[], options: Options = {}): Promise<void> {
  const source = new CompiledMigrations(options.directory ?? MIGRATIONS);
  const settings = { migrationSource: source, tableName: TABLE };
  return withLock(knex, options, async (pool) => {
    const known = await source.getMigrations();
    const unknown = wanted.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new DatabaseError(`This needs a newer release, one that has ${unknown.join(', ')}.`);
    }
    await refuseNewer(pool, source);
    await pool.migrate.forceFreeMigrationsLock(settings);
    const applied = (await listRuns(pool)).map(({ name }) => name);
    for (const name of applied.filter((one) => !wanted.includes(one)).reverse()) {
      await pool.migrate.down({ ...settings, name } as Knex.MigratorConfig);
    }
    for (const name of wanted.filter((one) => !applied.includes(one))) {
      await pool.migrate.up({ ...settings, name } as Knex.MigratorConfig);
    }
  });
}

async function runMigrations(
  knex: Knex,
  command: 'latest' | 'rollback',
  options: Options,
): Promise<string[]> {
  const settings = {
    migrationSource: new CompiledMigrations(options.directory ?? MIGRATIONS),
    tableName: TABLE,
  };
  // Most starts have nothing to migrate, and find that out without the lock.
  if (command === 'latest') {
    const { pending, unknown } = await migrationStatus(knex, options);
    if (pending.length + unknown.length === 0) return [];
  }
  return withLock(knex, options, async (pool) => {
    await refuseNewer(pool, settings.migrationSource);
    await pool.migrate.forceFreeMigrationsLock(settings);
    const [, names] = await pool.migrate[command](settings);
    return names;
  });
}

/** One migration of this release. */
export function loadMigration(name: string): Promise<Migration> {
  return new CompiledMigrations(MIGRATIONS).getMigration(name);
}

/** Read-only, also in a database that was never migrated. */
export async function migrationStatus(knex: Knex, options: Options = {}): Promise<MigrationStatus> {
  const known = await new CompiledMigrations(options.directory ?? MIGRATIONS).getMigrations();
  const runs = await listRuns(knex);
  const applied = runs.map(({ name }) => name);
  const newest = runs.at(-1)?.batch;
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    last: runs.filter(({ batch }) => batch === newest).map(({ name }) => name),
  };
}

async function listRuns(knex: Knex): Promise<{ name: string; batch: number }[]> {
  if (!(await knex.schema.hasTable(TABLE))) return [];
  return knex(TABLE).orderBy('id').select<{ name: string; batch: number }[]>('name', 'batch');
}

async function refuseNewer(knex: Knex, source: CompiledMigrations): Promise<void> {
  const known = await source.getMigrations();
  const applied = (await listRuns(knex)).map(({ name }) => name);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new DatabaseError(
      `A newer release has migrated this database (${unknown.join(', ')}): start that release, or roll back with it.`,
    );
  }
}

/** Runs `work` exclusively among all processes of this database, on a connection without time limits. */
function withLock<T>(knex: Knex, { log, timeout }: LockWait, work: (pool: Knex) => Promise<T>): Promise<T> {
  const url = directUrlOf(knex);
  return underLock(url, MIGRATION_LOCK, { what: 'migrations', log, timeout }, async () => {
    const pool = createPool(url, { pool: { max: 1 }, statementTimeout: 0, isPooled: true });
    try {
      return await work(pool);
    } finally {
      await pool.destroy();
    }
  });
}

/** Knex's own loader takes every file of a directory for a migration, source maps included. */
class CompiledMigrations implements Knex.MigrationSource<string> {
  constructor(private readonly directory: URL) {}

  async getMigrations(): Promise<string[]> {
    return (await readdir(this.directory))
      .map((file) => /^(\d{4}_[a-z0-9_-]+)\.js$/.exec(file)?.[1])
      .filter((name) => name !== undefined)
      .sort();
  }

  getMigrationName(name: string): string {
    return name;
  }

  getMigration(name: string): Promise<Migration> {
    return import(new URL(`${name}.js`, this.directory).href) as Promise<Migration>;
  }
}
