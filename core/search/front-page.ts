// The content of the front page, in two queries.
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { presentEach } from '../kernel/lists.js';
import { FEATURED_ORDER, IS_FEATURED } from '../listings/featured.js';
import { PRESENTED_SELECT, type PresentedRow, presentListing } from '../listings/present.js';
import { countFacets } from './facets.js';

/** Maximum listings of one account among the newest, as long as there are enough of others. */
const MAX_OF_ONE = 2;
/** How far back listings of other accounts are searched. */
const NEWEST_READ = 500;

/**
 * The newest listings, at most two of each account while there are others: a bulk submission does not displace everyone
 * else's. Listings without an owner were imported, often from A to Z: those of one day come with pictures first, then by
 * their random ids.
 */
const LATEST_FIRST = `case when owner_id is null then date_trunc('day', published_at) else published_at end desc,
  coalesce(screenshot_url, logo_url) is null, id desc`;

const NEWEST = `(select ${PRESENTED_SELECT}, 'newest' as shelf
  from (
    select id, row_number() over (order by turn > ${MAX_OF_ONE}, ${LATEST_FIRST}) as place from (
      select id, owner_id, published_at, screenshot_url, logo_url,
        row_number() over (partition by coalesce(owner_id, id) order by ${LATEST_FIRST}) as turn
      from (
        select id, owner_id, published_at, screenshot_url, logo_url from listings where status = 'live'
        order by published_at desc, id desc limit ${NEWEST_READ}
      ) as latest
    ) as turns
    order by place limit $2::int
  ) as chosen join listings using (id)
  order by ${LATEST_FIRST})`;

const FEATURED = `(select ${PRESENTED_SELECT}, 'featured' as shelf from listings
  where status = 'live' and ${IS_FEATURED} order by ${FEATURED_ORDER} limit $1::int)`;

const shelves = prepare<PresentedRow & { shelf: 'featured' | 'newest' }>(`${FEATURED} union all ${NEWEST}`);

/** Two rows of cards. */
export const FEATURED_SHOWN = 6;

/** The newest live listings, the featured ones in the admins' order, and the counts by kind. */
export async function readFrontPage(actor: Actor, counts = { newest: 12, featured: FEATURED_SHOWN }) {
  const [rows, facets] = await Promise.all([shelves([counts.featured, counts.newest]), countFacets()]);
  const on = (name: string) =>
    presentEach(
      rows.filter((row) => row.shelf === name),
      (row) => presentListing(row, actor),
    );
  return { featured: on('featured'), newest: on('newest'), facets };
}
