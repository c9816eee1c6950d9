// What of the things guests can read has changed, and when. The database tells (migration 0025), as tags: the listing,
// the lists it stands in, the words a search finds. This process listens on one connection, which others' writes reach
// within milliseconds. For its own writes it does not wait: the sessions of its pool are told in the answers to their
// own statements, so that whoever wrote here reads what was written. (That every connection of the pool listened would
// do too, but each notice would wake them all.)
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const CHANNEL = 'public_content';
/** SQLSTATE of the messages by which a session is told of its own changes. */
const OWN_CHANGE = 'LD001';
/** Milliseconds between two questions to ourselves whether we still hear. */
const PING_INTERVAL_MS = 5_000;
/** For how many milliseconds after the last answer we believe it: a dead connection is found out by then. */
const SILENCE_TIMEOUT_MS = 15_000;
const RETRY_INTERVAL_MS = 1_000;
/** Tags remembered one by one; beyond, everything is taken for changed. */
const MAX_TAGS = 50_000;

/** Something that can change, as the triggers name it. */
export type Tag = string;

export const listingTag = (slug: string): Tag => `l:${slug}`;
/** Which live listings there are, and in which order: all of them, or those of a category or a pricing model. */
export const listTag = ({ category, pricing }: { category?: string; pricing?: string } = {}): Tag =>
  category ? `c:${category}` : pricing ? `p:${pricing}` : 'm';
/** Anything that a search reads. */
export const WORDS_TAG: Tag = 'w';
export const CATALOG_TAG: Tag = 'k';
/** Any change at all. */
export const ANYTHING_TAG: Tag = '*';

/** Counts the changes. */
let version = 0;
/** The change that each tag was last named by. */
const changedAt = new Map<Tag, number>();
/** The last change after which nothing before it is known to be the same. */
let allChangedAt = 0;
/** On the clock that never goes back. */
let heardAt = Number.NEGATIVE_INFINITY;

/**
 * A number that is higher after every change of what guests can read. Whatever was read after taking it may be shown
 * for as long as it `isCurrent`.
 * @returns null while nobody listens: then nothing may be kept
 */
export function publicContentVersion(): number | null {
  return performance.now() - heardAt < SILENCE_TIMEOUT_MS ? version : null;
}

/** Whether nothing that has one of these tags changed since that version. */
export function isCurrent(since: number, tags: readonly Tag[]): boolean {
  if (allChangedAt > since || performance.now() - heardAt >= SILENCE_TIMEOUT_MS) return false;
  return version === since || tags.every((tag) => (changedAt.get(tag) ?? 0) <= since);
}

const listeners = new Set<() => void>();

/** @param listener is called with every change, before anybody can read its version. @returns ends that */
export function onPublicChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param told tags with spaces between them; `*` or nothing for everything */
function markChanged(told: string): void {
  version += 1;
  for (const listener of listeners) listener();
  if (told === '' || told === ANYTHING_TAG || changedAt.size > MAX_TAGS) {
    changedAt.clear();
    allChangedAt = version;
    return;
  }
  changedAt.set(ANYTHING_TAG, version);
  for (const tag of told.split(' ')) changedAt.set(tag, version);
}

/** A connection of the pool, and the protocol under it. */
type PooledConnection = pg.Client & { readonly connection: NodeJS.EventEmitter };

/** Hears what the sessions of a pool are told of their own changes: for the pool to call with each new connection. */
export function subscribeToOwnWrites(
  created: unknown,
  done: (error: Error | undefined, connection: unknown) => void,
): void {
  const client = created as PooledConnection;
  const told: string[] = [];
  client.on('notice', ({ code, message }) => {
    if (code === OWN_CHANGE) told.push(message ?? '');
  });
  const note = () => {
    for (const tags of told.splice(0)) markChanged(tags);
  };
  // Idle, not in a transaction: committed (or rolled back, which is no harm). This is seen before the one who wrote
  // goes on.
  client.connection.on('readyForQuery', ({ status }: { status: string }) => {
    if (status === 'I') note();
  });
  client.on('end', note);
  done(undefined, client);
}

export interface Watch {
  /** Settles once changes are heard of for the first time, or the watch is closed. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own until it is closed, and connects again when that is lost.
 * @param onDisconnected told once each time that nothing is heard any more, and why
 */
export function watchPublicContent(
  url: string,
  onDisconnected: (reason: string) => void = () => undefined,
): Watch {
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
      markChanged(ANYTHING_TAG);
      if (!abort.signal.aborted && !isTold) onDisconnected(reason);
      isTold = true;
      await pause(RETRY_INTERVAL_MS, abort.signal);
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
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === CHANNEL) markChanged(payload);
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
      await pause(PING_INTERVAL_MS, signal);
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
