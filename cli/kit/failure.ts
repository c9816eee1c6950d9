// Every way a command can fail, as a message for an operator and an exit code.
import { ConfigError } from '../../core/kernel/config.js';
import { DomainError } from '../../core/kernel/errors.js';
import { DatabaseError } from '../../db/connection.js';
import { databaseCode, isDatabaseAway } from '../../db/failures.js';
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
  const unavailable = whatIsUnavailable(error);
  if (unavailable !== null) {
    note(unavailable);
    return EXIT.unavailable;
  }
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.refused;
}

const PRIVILEGE = '42501';
/** Of PostgreSQL, and of this process. */
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
