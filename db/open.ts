// Opens the database for every process: the configured one, or the embedded one if none is configured.
import type { Knex } from 'knex';
import { type Breaker, type BreakerEvents, watchDatabase } from './breaker.js';
import { connectDatabase, DatabaseError } from './connection.js';
import { startEmbeddedPostgres } from './embedded.js';
import { closePool } from './pool.js';
import { ReplicaSet } from './replicas.js';

export interface Database {
  readonly knex: Knex;
  /** For callers with their own client: sessions are available there. */
  readonly url: string;
  /** Starts the breaker, if one was requested. Until then, queries of the start wait for a slow database. */
  failFast(): void;
  /** Closes the pool; the last process that uses the embedded database stops it. */
  close(): Promise<void>;
}

interface Options {
  /** null: the embedded PostgreSQL of `dataDir`. */
  readonly databaseUrl: string | null;
  /** If `databaseUrl` is a pooler: the database itself. */
  readonly databaseDirectUrl: string | null;
  readonly dataDir: string;
  readonly log?: (message: string) => void;
  readonly onLost?: (error: Error) => void;
  /** For a process that serves requests: queries fail at once while the database does not respond. */
  readonly breaker?: BreakerEvents;
  readonly replicas?: { readonly urls: readonly string[]; readonly eventsOf: (url: string) => BreakerEvents };
}

/** Connects, starting the embedded PostgreSQL if it is used, and binds the models. @throws DatabaseError */
export async function openDatabase(options: Options): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir, log, onLost, breaker, replicas } = options;
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log, onLost }) : null;
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
    url: directUrl,
    failFast() {
      if (breaker) breakers.push(...[url, directUrl].map((one) => watchDatabase(one, breaker)));
    },
    async close() {
      await read?.close();
      await Promise.all(breakers.map((one) => one.close()));
      await closePool(knex);
      await embedded?.stop();
    },
  };
}

function startEmbedded(options: Parameters<typeof startEmbeddedPostgres>[0]) {
  return startEmbeddedPostgres(options).catch((error: Error) => {
    throw new DatabaseError(error.message, { cause: error });
  });
}
