// How many live listings each choice of a filter would show.
import { ListingModel } from '../db/models/listing.js';
import {
  CATEGORIES,
  type Category,
  type ListingQuery,
  PRICING_MODELS,
  type PricingModel,
} from './schemas/listing.js';
import { whereNearlyWords, whereWords } from './search.js';
import { readQuery } from './search-words.js';

export interface FacetCount<T extends string> {
  value: T;
  count: number;
}

export interface Facets {
  /** Every live listing, whatever the filters. */
  total: number;
  categories: FacetCount<Category>[];
  pricing: FacetCount<PricingModel>[];
}

type Filters = Pick<ListingQuery, 'q' | 'category' | 'pricing'>;

interface CountRow {
  facet: 'total' | 'category' | 'pricing';
  value: string | null;
  count: number;
}

/**
 * Counts the live listings by category and by pricing model, in the order the schema names them, zeros
 * included. Each count leaves its own filter out: it is what choosing that value instead would show. One query.
 * @param filters checked ones, as `findListings` took them
 */
export async function countFacets(filters: Filters = {}): Promise<Facets> {
  const { rows } = await ListingModel.knex().raw<{ rows: CountRow[] }>(
    `with found as (:found)
     select 'total' as facet, null as value, count(*)::int as count from found
     union all
     select 'category', value, count(*)::int from found cross join lateral unnest(categories) as value
       where :pricing::text is null or pricing_model = :pricing group by value
     union all
     select 'pricing', pricing_model, count(*)::int from found
       where pricing_model is not null and (:category::text is null or categories @> array[:category])
       group by pricing_model`,
    {
      found: matching(filters).toKnexQuery(),
      pricing: filters.pricing ?? null,
      category: filters.category ?? null,
    },
  );
  const count = (facet: CountRow['facet'], value: string | null) =>
    rows.find((row) => row.facet === facet && row.value === value)?.count ?? 0;
  return {
    total: count('total', null),
    categories: CATEGORIES.map((value) => ({ value, count: count('category', value) })),
    pricing: PRICING_MODELS.map((value) => ({ value, count: count('pricing', value) })),
  };
}

/** The live listings of a search: exact ones, or where there are none those one slip away, as in findListings. */
function matching({ q }: Filters) {
  const live = () => ListingModel.query().where('status', 'live').select('categories', 'pricing_model');
  const terms = q ? readQuery(q) : null;
  if (!terms) return live();
  const exact = () => whereWords(live(), terms);
  if (!terms.tsquery) return exact();
  const near = whereNearlyWords(live(), terms).whereNotExists(exact().limit(1));
  return exact().unionAll(near, true);
}
