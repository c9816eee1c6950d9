// Connects to the database that is configured, and binds the models to it.
import type { Knex } from 'knex';
import { Model } from 'objection';
import { newClient } from './client.js';
import { isDatabaseAway } from './failures.js';
import { createPool, OLDEST_POSTGRES, type PoolOptions } from './pool.js';

/** The database cannot be used; the message tells an operator why. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** Whether it may be there a moment later: refused connections, a server that is starting. */
  readonly isTemporary: boolean;

  constructor(message: string, options: { cause?: unknown; isTemporary?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary ?? false;
  }
}

/** Connects to a PostgreSQL 15 or newer and binds the models; `closePool` ends it. @throws DatabaseError */
export async function connectDatabase(url: string, options: PoolOptions = {}): Promise<Knex> {
  const { version, number, isPooled } = await probe(url).catch(unreachable);
  if (number < OLDEST_POSTGRES * 10_000) {
    throw new DatabaseError(
      `DATABASE_URL is a PostgreSQL ${version}; this service needs ${OLDEST_POSTGRES} or newer.`,
    );
  }
  const knex = createPool(url, { ...options, isPooled });
  Model.knex(knex);
  return knex;
}

/** A parameter of the session, by which poolers are recognised: they refuse it, or do not pass it on. */
const MARK_MS = 10_987;
const PROTOCOL_VIOLATION = '08P01';

/** Checks the server at the other end, with statements that a pooler accepts. */
async function probe(
  url: string,
  mark = MARK_MS,
): Promise<{ version: string; number: number; isPooled: boolean }> {
  const client = newClient(url, '', { statement_timeout: mark });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; number: number; limit: string }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
         current_setting('statement_timeout') as limit`,
    );
    const [{ version, number, limit } = { version: '', number: 0, limit: '' }] = rows;
    return { version, number, isPooled: limit !== `${mark}ms` };
  } catch (error) {
    const isRefused = mark && (error as { code?: string }).code === PROTOCOL_VIOLATION;
    if (isRefused && /parameter/.test(String(error))) return await probe(url, 0);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function unreachable(error: unknown): never {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  // Node tries every address of a name and then throws an error without a message of its own.
  const reason = message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : code);
  throw new DatabaseError(`The database cannot be reached: ${reason}`, {
    cause: error,
    isTemporary: isDatabaseAway(error),
  });
}
