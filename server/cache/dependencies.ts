// The content that responses to guests depend on, as tags.
import { LRUCache } from 'lru-cache';
import { PRICING_MODELS } from '../../core/listings/fields.js';
import { termCounts } from '../../core/search/counts.js';
import { resolveCategory } from '../../core/settings/current.js';
import {
  ANYTHING_TAG,
  CATALOG_TAG,
  isCurrent,
  listingTag,
  listTag,
  type Tag,
  WORDS_TAG,
} from '../../db/public-content.js';

export const FROM_CONFIGURATION: Dependencies = { tags: [] };
export const FROM_CATALOG: Dependencies = { tags: [CATALOG_TAG] };
export const FROM_ALL_LISTINGS: Dependencies = { tags: [ANYTHING_TAG] };

/** Longest delay for what tags do not cover: similar products, word statistics, popularity. */
const MAX_LAG_MS = 60_000;
const NEVER = Number.POSITIVE_INFINITY;

type Shown = { readonly slug: string; readonly featured_until?: string | null };

/** Depends on these listings. Featuring ends by the clock, without a notified change. */
export const fromListings = (shown: readonly Shown[], ...others: Tag[]): Dependencies => ({
  tags: [...others, ...shown.map(({ slug }) => listingTag(slug))],
  until: Math.min(...shown.map(({ featured_until: end }) => (end ? Date.parse(end) : NEVER))),
});

export const fromAllListings = (shown: readonly Shown[]) => fromListings(shown, ANYTHING_TAG);

/** A new listing that is more similar shows only after the longest delay. */
export const fromListingAndRelated = (listing: Shown, related: readonly Shown[]) =>
  lagging(fromListings([listing, ...related]));

/** Depends on the listings of a page, and on the list its filters select. Unknown values do not narrow it. */
export function fromList(query: Readonly<Record<string, unknown>>, shown: readonly Shown[]): Dependencies {
  const category = resolveCategory(String(query.category));
  const pricing = PRICING_MODELS.find((known) => known === query.pricing);
  const isByWord = [query.q, query.facts, query.facets].some((asked) => asked !== undefined);
  const list = isByWord ? [WORDS_TAG, listTag()] : [listTag({ category, pricing })];
  const from = fromListings(shown, ...list);
  return query.q !== undefined || query.sort === 'popular' || termCounts.isSlow() ? lagging(from) : from;
}

/** Depends on the best-known names, which are counted hourly. */
export const fromPopular = (shown: readonly Shown[]): Dependencies => ({
  ...fromListings(shown, listTag()),
  until: Date.now() + 3_600_000,
});

export const fromBoth = (one: Dependencies, other: Dependencies): Dependencies => ({
  tags: [...one.tags, ...other.tags],
  until: Math.min(one.until ?? NEVER, other.until ?? NEVER),
});

const lagging = (from: Dependencies) => fromBoth(from, { tags: [], until: Date.now() + MAX_LAG_MS });

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
const ENTRY_OVERHEAD = 1000;

export interface Dependencies {
  readonly tags: readonly Tag[];
  /** When the value expires, in milliseconds since 1970: for content that its tags do not cover. */
  readonly until?: number;
}

interface Entry<T> extends Required<Dependencies> {
  /** The version of the public content before the response was rendered: a change during rendering invalidates it. */
  readonly version: number;
  readonly response: T;
}

export const cacheUse = { hit: 0, miss: 0 };

export class ResponseCache<T extends { readonly bytes: Buffer }> {
  readonly #entries = new LRUCache<string, Entry<T>>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ response }, key) => response.bytes.length + 2 * key.length + ENTRY_OVERHEAD,
  });

  get(key: string): T | null {
    const entry = this.#entries.get(key);
    const isValid = entry !== undefined && isCurrent(entry.version, entry.tags) && Date.now() < entry.until;
    return isValid ? entry.response : null;
  }

  /** @param version see Entry; null: notifications of changes are disconnected, and nothing is cached */
  set(key: string, version: number | null, from: Dependencies, response: T): void {
    if (version !== null) this.#entries.set(key, { until: NEVER, ...from, version, response });
  }
}
