// A cache of values derived from public content, each entry valid until something it depends on changes.
import { LRUCache } from 'lru-cache';
import { isCurrent, type Tag } from '../../db/public-content.js';

/** Bytes of a cache; the least recently used entry is evicted first. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
/** Approximate size of an entry besides its own bytes. */
const ENTRY_OVERHEAD = 1000;

/** The tags a value depends on. */
export interface Dependencies {
  readonly tags: readonly Tag[];
  /** When the value expires, in milliseconds since 1970: for content that its tags do not cover. */
  readonly until?: number;
}

interface Entry<T> {
  /** The version of the public content before the value was derived, so that a change in between invalidates it. */
  readonly version: number;
  readonly tags: readonly Tag[];
  readonly until: number;
  readonly value: T;
}

/** Look-ups in all caches of this process since its start. */
export const cacheUse = { hit: 0, miss: 0 };

export class DependencyCache<T extends object> {
  readonly #entries: LRUCache<string, Entry<T>>;

  /** @param sizeOf the bytes of a value */
  constructor(sizeOf: (value: T) => number) {
    this.#entries = new LRUCache({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ENTRY_BYTES,
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + ENTRY_OVERHEAD,
    });
  }

  get(key: string): T | null {
    const value = this.find(key);
    cacheUse[value ? 'hit' : 'miss'] += 1;
    return value;
  }

  /** Like `get`, but not counted in the metrics. */
  find(key: string): T | null {
    const entry = this.#entries.get(key);
    const isValid = entry !== undefined && isCurrent(entry.version, entry.tags) && Date.now() < entry.until;
    return isValid ? entry.value : null;
  }

  /** @param version see Entry; null: notifications of changes are disconnected, and nothing is cached */
  set(key: string, version: number | null, { tags, until }: Dependencies, value: T): void {
    if (version === null) return;
    this.#entries.set(key, { version, tags, until: until ?? Number.POSITIVE_INFINITY, value });
  }
}
