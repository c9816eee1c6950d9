// The pool of connections everything reads and writes through.
import knexFactory, { type Knex } from 'knex';
import { Model } from 'objection';
import pg from 'pg';
import { noticeOwnWrites } from './public-content.js';

export const OLDEST_POSTGRES = 15;

// Counts and sums come as bigint; none of ours passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface PoolSize {
  readonly min?: number;
  readonly max?: number;
}

interface Options {
  readonly pool?: PoolSize;
  /** For a process that keeps answers: what it writes itself changes them (public-content.ts). */
  readonly noticesOwnWrites?: boolean;
  /** Milliseconds a statement may run, 0 without limit. */
  readonly statementTimeout?: number;
}

/** The database cannot be used; the message tells an operator why. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** It may be there a moment later: refused connections, a server that is starting. */
  readonly isTemporary: boolean;

  constructor(message: string, options: { cause?: unknown; isTemporary?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary ?? false;
  }
}

/** A pool that is bound to nothing; `connectDatabase` is what a process normally wants. */
export function createPool(url: string, options: Options = {}): Knex {
  const { pool = {}, statementTimeout = 30_000, noticesOwnWrites = false } = options;
  const own = noticesOwnWrites ? noticeOwnWrites() : null;
  const knex = knexFactory({
    client: 'pg',
    // Known, it is not asked for on every new connection.
    version: String(OLDEST_POSTGRES),
    connection: {
      connectionString: url,
      application_name: 'listing-directory',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      statement_timeout: statementTimeout,
      // A transaction somebody forgot must not hold its locks for ever.
      idle_in_transaction_session_timeout: 60_000,
    },
    pool: { min: 0, max: 10, ...pool, ...(own ? { afterCreate: own.afterCreate } : {}) },
    acquireConnectionTimeout: 15_000,
    // What goes wrong is thrown at who asked; knex would also print it beside the log.
    log: {
      error: () => undefined,
      warn: () => undefined,
      debug: () => undefined,
      deprecate: () => undefined,
    },
  });
  own?.observe(knex);
  return knex;
}

/**
 * Connects to a PostgreSQL 15 or newer and binds the models to it. End it with `knex.destroy()`.
 * @throws DatabaseError when it cannot be reached or is too old
 */
export async function connectDatabase(url: string, options: Options = {}): Promise<Knex> {
  const knex = createPool(url, options);
  try {
    await assertSupported(knex);
  } catch (error) {
    await knex.destroy();
    throw error;
  }
  Model.knex(knex);
  return knex;
}

async function assertSupported(knex: Knex): Promise<void> {
  const { rows } = await knex
    .raw<{ rows: { version: string; number: number }[] }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    )
    .catch((error: unknown) => {
      throw unreachable(error);
    });
  const found = rows[0];
  if (found && found.number < OLDEST_POSTGRES * 10_000) {
    throw new DatabaseError(
      `DATABASE_URL is a PostgreSQL ${found.version}; this service needs ${OLDEST_POSTGRES} or newer.`,
    );
  }
}

/** cannot_connect_now (starting or stopping), too_many_connections, and what the network says. */
const TEMPORARY = new Set([
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

function unreachable(error: unknown): DatabaseError {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  // Node tries every address of a name and then throws an error without a message of its own.
  const reason = message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : code);
  return new DatabaseError(`The database cannot be reached: ${reason}`, {
    cause: error,
    isTemporary: TEMPORARY.has(code) || /timeout/i.test(message),
  });
}
