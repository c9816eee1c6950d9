// Opens the database for every process: the configured one, or the embedded one if none is configured.
import type { Knex } from 'knex';
import { type Breaker, type BreakerEvents, watchDatabase } from './breaker.js';
import { bindModels, connectDatabase, DatabaseError } from './connection.js';
import { startEmbeddedPostgres } from './embedded.js';
import { closePool, createPool } from './pool.js';
import { ReplicaSet } from './replicas.js';

export interface Database {
  readonly knex: Knex;
  /** For callers with a client of their own: sessions are available there. */
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
  /** Called if the embedded database ended unexpectedly and could not be started again. */
  readonly onLost?: (error: Error) => void;
  readonly pool?: { readonly min?: number; readonly max?: number };
  /** Milliseconds a statement may run, 0 without limit. */
  readonly statementTimeout?: number;
  /** For a process that serves requests: while the database does not respond, queries fail at once. */
  readonly breaker?: BreakerEvents;
  /** Replicas of the database that serve guests' reads. */
  readonly replicas?: { readonly urls: readonly string[]; readonly eventsOf: (url: string) => BreakerEvents };
}

/** Connects, starting the embedded PostgreSQL if it is used, and binds the models. @throws DatabaseError */
export async function openDatabase(options: Options): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir, log, onLost, breaker, replicas, ...connection } = options;
  const breakers: Breaker[] = [];
  const watch = (urls: readonly string[]) => () => {
    if (breaker) breakers.push(...urls.map((url) => watchDatabase(url, breaker)));
  };
  const unwatch = () => Promise.all(breakers.map((one) => one.close()));
  if (databaseUrl !== null) {
    const directUrl = databaseDirectUrl ?? databaseUrl;
    const knex = await connectDatabase(databaseUrl, { ...connection, directUrl });
    const read =
      replicas && replicas.urls.length > 0 ? new ReplicaSet(replicas.urls, knex, replicas.eventsOf) : null;
    return {
      knex,
      url: directUrl,
      failFast: watch([databaseUrl, directUrl]),
      close: async () => {
        await read?.close();
        await unwatch();
        await closePool(knex);
      },
    };
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log, onLost }).catch((error: Error) => {
    throw new DatabaseError(error.message, { cause: error });
  });
  // The kind of server at the other end is known.
  const knex = createPool(embedded.url, connection);
  bindModels(knex);
  return {
    knex,
    url: embedded.url,
    failFast: watch([embedded.url]),
    close: async () => {
      await unwatch();
      await closePool(knex);
      await embedded.stop();
    },
  };
}
