// The content of the front page, in two queries; parts that change by themselves are read once a minute.
import { prepare } from '../../db/prepared.js';
import { type Actor, guest } from '../kernel/actor.js';
import { orNull } from '../kernel/errors.js';
import { presentEach } from '../kernel/lists.js';
import { onceAMinute } from '../kernel/once-a-minute.js';
import * as present from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { currentSettings } from '../settings/current.js';
import { factsWithPages } from '../settings/facts.js';
import { countFacets } from './facets.js';
import { listWanted } from './query-log.js';
import { findListings } from './search.js';

/** Maximum newest listings of one account, as long as there are enough others. */
const MAX_OF_ONE = 2;
const NEWEST_READ = 500;

/** Maximum newest listings of one category, as long as there are enough others. */
const MAX_OF_CATEGORY = 4;

/** The newest listings, at most two per account while there are others, so that a bulk submission does not
 * displace them; featured listings come last. Listings without an owner were imported, often from A to Z:
 * those of a day are sorted by pictures, then random id. */
const LATEST_FIRST = `case when owner_id is null then date_trunc('day', published_at) else published_at end desc,
  coalesce(screenshot_url, logo_url) is null, id desc`;

const NEWEST = `(select ${present.PRESENTED_SELECT}, 'newest' as shelf
  from (
    select id, row_number() over (
      order by is_featured, turn > ${MAX_OF_ONE}, alike > ${MAX_OF_CATEGORY}, ${LATEST_FIRST}
    ) as place from (
      select *, row_number() over (partition by coalesce(owner_id, id) order by is_featured, ${LATEST_FIRST}) as turn,
        row_number() over (partition by coalesce(categories[1], id::text) order by is_featured, ${LATEST_FIRST}) as alike
      from (
        select id, owner_id, published_at, screenshot_url, logo_url, categories, ${present.IS_FEATURED} as is_featured
        from listings where status = 'live'
        order by published_at desc, id desc limit ${NEWEST_READ}
      ) as latest
    ) as turns
    order by place limit $2::int
  ) as chosen join listings using (id)
  order by ${LATEST_FIRST})`;

const FEATURED = `(select ${present.PRESENTED_SELECT}, 'featured' as shelf from listings
  where status = 'live' and ${present.IS_FEATURED} order by ${present.FEATURED_ORDER} limit $1::int)`;

/** A random order that changes each day. */
const OF_DAY = `md5(concat(id, current_date))`;

const PICKED = `(select ${present.PRESENTED_SELECT}, 'picked' as shelf from listings
  where status = 'live' and id = any($3::uuid[]) order by ${OF_DAY})`;

const shelves = prepare<present.PresentedRow & { shelf: 'featured' | 'newest' | 'picked' }>(
  `${FEATURED} union all ${NEWEST} union all ${PICKED}`,
);

const RANKED = 5;
const ON_TOPIC = 6;
/** Maximum listings read for the topic, in a daily order; the page shows those that no block above shows. */
const ON_TOPIC_READ = 24;
/** A topic with fewer new listings has not grown. */
const MIN_GROWTH = 3;

const trending = prepare<{ visited: string[]; kept: string[]; value: string | null }>(`select
  array(select listing_id from listing_popularity order by popularity desc, listing_id limit ${RANKED}) as visited,
  array(select listing_id from listing_visits where keeps > 0 and day > current_date - 30
    group by listing_id order by sum(keeps) desc, listing_id limit ${RANKED}) as kept,
  (select value from (
      select case jsonb_typeof(facts -> $1) when 'array' then facts -> $1 else '[]' end as list
      from listings where status = 'live' and published_at > now() - interval '30 days'
      order by published_at desc limit ${NEWEST_READ}
    ) as latest cross join jsonb_array_elements_text(list) as value
    group by value having count(*) >= ${MIN_GROWTH} order by count(*) desc, value limit 1) as value`);

/** Trending listings by id, searches without results, and the topic of the day. */
const readTrends = onceAMinute(async (chosen: string | null) => {
  // The first fact whose values have pages: usually topics.
  const key = factsWithPages()[0]?.key ?? '';
  const [[trends], wanted] = await Promise.all([trending([key]), listWanted(RANKED)]);
  const value = chosen ?? trends?.value ?? null;
  const query = { facts: { [key]: [value ?? ''] }, limit: ON_TOPIC_READ };
  // The operator's choice may have no listings, or not be a value of a closed fact.
  const found = value && (await orNull('validation_error', findListings(guest('web'), query)));
  const ids = found ? found.listings.map(({ id }) => id) : [];
  const spotlight = { key, value: value ?? '', total: found ? found.total : 0, ids };
  const { visited = [], kept = [] } = trends ?? {};
  return { visited, kept, wanted, spotlight };
});

/** Two rows of cards. */
export const FEATURED_SHOWN = 6;

const FEW = 4;

/** Leaves out listings already shown, unless too few remain. */
function others(all: readonly Listing[], shown: readonly Listing[]): readonly Listing[] {
  const ids = new Set(shown.map(({ id }) => id));
  const left = all.filter(({ id }) => !ids.has(id));
  return left.length < FEW ? all : left;
}

/** The newest live listings, the featured ones by position, and the counts of each filter. */
export async function readFrontPage(actor: Actor, counts = { newest: 12, featured: FEATURED_SHOWN }) {
  const { visited, kept, wanted, spotlight } = await readTrends(currentSettings().spotlight);
  const picked = [...new Set([...visited, ...kept, ...spotlight.ids])];
  const [rows, facets] = await Promise.all([
    shelves([counts.featured, counts.newest, picked]),
    countFacets(),
  ]);
  const show = (row: present.PresentedRow) => present.presentListing(row, actor);
  const on = (name: string) => rows.filter((row) => row.shelf === name);
  const ofDay = presentEach(on('picked'), show);
  const known = new Map(ofDay.map((listing) => [listing.id, listing]));
  const listed = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  // No block repeats one above it, unless hardly anything else is left.
  const featured = presentEach(on('featured'), show);
  const newest = others(presentEach(on('newest'), show), featured);
  const few = spotlight.ids.length <= ON_TOPIC;
  const topic = few ? listed(spotlight.ids) : ofDay.filter(({ id }) => spotlight.ids.includes(id));
  const onTopic = others(topic, [...featured, ...newest]).slice(0, ON_TOPIC);
  return {
    featured,
    newest,
    visited: listed(visited),
    kept: listed(kept),
    spotlight: { ...spotlight, listings: onTopic },
    wanted,
    facets,
  };
}
