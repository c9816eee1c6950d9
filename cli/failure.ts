// Every way a command can fail, as a message for an operator and an exit code.
import { ConfigError } from '../core/kernel/config.js';
import { DomainError } from '../core/kernel/errors.js';
import { DatabaseError } from '../db/connection.js';
import { EXIT, type ExitCode, Refusal } from './exit.js';
import { note, printJson } from './output.js';

/** @param isJson whether a refusal is also printed as a document on stdout */
export function explainFailure(error: unknown, isJson: boolean): ExitCode {
  if (error instanceof DomainError) {
    const { field, errors, category, matched } = error.details;
    if (isJson) printJson({ error: error.message, code: error.code, field, errors, category, matched });
    note(error.message);
    for (const other of errors?.slice(1) ?? []) note(other.error);
    return EXIT.refused;
  }
  if (error instanceof Refusal) {
    note(error.message);
    return EXIT.refused;
  }
  if (error instanceof ConfigError || error instanceof DatabaseError) {
    note(error.message);
    return EXIT.unavailable;
  }
  if (databaseCode(error) === PRIVILEGE) {
    note(`The role of DATABASE_URL lacks a right: ${(error as Error).message}`);
    return EXIT.unavailable;
  }
  if (DISK_FULL.includes(databaseCode(error))) {
    note(`The disk is full: ${(error as Error).message}`);
    return EXIT.unavailable;
  }
  if (error instanceof Error && error.name.startsWith('Mongo')) {
    note(`The job store (MONGODB_URL) does not answer: ${error.message}`);
    return EXIT.unavailable;
  }
  if (isConnectionLost(error)) {
    note(`The database went away: ${(error as Error).message}`);
    return EXIT.unavailable;
  }
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.refused;
}

interface DatabaseCodes {
  code?: string;
  /** The error of the driver, if a model passed it on. */
  nativeError?: { code?: string };
}

const PRIVILEGE = '42501';
/** Of PostgreSQL, and of this process. */
const DISK_FULL = ['53100', 'ENOSPC'];

function databaseCode(error: unknown): string {
  const { code, nativeError } = error as DatabaseCodes;
  return nativeError?.code ?? code ?? '';
}

/** Class 08 of SQLSTATE, a server that shuts down, and the errors of Node and knex for a lost connection. */
function isConnectionLost(error: unknown): boolean {
  const { name = '', message = '' } = error as Partial<Error>;
  return (
    /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET)$/.test(databaseCode(error)) ||
    name === 'KnexTimeoutError' ||
    /^Connection terminated/.test(message)
  );
}
