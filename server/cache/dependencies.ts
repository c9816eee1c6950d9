// What the answers to guests are made from.
import { PRICING_MODELS } from '../../core/listings/schema.js';
import { CATEGORIES } from '../../core/site/categories.js';
import {
  ANYTHING_TAG,
  CATALOG_TAG,
  listingTag,
  listTag,
  type Tag,
  WORDS_TAG,
} from '../../db/public-content.js';
import type { Dependencies } from './dependency-cache.js';

/** The configuration alone, which stays as long as the process. */
export const FROM_CONFIGURATION: Dependencies = { tags: [] };
export const FROM_CATALOG: Dependencies = { tags: [CATALOG_TAG] };
/** Any public listing. */
export const FROM_ALL_LISTINGS: Dependencies = { tags: [ANYTHING_TAG] };

/**
 * Seconds for which a page may show what its tags do not name: other products like this one, where a new listing would
 * fit in; and for searches, what is learned about the words of all listings.
 */
const LAGGING = 60;

interface Shown {
  readonly slug: string;
  readonly featured_until?: string | null;
}

/** Being featured ends by the clock, without a change that anybody would tell of. */
function untilEnds(shown: readonly Shown[]): Pick<Dependencies, 'until'> {
  const ends = shown.flatMap(({ featured_until: end }) => (end ? [Date.parse(end)] : []));
  return ends.length > 0 ? { until: Math.min(...ends) } : {};
}

const shownTags = (shown: readonly Shown[]): Tag[] => shown.map(({ slug }) => listingTag(slug));

/** These listings. */
export function fromListings(listings: readonly Shown[]): Dependencies {
  return { tags: shownTags(listings) };
}

/** One listing. */
export function fromListing(listing: Shown): Dependencies {
  return { tags: [listingTag(listing.slug)], ...untilEnds([listing]) };
}

/** Any public listing, some of them shown. */
export function fromAllListings(shown: readonly Shown[]): Dependencies {
  return { ...FROM_ALL_LISTINGS, ...untilEnds(shown) };
}

/** The page of a listing: others beside it are dropped when they change, but one that is born is not waited for. */
export function fromListingAndRelated(listing: Shown, related: readonly Shown[]): Dependencies {
  const shown = [listing, ...related];
  return { tags: shownTags(shown), seconds: LAGGING, ...untilEnds(shown) };
}

/**
 * A page of a list: what is on it, and what its filters let in.
 * @param query as it was sent; only what is exactly a known category or pricing model narrows it down
 */
export function fromList(query: Readonly<Record<string, unknown>>, shown: readonly Shown[]): Dependencies {
  const category = CATEGORIES.find((known) => known === query.category);
  const pricing = PRICING_MODELS.find((known) => known === query.pricing);
  if (query.q === undefined)
    return { tags: [listTag({ category, pricing }), ...shownTags(shown)], ...untilEnds(shown) };
  return { tags: [WORDS_TAG, listTag(), ...shownTags(shown)], seconds: LAGGING, ...untilEnds(shown) };
}

/** A list beside the counts of all categories and pricing models. */
export function fromListAndCounts(
  query: Readonly<Record<string, unknown>>,
  shown: readonly Shown[],
): Dependencies {
  const { tags, ...rest } = fromList(query, shown);
  return { tags: [listTag(), ...tags], ...rest };
}
