// Listings like another one.
import { ListingModel } from '../../db/models/listing.js';
import type { Actor } from '../kernel/actor.js';
import { PRESENTED_COLUMNS, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';

/** Looked at before choosing: enough for a good match, few enough for a common category among a million. */
const CANDIDATES = 200;

/**
 * Live listings that share the most categories with this one, newest first among equals; for a listing
 * without categories the newest ones. One query.
 */
export async function findRelated(
  actor: Actor,
  listing: Pick<Listing, 'id' | 'categories'>,
  limit = 4,
): Promise<Listing[]> {
  const categories = listing.categories ?? [];
  const candidates = ListingModel.query()
    .where('status', 'live')
    .whereNot('id', listing.id)
    .modify((rows) => {
      if (categories.length > 0) rows.whereRaw('categories && ?::text[]', [categories]);
    })
    .orderBy('published_at', 'desc')
    .limit(CANDIDATES);
  const rows = await ListingModel.query()
    .from(candidates.as('listings'))
    .select(PRESENTED_COLUMNS)
    .orderByRaw('cardinality(array(select unnest(categories) intersect select unnest(?::text[]))) desc', [
      categories,
    ])
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return rows.map((row) => presentListing(row, actor));
}
