// Which public content has changed, by tags that triggers send: the listing, its lists, the words of searches. Changes
// of other processes arrive on one connection, own ones as notices in the response to the statement (pool.ts).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from './client.js';

const CHANNEL = 'public_content';
/** SQLSTATE of the notices that carry a session's own changes. */
export const OWN_CHANGE = 'LD001';
/** How often we notify ourselves, to check that the connection still works. */
const PING_INTERVAL_MS = 1_000;
/** Without a notification for this long, the connection counts as dead. */
const SILENCE_TIMEOUT_MS = 4_000;
const RETRY_INTERVAL_MS = 1_000;
/** Beyond this number of tags, everything counts as changed. */
const MAX_TAGS = 50_000;

export type Tag = string;

export const listingTag = (slug: string): Tag => `l:${slug}`;
/** Which live listings exist, and in which order: all of them, or those of a category or a pricing model. */
export const listTag = ({ category, pricing }: { category?: string; pricing?: string } = {}): Tag =>
  category ? `c:${category}` : pricing ? `p:${pricing}` : 'm';
export const WORDS_TAG: Tag = 'w';
export const CATALOG_TAG: Tag = 'k';
export const ANYTHING_TAG: Tag = '*';

let version = 0;
const changedAt = new Map<Tag, number>();
/** The version of the latest change that invalidated everything before it. */
let allChangedAt = 0;
let heardAt = Number.NEGATIVE_INFINITY;

/** A version to note before reading a value, which may be cached while the version `isCurrent`; null: do not cache. */
export function publicContentVersion(): number | null {
  return performance.now() - heardAt < SILENCE_TIMEOUT_MS ? version : null;
}

/** Whether nothing with one of these tags has changed since that version. */
export function isCurrent(since: number, tags: readonly Tag[]): boolean {
  if (allChangedAt > since || performance.now() - heardAt >= SILENCE_TIMEOUT_MS) return false;
  return version === since || tags.every((tag) => (changedAt.get(tag) ?? 0) <= since);
}

const listeners = new Set<() => void>();

/** @param listener called with every change, before anyone can read its version @returns a function to unsubscribe */
export function onPublicChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param told tags separated by spaces; `*` or nothing for everything */
export function markChanged(told: string): void {
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

/** Listens on a connection of its own until closed; `ready` resolves at the first connection, or when closed. */
export function watchPublicContent(url: string, onDisconnected: (reason: string) => void = () => undefined) {
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
  const close = async () => {
    abort.abort();
    open();
    await listening;
  };
  return { ready, close };
}

/** Listens until the connection fails or `signal` aborts. @returns why it ended */
async function listenOnce(url: string, signal: AbortSignal, onHeard: () => void): Promise<string> {
  const client = newClient(url, 'notices');
  let failure: Error | null = null;
  const lost = new AbortController();
  // Changes of other processes no longer arrive: the whole cache is invalid at once.
  const lose = (error?: Error) => {
    failure ??= error ?? null;
    heardAt = Number.NEGATIVE_INFINITY;
    lost.abort();
  };
  client.on('end', () => lose());
  client.on('error', lose);
  // A channel of our own. Through a pooler that swaps connections between statements the ping does not arrive, and the
  // connection counts as dead.
  const pings = `ping_${randomUUID().replaceAll('-', '')}`;
  let isHeard = false;
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === CHANNEL) markChanged(payload);
    if (channel === pings) isHeard = true;
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}; listen ${pings}`);
    while (!signal.aborted && !lost.signal.aborted) {
      isHeard = false;
      const asked = performance.now();
      await client.query('select pg_notify($1, $2)', [pings, '']);
      if (!isHeard)
        return 'notices of the database do not come through; behind a pooler set DATABASE_DIRECT_URL';
      heardAt = asked;
      onHeard();
      await pause(PING_INTERVAL_MS, AbortSignal.any([signal, lost.signal]));
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
