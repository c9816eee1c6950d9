// A cache of what was made from public content, valid until that content changes.
import { LRUCache } from 'lru-cache';
import { publicContentVersion } from '../../db/public-content.js';

/** Bytes of one cache; the least recently used entry is evicted first. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
/** Roughly what an entry takes besides its own bytes. */
const ENTRY_OVERHEAD = 500;

/** Look-ups in all caches of this process since its start. */
export const cacheUse = { hit: 0, miss: 0 };

/** An LRU cache whose entries are valid only for the current version of the public content. */
export class VersionedCache<T extends object> {
  readonly #entries: LRUCache<string, { version: number; value: T }>;

  /** @param sizeOf the bytes of a value */
  constructor(sizeOf: (value: T) => number) {
    this.#entries = new LRUCache({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ENTRY_BYTES,
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + ENTRY_OVERHEAD,
    });
  }

  get(key: string): T | null {
    const entry = this.#entries.get(key);
    const isValid = entry !== undefined && entry.version === publicContentVersion();
    cacheUse[isValid ? 'hit' : 'miss'] += 1;
    return isValid ? entry.value : null;
  }

  /**
   * @param version of the public content before the value was made, so that a change in between invalidates it;
   *   null: this process does not hear of changes, and nothing is cached
   */
  set(key: string, version: number | null, value: T): void {
    if (version !== null) this.#entries.set(key, { version, value });
  }
}
