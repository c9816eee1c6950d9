// How many live listings each choice of a filter would show.
import {
  CATEGORIES,
  type Category,
  type ListingQuery,
  PRICING_MODELS,
  type PricingModel,
} from '../listings/schema.js';
import { findCandidates, requirements } from './candidates.js';
import { type ListingCount, readListingCounts } from './counts.js';
import { Bindings, runSearch } from './statement.js';
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
}

type Filters = Pick<ListingQuery, 'q' | 'category' | 'pricing'>;

/**
 * Counts the live listings by category and by pricing model, in the order the schema names them, zeros
 * included. Each count leaves its own filter out: it is what choosing that value instead would show. One query.
 * @param filters checked ones, as `findListings` took them
 */
export async function countFacets({ q, category, pricing }: Filters = {}): Promise<Facets> {
  const counts = q?.trim() ? await countFound(q) : await readListingCounts();
  const count = (inCategory: string, ofPricing: string | undefined) =>
    counts.reduce(
      (sum, row) =>
        row.category === inCategory && (ofPricing === undefined || row.pricing_model === ofPricing)
          ? sum + row.listings
          : sum,
      0,
    );
  return {
    total: count('', undefined),
    categories: CATEGORIES.map((value) => ({ value, count: count(value, pricing) })),
    pricing: PRICING_MODELS.map((value) => ({ value, count: count(category ?? '', value) })),
  };
}

/** What a search finds, in the shape of the stored counts; of more than are ranked, in proportion to those ranked. */
async function countFound(q: string): Promise<ListingCount[]> {
  const reading = await readSearch(q);
  if (reading.tiers === null) return [];
  const bindings = new Bindings();
  const { stages, areAll } = findCandidates(reading, { kind: 'live' }, bindings);
  const counts = await runSearch<ListingCount & { sample: number }>(
    `with ${stages.map(([name, stage]) => `${name} as materialized (${stage})`).join(', ')},
     found as (
       select l.categories, l.pricing_model from listing_search s join listings l using (id)
       where s.ctid = any(array(${stages.map(([name]) => `select ctid from ${name}`).join(' union all ')}))${requirements(reading, bindings)}
     )
     select category, coalesce(pricing_model, '') as pricing_model, count(*)::int as listings,
       (select count(*)::int from found) as sample
     from found cross join lateral unnest(array_append(coalesce(categories, '{}'), '')) as category
     group by 1, 2`,
    bindings.values,
  );
  const expected = reading.tiers.all.share * reading.vocabulary.size;
  const scale = areAll ? 1 : Math.max(1, expected / Math.max(counts[0]?.sample ?? 1, 1));
  return counts.map((row) => ({ ...row, listings: Math.round(row.listings * scale) }));
}
