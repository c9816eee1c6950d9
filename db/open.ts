// One way to the database for every process: the configured one, or the embedded one where none is.
import type { Knex } from 'knex';
import { type Breaker, type BreakerEvents, watchDatabase } from './breaker.js';
import { connectDatabase, DatabaseError } from './connection.js';
import { startEmbeddedPostgres } from './embedded.js';
import { type ReplicaEvents, useReplicas } from './replicas.js';

export interface Database {
  readonly knex: Knex;
  /** For those who bring a client of their own: sessions can be had there. */
  readonly url: string;
  /** From now on the breaker watches, where one was asked for. Before, what a start needs waits for a slow database. */
  failFast(): void;
  /** Ends the pool; the last process that uses the embedded database stops it. */
  close(): Promise<void>;
}

interface Options {
  /** null: the embedded PostgreSQL of `dataDir`. */
  readonly databaseUrl: string | null;
  /** Where `databaseUrl` is a pooler: the database itself. */
  readonly databaseDirectUrl: string | null;
  readonly dataDir: string;
  readonly log?: (message: string) => void;
  /** Called if the embedded database ended unexpectedly and could not be started again. */
  readonly onLost?: (error: Error) => void;
  readonly pool?: { readonly min?: number; readonly max?: number };
  /** As in `connectDatabase`. */
  readonly noticesOwnWrites?: boolean;
  /** Milliseconds a statement may run, 0 without limit. */
  readonly statementTimeout?: number;
  /** For a process that serves requests: while the database does not answer, whatever needs it fails at once. */
  readonly breaker?: BreakerEvents;
  /** Replicas of the database that guests' reading goes to. */
  readonly replicas?: { readonly urls: readonly string[] } & ReplicaEvents;
}

/**
 * Connects, starting the embedded PostgreSQL where that is the one, and binds the models.
 * @throws DatabaseError in words for an operator
 */
export async function openDatabase(options: Options): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir, log, onLost, breaker, replicas, ...connection } = options;
  if (databaseUrl !== null) {
    const directUrl = databaseDirectUrl ?? databaseUrl;
    const knex = await connectDatabase(databaseUrl, { ...connection, directUrl });
    const watch = watchOf([databaseUrl, directUrl], breaker);
    const read = replicas && replicas.urls.length > 0 ? useReplicas(replicas.urls, knex, replicas) : null;
    return {
      knex,
      url: directUrl,
      failFast: watch.begin,
      close: async () => {
        await read?.close();
        await watch.end();
        await knex.destroy();
      },
    };
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log, onLost }).catch((error: Error) => {
    throw new DatabaseError(error.message, { cause: error });
  });
  try {
    const knex = await connectDatabase(embedded.url, connection);
    const watch = watchOf([embedded.url], breaker);
    return {
      knex,
      url: embedded.url,
      failFast: watch.begin,
      close: async () => {
        await watch.end();
        await knex.destroy();
        await embedded.stop();
      },
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

function watchOf(urls: readonly string[], events: BreakerEvents | undefined) {
  const breakers: Breaker[] = [];
  return {
    begin: () => {
      if (events) breakers.push(...urls.map((url) => watchDatabase(url, events)));
    },
    end: async () => {
      await Promise.all(breakers.map((breaker) => breaker.close()));
    },
  };
}
