// What was made from public content, kept until that changes.
import { LRUCache } from 'lru-cache';
import { publicContentVersion } from '../../db/public-content.js';

/** Bytes that one place holds; the least recently used goes first. */
const PLACE_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 1024 * 1024;
/** About what an entry takes beside its own bytes. */
const ENTRY_OVERHEAD = 500;

/** A place where whatever is found is still true. */
export class Kept<T extends object> {
  readonly #entries: LRUCache<string, { version: number; value: T }>;

  /** @param sizeOf the bytes of a value */
  constructor(sizeOf: (value: T) => number) {
    this.#entries = new LRUCache({
      maxSize: PLACE_BYTES,
      maxEntrySize: ENTRY_BYTES,
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + ENTRY_OVERHEAD,
    });
  }

  find(key: string): T | null {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.version === publicContentVersion() ? entry.value : null;
  }

  /**
   * Keeps a value.
   * @param version what `publicContentVersion` gave before the value was begun: should something have changed
   *   meanwhile, that version is over and the value is never found; null: changes are not heard of
   */
  keep(key: string, version: number | null, value: T): void {
    if (version !== null) this.#entries.set(key, { version, value });
  }
}
