// How many live listings each choice of a filter would show.
import { PRICING_MODELS, type PricingModel } from '../listings/fields.js';
import type { PresentedRow } from '../listings/present.js';
import type { ListingQuery } from '../listings/schema.js';
import { type Category, categoryValues } from '../site/categories.js';
import { type ListingCount, readListingCounts } from './counts.js';
import type { Group, Ranking } from './ranking.js';
import { ENOUGH } from './tiers.js';

export interface FacetCount<T extends string> {
  value: T;
  count: number;
}

export interface Facets {
  /** Every live listing of the search, whatever the filters. */
  total: number;
  categories: FacetCount<Category>[];
  pricing: FacetCount<PricingModel>[];
  /** A search has too many matches to count: these are extrapolated from the ranked ones. */
  isEstimate: boolean;
}

type Filters = Pick<ListingQuery, 'category' | 'pricing' | 'sort'>;

/**
 * Counts the live listings by category and by pricing model, in the order of the schema, zeros included. Each count
 * ignores its own filter: it is what choosing that value instead would show.
 * @param filters validated ones, as `findListings` takes them
 */
export async function countFacets(
  filters: Filters = {},
  counts: Promise<readonly ListingCount[]> = readListingCounts(),
): Promise<Facets> {
  const groups = (await counts).map((group) => ({ ...group, full: group.listings, relaxed: 0 }));
  return toFacets(sumUp(groups), filters, (sum) => sum.listings, 1);
}

/** How many live listings these filters leave. */
export async function countListings({ category = '', pricing }: Filters): Promise<number> {
  return (await readListingCounts())
    .filter((group) => group.category === category && (!pricing || group.pricing_model === pricing))
    .reduce((sum, { listings }) => sum + listings, 0);
}

/** The facets of a search. By date or name, partial matches are listed only if there is no full one. */
export function facetsOf({ groups, scale }: Pick<Ranking, 'groups' | 'scale'>, filters: Filters): Facets {
  const shown = ({ listings, full, relaxed }: Sums) => {
    if (filters.sort !== 'relevance' && full > 0) return full;
    return full < ENOUGH ? listings : listings - relaxed;
  };
  return toFacets(sumUp(groups), filters, shown, scale);
}

function toFacets(
  sums: ReadonlyMap<string, Sums>,
  { category, pricing }: Filters,
  shown: (sum: Sums) => number,
  scale: number,
): Facets {
  const count = (inCategory: string, ofPricing: string | undefined) =>
    scaled(shown(sums.get(kindOf(inCategory, ofPricing)) ?? NONE), scale);
  return {
    total: count('', undefined),
    categories: categoryValues().map((value) => ({ value, count: count(value, pricing) })),
    pricing: PRICING_MODELS.map((value) => ({ value, count: count(category ?? '', value) })),
    isEstimate: scale !== 1,
  };
}

type Sums = Pick<Group, 'listings' | 'full' | 'relaxed'>;

const NONE: Sums = { listings: 0, full: 0, relaxed: 0 };

/** @param pricing undefined: all of them */
const kindOf = (category: string, pricing?: string) => `${category} ${pricing ?? '*'}`;

/** The sums of each category, with each pricing model and with all of them. */
function sumUp(groups: readonly Group[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { category, pricing_model: pricing, listings, full, relaxed } of groups) {
    for (const kind of [kindOf(category, pricing), kindOf(category)]) {
      const sum = sums.get(kind) ?? NONE;
      sums.set(kind, {
        listings: sum.listings + listings,
        full: sum.full + full,
        relaxed: sum.relaxed + relaxed,
      });
    }
  }
  return sums;
}

/** Estimates are rounded to two significant digits. */
function scaled(count: number, scale: number): number {
  return scale === 1 ? count : Number((count * scale).toPrecision(2));
}

/** Of listings that were all found. */
export function groupsOf({ categories, pricingModel }: PresentedRow): Group[] {
  return [...(categories ?? []), ''].map((category) => ({
    category,
    pricing_model: pricingModel ?? '',
    listings: 1,
    full: 1,
    relaxed: 0,
  }));
}
