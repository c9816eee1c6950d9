// The configuration, the database and the actor of a command. The embedded database is joined if it is running, else
// started for the duration of the command.
import { setTimeout as wait } from 'node:timers/promises';
import { findNamedUsers } from '../../core/accounts/users.js';
import { type System, systemActor } from '../../core/kernel/actor.js';
import { finishBackground } from '../../core/kernel/background.js';
import { type Config, ConfigError, configureCommand } from '../../core/kernel/config.js';
import { DomainError } from '../../core/kernel/errors.js';
import { configureLog } from '../../core/kernel/log.js';
import { closeQueue, openQueueWhenUsed } from '../../core/kernel/queue.js';
import { refreshSettings } from '../../core/settings/current.js';
import { type Database, DatabaseError, openDatabase } from '../../db/connection.js';
import { databaseCode, isDatabaseAway } from '../../db/failures.js';
import { databaseInUse } from '../../db/health.js';
import { migrateDatabase, migrationStatus } from '../../db/migrate.js';
import { count, EXIT, type ExitCode, io, note, printJson, Refusal } from './output.js';

export interface Session {
  readonly actor: System;
  readonly config: Config;
  readonly database: Database;
  /** Aborted by Ctrl-C, or when nobody reads the output any more. */
  readonly signal: AbortSignal;
}

/** Reads the configuration; warnings are logged to stderr. @throws ConfigError */
export function readSettings(): Config {
  const config = configureCommand(io.environment);
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel;
  const stream = io.stderr === process.stderr ? 'stderr' : io.stderr;
  configureLog({ ...config, logLevel, logFormat: 'pretty' }, stream);
  return config;
}

/** Runs a command on the database without checking its schema. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(readSettings());
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a command over the database. @throws ConfigError, DatabaseError, DomainError not_found (--as) */
export async function withSession<T>(
  options: { as?: string },
  command: (session: Session) => Promise<T>,
): Promise<T> {
  const config = readSettings();
  const database = await openDatabase(config);
  const interruption = new AbortController();
  const interrupt = () => {
    // A second Ctrl-C exits at once.
    if (interruption.signal.aborted) process.exit(EXIT.refused);
    interruption.abort(new Refusal('Stopped. Nothing was changed.'));
  };
  const stopWriting = () => interruption.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  io.stdout.on('error', stopWriting);
  try {
    await requireSchema(database);
    await refreshSettings();
    const actor = systemActor('cli', await findPerson(options.as));
    openQueueWhenUsed(database.url);
    return await command({ actor, config, database, signal: interruption.signal });
  } finally {
    await finishBackground();
    await closeQueue();
    await database.close();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    io.stdout.off('error', stopWriting);
  }
}

/** A new database is migrated, as by the server; an older one is left to the operator to upgrade. */
async function requireSchema({ knex }: Database): Promise<void> {
  const { applied, pending, unknown } = await migrationStatus(knex);
  if (unknown.length > 0) {
    throw new DatabaseError(
      `A newer release has migrated this database (${unknown.join(', ')}): use that one.`,
    );
  }
  if (pending.length === 0) return;
  if (applied.length > 0) {
    const behind = count(pending.length, 'migration');
    throw new DatabaseError(
      `The database is ${behind} behind this release: run "directory-admin db migrate", or start the server.`,
    );
  }
  note('Preparing a new database.');
  await migrateDatabase(knex, { log: note });
}

async function findPerson(as: string | undefined) {
  if (as === undefined) return null;
  const person = (await findNamedUsers(systemActor('cli'), [as])).get(as);
  if (!person) throw new DomainError('not_found', `--as: no account has the email or id ${as}.`);
  return { id: person.id, email: person.email };
}

/** For commands that replace a database or revert its schema. @throws Refusal while another process is connected */
export async function refuseWhileInUse(knex: Database['knex']): Promise<void> {
  let { others } = await databaseInUse(knex);
  // PostgreSQL counts the connections of a process that has just ended for a moment longer.
  for (let tries = 0; others > 0 && tries < 10; tries++) {
    await wait(100);
    ({ others } = await databaseInUse(knex));
  }
  const used = `A server or another command is using this database (${count(others, 'connection')})`;
  if (others > 0) throw new Refusal(`${used}: stop it first.`);
}

// Turns every failure of a command into a message for an operator and an exit code.

/** @param isJson whether a refusal is also printed as a document on stdout */
export function explainFailure(error: unknown, isJson: boolean): ExitCode {
  if (error instanceof DomainError) {
    const { field, errors, category, matched } = error.details;
    if (isJson) printJson({ error: error.message, code: error.code, field, errors, category, matched });
    note(error.message);
    for (const other of errors?.slice(1) ?? []) note(other.error);
    return EXIT.refused;
  }
  const unavailable = whatIsUnavailable(error);
  const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error);
  note(error instanceof Refusal ? error.message : (unavailable ?? unexpected));
  return unavailable === null ? EXIT.refused : EXIT.unavailable;
}

const PRIVILEGE = '42501';
/** Codes for a full disk: PostgreSQL's and Node's. */
const DISK_FULL = ['53100', 'ENOSPC'];

function whatIsUnavailable(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { message, name } = error;
  const code = databaseCode(error) ?? '';
  if (error instanceof ConfigError || error instanceof DatabaseError) return message;
  if (code === PRIVILEGE) return `The role of DATABASE_URL lacks a right: ${message}`;
  if (DISK_FULL.includes(code)) return `The disk is full: ${message}`;
  if (name.startsWith('Mongo')) return `The job store (MONGODB_URL) does not answer: ${message}`;
  return isDatabaseAway(error) ? `The database went away: ${message}` : null;
}
