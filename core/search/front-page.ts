// What the front page shows, in two queries.
import { raw } from 'objection';
import { ListingModel, unionAll } from '../../db/models/listing.js';
import type { Actor } from '../kernel/actor.js';
import { PRESENTED_COLUMNS, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { countFacets, type Facets } from './facets.js';

export interface FrontPage {
  featured: Listing[];
  newest: Listing[];
  facets: Facets;
}

/** The newest live listings, those featured by the house, and how many there are of each kind. */
export async function readFrontPage(actor: Actor, counts = { newest: 12, featured: 3 }): Promise<FrontPage> {
  const shelf = (name: string, count: number) =>
    ListingModel.query()
      .where('status', 'live')
      .select(PRESENTED_COLUMNS)
      .select(raw('?::text', [name]).as('shelf'))
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(count);
  const [rows, facets] = await Promise.all([
    unionAll([shelf('featured', counts.featured).where('featured', true), shelf('newest', counts.newest)]),
    countFacets(),
  ]);
  const on = (name: string) =>
    (rows as (ListingModel & { shelf: string })[])
      .filter((row) => row.shelf === name)
      .map((row) => presentListing(row, actor));
  return { featured: on('featured'), newest: on('newest'), facets };
}
