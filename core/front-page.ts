// What the front page shows, in three queries.
import { ListingModel } from '../db/models/listing.js';
import type { Actor } from './actor.js';
import { countFacets, type Facets } from './facets.js';
import { PRESENTED_COLUMNS, presentListing } from './present.js';
import type { Listing } from './schemas/listing.js';

export interface FrontPage {
  featured: Listing[];
  newest: Listing[];
  facets: Facets;
}

/** The newest live listings, those featured by the house, and how many there are of each kind. */
export async function readFrontPage(actor: Actor, counts = { newest: 12, featured: 3 }): Promise<FrontPage> {
  const live = () =>
    ListingModel.query()
      .where('status', 'live')
      .select(PRESENTED_COLUMNS)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc');
  const [featured, newest, facets] = await Promise.all([
    live().where('featured', true).limit(counts.featured),
    live().limit(counts.newest),
    countFacets(),
  ]);
  const present = (rows: ListingModel[]) => rows.map((row) => presentListing(row, actor));
  return { featured: present(featured), newest: present(newest), facets };
}
