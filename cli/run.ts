// From a command line to an exit code: every way a command can end is told in one place.
import { CommanderError } from 'commander';
import { ConfigError } from '../core/kernel/config.js';
import { DomainError } from '../core/kernel/errors.js';
import { DatabaseError } from '../db/connection.js';
import { EXIT, type ExitCode, Refusal, UsageError } from './exit.js';
import { hasReader, note, printJson, watchReader } from './output.js';
import { createProgram } from './program.js';

/** Runs directory-admin. @param argv the words after the program's name */
export async function runAdmin(argv: readonly string[]): Promise<ExitCode> {
  watchReader();
  let exitCode: ExitCode = EXIT.done;
  try {
    const program = createProgram((code) => {
      exitCode = code;
    });
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, argv.includes('--json') || argv.includes('--ndjson'));
  }
}

function explain(error: unknown, isJson: boolean): ExitCode {
  if (!hasReader()) return EXIT.done;
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof DomainError) {
    const { field, errors, category, matched } = error.details;
    if (isJson) printJson({ error: error.message, code: error.code, field, errors, category, matched });
    note(error.message);
    for (const other of errors?.slice(1) ?? []) note(other.error);
    return EXIT.refused;
  }
  if (error instanceof UsageError || error instanceof Refusal) {
    note(error.message);
    return error instanceof UsageError ? EXIT.usage : EXIT.refused;
  }
  if (error instanceof ConfigError || error instanceof DatabaseError) {
    note(error.message);
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
  /** What the driver threw, where a model passed it on. */
  nativeError?: { code?: string };
}

/** Class 08 of SQLSTATE, a server that shuts down, and what Node and knex say of a connection that is gone. */
function isConnectionLost(error: unknown): boolean {
  const { name = '', message = '', code, nativeError } = error as Partial<Error> & DatabaseCodes;
  return (
    /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET)$/.test(nativeError?.code ?? code ?? '') ||
    name === 'KnexTimeoutError' ||
    /^Connection terminated/.test(message)
  );
}
