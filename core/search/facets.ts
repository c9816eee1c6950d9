// How many live listings each choice of a filter would show.
import { ListingModel, unionAll } from '../../db/models/listing.js';
import {
  CATEGORIES,
  type Category,
  type ListingQuery,
  PRICING_MODELS,
  type PricingModel,
} from '../listings/schema.js';
import { readQuery } from '../listings/words.js';
import { type ListingCount, readListingCounts } from './counts.js';
import { matchesOf } from './find.js';

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
  const counts = q ? await countFound(q) : await readListingCounts();
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

/** What a search finds, counted in the shape of the kept counts. */
async function countFound(q: string): Promise<ListingCount[]> {
  const live = () => ListingModel.query().where('status', 'live');
  const found = matchesOf(live, readQuery(q)).map((matching) =>
    matching().select('categories', 'pricing_model'),
  );
  const { rows } = await ListingModel.knex().raw<{ rows: ListingCount[] }>(
    `select category, coalesce(pricing_model, '') as pricing_model, count(*)::int as listings
     from (:found) as found
       cross join lateral unnest(array_append(coalesce(categories, '{}'), '')) as category
     group by 1, 2`,
    { found: unionAll(found).toKnexQuery() },
  );
  return rows;
}
