// What the front page shows, in two queries.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { FEATURED_ORDER, IS_FEATURED } from '../listings/featured.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { countFacets, type Facets } from './facets.js';

export interface FrontPage {
  featured: Listing[];
  newest: Listing[];
  facets: Facets;
}

const shelf = (name: string, { filter, order, count }: { filter: string; order: string; count: string }) =>
  `(select ${PRESENTED_SELECT}, '${name}' as shelf from listings where status = 'live' and ${filter}
    order by ${order} limit ${count})`;

const shelves = prepare<PresentedRow & { shelf: 'featured' | 'newest' }>(
  [
    shelf('featured', { filter: IS_FEATURED, order: FEATURED_ORDER, count: '$1::int' }),
    shelf('newest', { filter: 'true', order: 'published_at desc, id desc', count: '$2::int' }),
  ].join(' union all '),
);

/** Two rows of cards. */
export const FEATURED_SHOWN = 6;

/** The newest live listings, those featured in the order of the admins, and how many there are of each kind. */
export async function readFrontPage(
  actor: Actor,
  counts = { newest: 12, featured: FEATURED_SHOWN },
): Promise<FrontPage> {
  const [rows, facets] = await Promise.all([shelves([counts.featured, counts.newest]), countFacets()]);
  const on = (name: string) =>
    rows.filter((row) => row.shelf === name).map((row) => presentListing(row, actor));
  return { featured: on('featured'), newest: on('newest'), facets };
}
