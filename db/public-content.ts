// Whether what guests can read has changed since it was last read. The database tells (migration 0010), and this
// process listens in two ways:
// - every connection of the pool hears of its own writes before their commit is answered (PostgreSQL sends a
//   session its own notices ahead of ReadyForQuery), so that whoever wrote here reads what was written;
// - one connection does nothing but listen, for the writes of other processes, which arrive within milliseconds.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Lets a connection of the pool hear of changes, its own included. */
export async function hearChanges(connection: pg.ClientBase): Promise<void> {
  connection.on('notification', ({ channel }) => {
    if (channel === CHANNEL) version += 1;
  });
  await connection.query(`listen ${CHANNEL}`);
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
    if (channel === pings) isHeard = true;
  });
  try {
    await client.connect();
    await hearChanges(client);
    await client.query(`listen ${pings}`);
    while (!signal.aborted && failure === null) {
      isHeard = false;
      const asked = performance.now();
      await client.query('select pg_notify($1, $2)', [pings, '']);
      if (!isHeard) return 'notices of the database do not come through';
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
