// How many live listings each choice of a filter would show.
import { Model } from 'objection';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { isCurrent, listTag, publicContentVersion } from '../../db/public-content.js';
import { onPrimary } from '../../db/replicas.js';
import { log } from '../kernel/log.js';
import { PRICING_MODELS, type PricingModel } from '../listings/fields.js';
import type { PresentedRow } from '../listings/present.js';
import type { ListingQuery } from '../listings/schema.js';
import { type Category, categoryValues } from '../settings/categories.js';
import type { Group, Ranking } from './ranking.js';
import { ENOUGH } from './tiers.js';

export interface Facets {
  /** Every live listing of the search, whatever the filters. */
  total: number;
  categories: { value: Category; count: number }[];
  pricing: { value: PricingModel; count: number }[];
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
  const total = scaled(shown(sums.get(kindOf('')) ?? NONE), scale);
  // A choice with few full matches shows partial ones, too: never more than the whole list has.
  const count = (inCategory: string, ofPricing: string | undefined) =>
    Math.min(total, scaled(shown(sums.get(kindOf(inCategory, ofPricing)) ?? NONE), scale));
  return {
    total,
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

/** Live listings of a category ('' for all of them) and a pricing model ('' for none). */
export type ListingCount = Pick<Group, 'category' | 'pricing_model' | 'listings'>;

/** Differences that may wait to be folded: few enough to be summed at every read. */
const MAX_DIFFERENCES = 1000;

let folding: Promise<void> | null = null;

const allCounts = prepare<ListingCount & { differences: number }>(
  `select category, pricing_model, sum(listings)::int as listings, count(*) as differences
   from listing_counts group by category, pricing_model`,
);

/** With the database, and the version of its public content when the read began. */
let latest: { since: number; knex: unknown; counts: Promise<readonly ListingCount[]> } | null = null;

/**
 * The counts by category and pricing model, without zeros. Every list shows them: they are read once after a change,
 * with one query for all concurrent callers; on every call while notifications of changes are disconnected.
 */
export function readListingCounts(): Promise<readonly ListingCount[]> {
  const since = publicContentVersion();
  const knex = Model.knex();
  if (latest?.knex === knex && isCurrent(latest.since, [listTag()])) return latest.counts;
  const counts = readCounts();
  const reading = since === null ? null : { since, knex, counts };
  latest = reading;
  counts.catch(() => {
    if (latest === reading) latest = null;
  });
  return counts;
}

async function readCounts(): Promise<readonly ListingCount[]> {
  const rows = await allCounts();
  const differences = rows.reduce((sum, row) => sum + row.differences, 0);
  if (differences > MAX_DIFFERENCES) void onPrimary(foldListingCounts);
  return rows.filter(({ listings }) => listings !== 0);
}

/** Folds the differences, each once: who deletes a row adds it. Resolves even if it fails. */
export function foldListingCounts(): Promise<void> {
  folding ??= BaseModel.knex()
    .raw(
      `with folded as (
         delete from listing_counts where ctid in (select ctid from listing_counts for update skip locked) returning *
       )
       insert into listing_counts
         select category, pricing_model, sum(listings) from folded group by 1, 2 having sum(listings) <> 0`,
    )
    .then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'the counts of listings were not folded'),
    )
    .finally(() => {
      folding = null;
    });
  return folding;
}
