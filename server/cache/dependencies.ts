// The content that responses to guests depend on, as tags.
import { LRUCache } from 'lru-cache';
import { PRICING_MODELS } from '../../core/listings/fields.js';
import { termCounts } from '../../core/search/term-counts.js';
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

/** Depends only on the configuration, which is fixed for the life of the process. */
export const FROM_CONFIGURATION: Dependencies = { tags: [] };
export const FROM_CATALOG: Dependencies = { tags: [CATALOG_TAG] };
export const FROM_ALL_LISTINGS: Dependencies = { tags: [ANYTHING_TAG] };

/** Longest delay for what tags do not cover: similar products, word statistics, popularity. */
const MAX_LAG_MS = 60_000;

interface Shown {
  readonly slug: string;
  readonly featured_until?: string | null;
}

/** Featuring ends by the clock, without a notified change. */
function untilEnds(shown: readonly Shown[]): Pick<Dependencies, 'until'> {
  return earliest(shown.map(({ featured_until: end }) => (end ? Date.parse(end) : undefined)));
}

function earliest(ends: readonly (number | undefined)[]): Pick<Dependencies, 'until'> {
  const known = ends.filter((end) => end !== undefined);
  return known.length > 0 ? { until: Math.min(...known) } : {};
}

const shownTags = (shown: readonly Shown[]): Tag[] => shown.map(({ slug }) => listingTag(slug));

export function fromListings(listings: readonly Shown[]): Dependencies {
  return { tags: shownTags(listings) };
}

export function fromListing(listing: Shown): Dependencies {
  return { tags: [listingTag(listing.slug)], ...untilEnds([listing]) };
}

/** Any public listing, of which some are shown. */
export function fromAllListings(shown: readonly Shown[]): Dependencies {
  return { ...FROM_ALL_LISTINGS, ...untilEnds(shown) };
}

/** The page of a listing: it is dropped when the similar listings on it change, but not when a new one is added. */
export function fromListingAndRelated(listing: Shown, related: readonly Shown[]): Dependencies {
  const shown = [listing, ...related];
  return lagging({ tags: shownTags(shown), ...untilEnds(shown) });
}

/** The listings on a page of a list, and those its filters admit. @param query only known values narrow it down */
export function fromList(query: Readonly<Record<string, unknown>>, shown: readonly Shown[]): Dependencies {
  const category = resolveCategory(String(query.category));
  const pricing = PRICING_MODELS.find((known) => known === query.pricing);
  if (query.q === undefined) {
    const isByFact = query.facts !== undefined || query.facets !== undefined;
    const list = isByFact ? [WORDS_TAG, listTag()] : [listTag({ category, pricing })];
    const from = { tags: [...list, ...shownTags(shown)], ...untilEnds(shown) };
    return query.sort === 'popular' || termCounts.isSlow ? lagging(from) : from;
  }
  return lagging({ tags: [WORDS_TAG, listTag(), ...shownTags(shown)], ...untilEnds(shown) });
}

/** Names of the best known, counted hourly. */
export function fromPopular(shown: readonly Shown[]): Dependencies {
  return { tags: [listTag(), ...shownTags(shown)], until: Date.now() + 3_600_000 };
}

export function fromBoth(one: Dependencies, other: Dependencies): Dependencies {
  return { tags: [...one.tags, ...other.tags], ...earliest([one.until, other.until]) };
}

function lagging(from: Dependencies): Dependencies {
  return fromBoth(from, { tags: [], until: Date.now() + MAX_LAG_MS });
}

// A cache of values derived from public content, each entry valid until something it depends on changes.

/** Bytes of a cache; the least recently used entry is evicted first. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
/** Approximate size of an entry besides its own bytes. */
const ENTRY_OVERHEAD = 1000;

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
