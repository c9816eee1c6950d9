// Whether what guests can read has changed since it was last read. The database tells (migration 0010), and this
// process listens on one connection, which others' writes reach within milliseconds. For its own writes it does not
// wait: whatever its pool has sent that may change public content is taken for a change as soon as it is committed,
// so that whoever wrote here reads what was written. (That every connection of the pool listened would do too, but
// each notice would wake them all.)
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';

const CHANNEL = 'public_content';
/** Milliseconds between two questions to ourselves whether we still hear. */
const PING_INTERVAL = 5_000;
/** For how many milliseconds after the last answer we believe it: a dead connection is found out by then. */
const TRUST = 15_000;
const RETRY_INTERVAL = 1_000;

let version = 0;
/** On the clock that never goes back. */
let heardAt = Number.NEGATIVE_INFINITY;

/**
 * A number that is another one after every change of what guests can read. Whatever was read after taking it may be
 * shown for as long as it stays the same.
 * @returns null while nobody listens: then nothing may be kept
 */
export function publicContentVersion(): number | null {
  return performance.now() - heardAt < TRUST ? version : null;
}

/** A statement that may change what guests can read: it names a public table, and is not a plain select. */
const MAY_CHANGE = /^(?!\s*select\b).*\b(listings|catalog_entries)\b/is;

/** A connection of the pool: the id that knex gives it, and the protocol under it. */
type PooledConnection = pg.Client & {
  readonly __knexUid: string;
  readonly connection: NodeJS.EventEmitter;
};

/** Takes what is committed through a pool for changes. @returns what the pool calls with each new connection */
export function noticeOwnWrites(): {
  afterCreate(connection: unknown, done: (error?: Error) => void): void;
  observe(knex: Knex): void;
} {
  const writing = new Set<string>();
  return {
    observe(knex) {
      knex.on('query', ({ sql, __knexUid }: { sql: string; __knexUid: string }) => {
        if (MAY_CHANGE.test(sql)) writing.add(__knexUid);
      });
    },
    afterCreate(created, done) {
      const { connection, __knexUid } = created as PooledConnection;
      // Idle, not in a transaction: committed (or rolled back, which is no harm). This is seen before the one who
      // wrote goes on.
      connection.on('readyForQuery', ({ status }: { status: string }) => {
        if (status === 'I' && writing.delete(__knexUid)) version += 1;
      });
      done();
    },
  };
}

export interface Watch {
  /** Settles once changes are heard of for the first time, or the watch is closed. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own until it is closed, and connects again when that is lost.
 * @param onDeaf told once each time that nothing is heard any more, and why
 */
export function watchPublicContent(url: string, onDeaf: (reason: string) => void = () => undefined): Watch {
  const abort = new AbortController();
  let open = () => {};
  const ready = new Promise<void>((resolve) => {
    open = resolve;
  });
  const listening = (async () => {
    for (let isTold = false; !abort.signal.aborted; ) {
      const reason = await listenOnce(url, abort.signal, () => {
        isTold = false;
        open();
      });
      heardAt = Number.NEGATIVE_INFINITY;
      version += 1;
      if (!abort.signal.aborted && !isTold) onDeaf(reason);
      isTold = true;
      await pause(RETRY_INTERVAL, abort.signal);
    }
  })();
  return {
    ready,
    close: async () => {
      abort.abort();
      open();
      await listening;
    },
  };
}

/** Listens until the connection fails or `signal` aborts. @returns why it ended */
async function listenOnce(url: string, signal: AbortSignal, onHeard: () => void): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'listing-directory notices',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  let failure: Error | null = null;
  client.on('error', (error) => {
    failure = error;
  });
  // A channel of our own. Through a pooler that swaps connections between statements the ping does not come
  // back, and nothing is believed.
  const pings = `ping_${randomUUID().replaceAll('-', '')}`;
  let isHeard = false;
  client.on('notification', ({ channel }) => {
    if (channel === CHANNEL) version += 1;
    if (channel === pings) isHeard = true;
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    await client.query(`listen ${pings}`);
    while (!signal.aborted && failure === null) {
      isHeard = false;
      const asked = performance.now();
      await client.query('select pg_notify($1, $2)', [pings, '']);
      if (!isHeard)
        return 'notices of the database do not come through; behind a pooler set DATABASE_DIRECT_URL';
      heardAt = asked;
      onHeard();
      await pause(PING_INTERVAL, signal);
    }
    return String(failure ?? 'closed');
  } catch (error) {
    return String(failure ?? error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
