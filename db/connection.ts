// The connection pool that everything reads and writes through.
import knexFactory, { type Knex } from 'knex';
import { Model } from 'objection';
import pg from 'pg';
import { breakerAt } from './breaker.js';
import { PatientClient, pooledClient } from './patient-client.js';
import { subscribeToOwnWrites } from './public-content.js';

const OLDEST_POSTGRES = 15;

// Counts and sums arrive as bigint; none of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface PoolSize {
  readonly min?: number;
  readonly max?: number;
}

interface Options {
  readonly pool?: PoolSize;
  /** For a process that caches responses: its own writes invalidate them (public-content.ts). */
  readonly noticesOwnWrites?: boolean;
  /** Milliseconds a statement may run, 0 without limit. */
  readonly statementTimeout?: number;
  /** Whether a pooler such as PgBouncer is in between, which accepts no parameters at the start of a session. */
  readonly isPooled?: boolean;
  /** Where sessions are available, if not at `url`: for locks and notifications. */
  readonly directUrl?: string | null;
}

/** Milliseconds for which a transaction may be idle: a forgotten one must not hold its locks for ever. */
const IDLE_LIMIT = 60_000;
/** Milliseconds for connecting. */
const CONNECT_LIMIT = 10_000;
/** Milliseconds to wait for a connection while all of the pool are in use. */
const ACQUIRE_LIMIT = 10_000;
/** Milliseconds to wait for a statement's response beyond its own limit: then the database counts as silent. */
const SILENCE_LIMIT = 5_000;

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

/** A pool without models; `connectDatabase` is what a process normally wants. */
export function createPool(url: string, options: Options = {}): Knex {
  const { pool = {}, statementTimeout = 30_000, noticesOwnWrites = false, isPooled = false } = options;
  const limits = { statement_timeout: statementTimeout, idle_in_transaction_session_timeout: IDLE_LIMIT };
  const knex = knexFactory({
    client: 'pg',
    // Set in advance, it is not queried on every new connection.
    version: String(OLDEST_POSTGRES),
    connection: {
      connectionString: url,
      application_name: 'listing-directory',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_LIMIT,
      ...(statementTimeout > 0 ? { query_timeout: statementTimeout + SILENCE_LIMIT } : {}),
      ...(isPooled ? {} : limits),
    },
    pool: { min: 0, max: 10, ...pool, ...(noticesOwnWrites ? { afterCreate: subscribeToOwnWrites } : {}) },
    acquireConnectionTimeout: ACQUIRE_LIMIT,
    // Errors are thrown to the caller; knex would also print them beside the log.
    log: {
      error: () => undefined,
      warn: () => undefined,
      debug: () => undefined,
      deprecate: () => undefined,
    },
  });
  const Client = isPooled ? pooledClient({ statement: statementTimeout, idle: IDLE_LIMIT }) : PatientClient;
  knex.client.driver = { ...knex.client.driver, Client };
  failFastWhileAway(knex, url);
  directUrls.set(knex, options.directUrl ?? url);
  return knex;
}

/** Connecting fails at once while the breaker of the server is open. */
function failFastWhileAway(knex: Knex, url: string): void {
  const { host, port } = new pg.Client({ connectionString: url });
  const { client } = knex;
  const acquire: () => Promise<unknown> = client.acquireConnection.bind(client);
  client.acquireConnection = () => {
    const breaker = breakerAt(host, port);
    if (!breaker) return acquire();
    return breaker.guard(acquire, (connection) => client.releaseConnection(connection));
  };
}

const directUrls = new WeakMap<Knex, string>();

/** Where sessions of a pool's database are available. */
export function directUrlOf(knex: Knex): string {
  return directUrls.get(knex) ?? '';
}

/**
 * Connects to a PostgreSQL 15 or newer and binds the models to it. End it with `knex.destroy()`.
 * @throws DatabaseError when it cannot be reached or is too old
 */
export async function connectDatabase(url: string, options: Options = {}): Promise<Knex> {
  const { version, number, isPooled } = await probe(url);
  if (number < OLDEST_POSTGRES * 10_000) {
    throw new DatabaseError(
      `DATABASE_URL is a PostgreSQL ${version}; this service needs ${OLDEST_POSTGRES} or newer.`,
    );
  }
  const knex = createPool(url, { ...options, isPooled });
  bindModels(knex);
  return knex;
}

/** From now on the models read and write through this pool. */
export function bindModels(knex: Knex): void {
  Model.knex(knex);
}

/** Checks the server at the other end, with statements that a pooler accepts. */
async function probe(url: string): Promise<{ version: string; number: number; isPooled: boolean }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'listing-directory',
    connectionTimeoutMillis: CONNECT_LIMIT,
    query_timeout: CONNECT_LIMIT,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; number: number; pid: number }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
         pg_backend_pid() as pid`,
    );
    const [found] = rows;
    if (!found) throw new Error('no answer');
    // A pooler gives its clients session ids of its own.
    const { processID } = client as unknown as { processID: number };
    return { ...found, isPooled: found.pid !== processID };
  } catch (error) {
    throw unreachable(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** cannot_connect_now (starting or stopping), too_many_connections, and network errors. */
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
