// What the front page shows, in two queries.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { countFacets, type Facets } from './facets.js';

export interface FrontPage {
  featured: Listing[];
  newest: Listing[];
  facets: Facets;
}

const shelf = (name: string, filter: string, count: string) =>
  `(select ${PRESENTED_SELECT}, '${name}' as shelf from listings where status = 'live' ${filter}
    order by published_at desc, id desc limit ${count})`;

const shelves = prepare<PresentedRow & { shelf: 'featured' | 'newest' }>(
  `${shelf('featured', 'and featured', '$1::int')} union all ${shelf('newest', '', '$2::int')}`,
);

/** The newest live listings, those featured by the house, and how many there are of each kind. */
export async function readFrontPage(actor: Actor, counts = { newest: 12, featured: 3 }): Promise<FrontPage> {
  const [rows, facets] = await Promise.all([shelves([counts.featured, counts.newest]), countFacets()]);
  const on = (name: string) =>
    rows.filter((row) => row.shelf === name).map((row) => presentListing(row, actor));
  return { featured: on('featured'), newest: on('newest'), facets };
}
