// Opens the database for every process: the configured one, or the embedded one if none is configured.
import type { Knex } from 'knex';
import { Model } from 'objection';
import { type Breaker, type BreakerEvents, watchDatabase } from './breaker.js';
import { newClient } from './client.js';
import { startEmbeddedPostgres } from './embedded.js';
import { isDatabaseAway } from './failures.js';
import { closePool, createPool, OLDEST_POSTGRES, type PoolOptions } from './pool.js';
import { ReplicaSet } from './replicas.js';

/** The database cannot be used; the message tells an operator why. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** Whether a retry may succeed: refused connections, a server that is starting. */
  readonly isTemporary: boolean;

  constructor(message: string, options: { cause?: unknown; isTemporary?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isTemporary = options.isTemporary ?? false;
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

interface Options {
  /** null: the embedded PostgreSQL of `dataDir`. */
  readonly databaseUrl: string | null;
  /** The database itself, if `databaseUrl` is a pooler. */
  readonly databaseDirectUrl: string | null;
  readonly dataDir: string;
  readonly log?: (message: string) => void;
  readonly onLost?: (error: Error) => void;
  /** For processes that serve requests: queries fail at once while the database does not respond. */
  readonly breaker?: BreakerEvents;
  readonly replicas?: { readonly urls: readonly string[]; readonly eventsOf: (url: string) => BreakerEvents };
}

/** Connects, starting the embedded PostgreSQL if it is used, and binds the models. @throws DatabaseError */
export async function openDatabase(options: Options) {
  const { databaseUrl, databaseDirectUrl, breaker, replicas } = options;
  const embedded =
    databaseUrl === null
      ? await startEmbeddedPostgres(options).catch((error: Error) => {
          throw new DatabaseError(error.message, { cause: error });
        })
      : null;
  const url = databaseUrl ?? embedded?.url ?? '';
  const directUrl = embedded?.url ?? databaseDirectUrl ?? url;
  const knex = await connectDatabase(url, { directUrl }).catch(async (error: unknown) => {
    // The keeper session of the embedded database would keep this process alive.
    await embedded?.stop();
    throw error;
  });
  const read = replicas?.urls.length ? new ReplicaSet(replicas.urls, knex, replicas.eventsOf) : null;
  const breakers: Breaker[] = [];
  return {
    knex,
    /** The URL for clients that need sessions, which a pooler does not preserve. */
    url: directUrl,
    /** Starts the breaker, if one was requested. Before this call, queries wait for a slow database. */
    failFast(): void {
      if (breaker) breakers.push(...[url, directUrl].map((one) => watchDatabase(one, breaker)));
    },
    /** Closes the pool; the last process that uses the embedded database stops it. */
    async close(): Promise<void> {
      await read?.close();
      await Promise.all(breakers.map((one) => one.close()));
      await closePool(knex);
      await embedded?.stop();
    },
  };
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

/** A value of `statement_timeout` by which poolers are recognised: they refuse the parameter, or do not pass it on. */
const MARK_MS = 10_987;
const PROTOCOL_VIOLATION = '08P01';

async function probe(url: string, mark = MARK_MS) {
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
