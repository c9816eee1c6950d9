// How many live listings each choice of a filter would show.
import { PRICING_MODELS, type PricingModel } from '../listings/fields.js';
import type { ListingQuery } from '../listings/schema.js';
import { type Category, categoryValues } from '../site/categories.js';
import { findByAddress } from './address.js';
import { findCandidates } from './candidates.js';
import { type ListingCount, readListingCounts } from './counts.js';
import { parseQuery } from './query.js';
import { Bindings, runSearch } from './statement.js';
import { ENOUGH } from './tiers.js';
import { readSearch } from './understanding.js';

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

type Filters = Pick<ListingQuery, 'q' | 'category' | 'pricing' | 'sort'>;

/** Listings of one category ('' for all) and pricing model. */
interface Group {
  readonly category: string;
  readonly pricing_model: string;
  readonly listings: number;
  /** Those with all words; partial matches are shown only if there are few of these. */
  readonly full: number;
  readonly relaxed: number;
}

/** Maximum matches that are counted one by one. */
const MAX_COUNTED = 500;

/**
 * Counts the live listings by category and by pricing model, in the order of the schema, zeros included. Each count
 * ignores its own filter: it is what choosing that value instead would show.
 * @param filters validated ones, as `findListings` takes them
 */
export async function countFacets({ q, category, pricing, sort }: Filters = {}): Promise<Facets> {
  const isByRelevance = sort === 'relevance';
  const { sums, scale } = q?.trim() ? await countFound(q.trim(), isByRelevance) : await countAll();
  const count = (inCategory: string, ofPricing: string | undefined) => {
    const { listings, full, relaxed } = sums.get(kindOf(inCategory, ofPricing)) ?? NONE;
    if (!isByRelevance && full > 0) return scaled(full, scale);
    return scaled(full < ENOUGH ? listings : listings - relaxed, scale);
  };
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

interface Counted {
  readonly sums: ReadonlyMap<string, Sums>;
  /** How many listings each ranked one represents. */
  readonly scale: number;
}

/** The sums of counts that are cached until they change. */
const sumsOf = new WeakMap<readonly ListingCount[], ReadonlyMap<string, Sums>>();

async function countAll(): Promise<Counted> {
  const counts = await readListingCounts();
  const sums =
    sumsOf.get(counts) ?? sumUp(counts.map((group) => ({ ...group, full: group.listings, relaxed: 0 })));
  sumsOf.set(counts, sums);
  return { sums, scale: 1 };
}

/** The facets of a search: exact if every match is ranked. One query, and those of `readSearch` and an address. */
async function countFound(q: string, isByRelevance: boolean): Promise<Counted> {
  const reading = await readSearch(parseQuery(q));
  const { query, tiers, vocabulary } = reading;
  const atAddress = query.address ? await findByAddress(query.address) : [];
  if (atAddress.length > 0) return { sums: sumUp(atAddress.flatMap(groupsOf)), scale: 1 };
  if (tiers === null) return { sums: new Map(), scale: 1 };
  const full = isByRelevance ? tiers.all : tiers.inOrder;
  const bindings = new Bindings();
  const { stages, areAll } = findCandidates(reading, { kind: 'live' }, bindings, {
    most: MAX_COUNTED,
    always: isByRelevance,
  });
  const rowsOf = (names: readonly string[]) =>
    names.map((name) => `select ctid from ${name}`).join(' union all ');
  const names = stages.map(([name]) => name);
  const sure = names.filter((name) => name !== 'most');
  const groups = await runSearch<Group>(
    `with ${stages.map(([name, stage]) => `${name} as materialized (${stage})`).join(', ')},
     found as (
       select l.categories, l.pricing_model, s.search @@ ${bindings.query(full.tsquery)} as is_full,
         s.ctid = any(array(${rowsOf(sure)})) as is_sure
       from listing_search s join listings l using (id) where s.ctid = any(array(${rowsOf(names)}))
     )
     select category, coalesce(pricing_model, '') as pricing_model, count(*)::int as listings,
       (count(*) filter (where is_full))::int as full, (count(*) filter (where not is_sure))::int as relaxed
     from found cross join lateral unnest(array_append(coalesce(categories, '{}'), '')) as category
     group by 1, 2`,
    bindings.values,
  );
  const sample = groups.reduce((sum, { category, full }) => sum + (category === '' ? full : 0), 0);
  const expected = full.share * vocabulary.size;
  return { sums: sumUp(groups), scale: areAll ? 1 : Math.max(1, expected / Math.max(sample, 1)) };
}

function groupsOf({ categories, pricingModel }: Awaited<ReturnType<typeof findByAddress>>[number]): Group[] {
  return [...(categories ?? []), ''].map((category) => ({
    category,
    pricing_model: pricingModel ?? '',
    listings: 1,
    full: 1,
    relaxed: 0,
  }));
}
