// Classifies database errors.
import { DATABASE_AWAY } from './breaker.js';

/** The SQLSTATE or system code of an error, also of one that a model has wrapped. */
export function databaseCode(error: unknown): string | undefined {
  const { code, nativeError } = error as { code?: string; nativeError?: { code?: string } };
  return nativeError?.code ?? code;
}

/** Codes of network errors, too_many_connections, and an open breaker. */
const AWAY = new Set(
  `ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT
  53300 ${DATABASE_AWAY}`.split(/\s+/),
);
/** Classes of connection exceptions (also PgBouncer without a server), and of servers that start or stop. */
const AWAY_CLASS = /^(08|57P0)/;
/** Messages of the driver's errors, which have no code. */
const SILENT =
  /Query read timeout$|^timeout expired$|Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect$/;

/** Whether the database cannot be reached, or the connection was lost. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error) ?? '';
  const { message = '' } = error as Partial<Error>;
  return AWAY.has(code) || AWAY_CLASS.test(code) || SILENT.test(message);
}
