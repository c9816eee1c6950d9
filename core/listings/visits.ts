// Counts views of listings, clicks and shortlisting, and where views come from, as daily numbers only.
// Repeated visits of a day are recognised by a one-way hash, in the memory of one process, until midnight.
import { createHash, randomBytes } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, accountId, may, requireSignedIn } from '../kernel/actor.js';
import { tally } from '../kernel/background.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { response, titled, word } from '../kernel/schema.js';
import { authorize, findListing } from './rights.js';
import { isSlug } from './slugs.js';

/** The origin of a view; `source` is a site's host, the words of a search, or ''. */
export interface VisitSource {
  readonly kind: 'site' | 'search' | 'inside' | 'direct';
  readonly source: string;
}

/** Sources stored per listing and day; the rest are summed under ''. */
const MAX_SOURCES = 30;

/** Visitors remembered until midnight; beyond that, the oldest may count twice. */
const MAX_REMEMBERED = 50_000;

/** Minimum people who searched for words before the words are shown to others: rare searches stay private. */
export const MIN_ASKERS = 3;

interface Counted {
  readonly slug: string;
  readonly day: string;
  /** The signed-in account, or empty: only to exclude owners; never stored. */
  readonly visitor: string;
  /** Set only for views. */
  readonly kind?: VisitSource['kind'];
  readonly source?: string;
  readonly views: number;
  readonly clicks: number;
  readonly keeps: number;
}

/** Today's visitors; the salt is discarded at midnight, and the hashes then identify nobody. */
let today = { day: '', salt: Buffer.alloc(0), seen: new LRUCache<string, true>({ max: 1 }) };

/** Counts a visit, except by bots, staff and visitors already counted today. Stored within seconds if the
 * listing is live and not the visitor's own. @param what the source of a view, or another action */
export function countVisit(actor: Actor, slug: string, what: VisitSource | 'click' | 'keep'): void {
  const from = typeof what === 'string' ? undefined : what;
  const agent = actor.client?.userAgent;
  if (!config.listingStats || !agent || isbot(agent) || may(actor, 'listings') || !isSlug(slug)) return;
  const day = new Date().toISOString().slice(0, 10);
  if (wasSeen(day, [actor.client?.ip ?? '', agent, typeof what === 'string' ? what : 'view', slug])) return;
  const visitor = accountId(actor) ?? '';
  const key = [day, slug, visitor, from?.kind, from?.source].join(' ');
  const counted = what === 'click' ? 'clicks' : what === 'keep' ? 'keeps' : 'views';
  visits.count(key, (before = { slug, day, visitor, ...from, views: 0, clicks: 0, keeps: 0 }) => ({
    ...before,
    [counted]: before[counted] + 1,
  }));
}

/** Whether the same visitor did the same today. @param who everything that identifies visitor and action */
export function wasSeen(day: string, who: readonly string[]): boolean {
  if (today.day !== day) today = { day, salt: randomBytes(16), seen: new LRUCache({ max: MAX_REMEMBERED }) };
  const hash = createHash('sha256')
    .update(today.salt)
    .update(who.join('\0'))
    .digest('base64url')
    .slice(0, 16);
  const isKnown = today.seen.has(hash);
  today.seen.set(hash, true);
  return isKnown;
}

/** Locks rows in order. */
const insertVisits = prepare(`
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb)
      as visit (slug text, day date, visitor text, kind text, source text, views int, clicks int, keeps int)
  ), found as (
    select id, slug, owner_id from listings
    where slug in (select slug from given) and status = 'live' order by id for key share
  ), counted as materialized (
    select id, day, kind, source, sum(views)::int as views, sum(clicks)::int as clicks, sum(keeps)::int as keeps
    from given join found using (slug)
    where owner_id::text is distinct from visitor
    group by id, day, kind, source
  ), visits as (
    insert into listing_visits (listing_id, day, views, clicks, keeps)
    select id, day, sum(views), sum(clicks), sum(keeps) from counted group by id, day order by id, day
    on conflict (listing_id, day) do update
      set views = listing_visits.views + excluded.views, clicks = listing_visits.clicks + excluded.clicks,
        keeps = listing_visits.keeps + excluded.keeps
  ), placed as (
    select id, day, kind, views, known.listing_id is not null or stored + new_ones <= ${MAX_SOURCES} as has_room, source
    from (
      select counted.*, count(*) filter (where known.listing_id is null) over (
        partition by counted.id, counted.day order by counted.views desc, counted.kind, counted.source) as new_ones,
        known.listing_id
      from counted left join listing_sources as known
        on (known.listing_id, known.day, known.kind, known.source) = (counted.id, counted.day, counted.kind, counted.source)
      where counted.kind is not null
    ) as known cross join lateral (
      select count(*) as stored from listing_sources as those where those.listing_id = known.id and those.day = known.day
    ) as already
  )
  insert into listing_sources (listing_id, day, kind, source, views)
  select id, day, kind, case when has_room then source else '' end as source, sum(views)
  from placed group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (listing_id, day, kind, source) do update set views = listing_sources.views + excluded.views`);

const visits = tally<Counted>(20_000, 'views of listings were not stored', (counted) =>
  insertVisits([JSON.stringify(counted.map(([, visit]) => visit))]),
);
export const storeVisits = visits.store;

/** Views and clicks of a listing per UTC day, and whether it is live. @throws DomainError not_found (also if hidden) */
export async function getListingStats(actor: Actor, slug: string, input: unknown) {
  requireSignedIn(actor, 'listings:read');
  const { days = DEFAULT_STATS_DAYS } = check(StatsQuery, input);
  const row = await findListing(actor, slug);
  authorize(actor, 'see-stats', row);
  const { rows } = await BaseModel.knex().raw<{
    rows: [Pick<ListingStats, 'by_day' | 'sources' | 'searches'>];
  }>(
    `select (
       select json_agg(one order by one.day) from (
         select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(views, 0) as views, coalesce(clicks, 0) as clicks
         from (select (now() at time zone 'UTC')::date - ago as day from generate_series(0, :days::int - 1) as ago) as days
           left join listing_visits as visits on visits.listing_id = :id::uuid and visits.day = days.day
       ) as one) as by_day,
       (select coalesce(json_agg(one order by one.views desc, one.kind, one.source), '[]') from (
         select kind, case when kind = 'search' and views < ${MIN_ASKERS} then '' else source end as source,
           sum(views)::int as views
         from (
           select kind, source, sum(views) as views from listing_sources
           where listing_id = :id::uuid and day > (now() at time zone 'UTC')::date - :days::int group by kind, source
         ) as known group by 1, 2 order by views desc, kind, source limit :most
       ) as one) as sources,
       (select coalesce(json_agg(one order by one.searches desc, one.query), '[]') from (
         select query, sum(searches)::int as searches from searches
         where day > (now() at time zone 'UTC')::date - :days::int
           and query in (select query from searches where shown @> array[:id::uuid]
             and day > (now() at time zone 'UTC')::date - :days::int)
           and coalesce(shown @> array[:id::uuid], true)
         group by query having sum(askers) >= ${MIN_ASKERS} order by searches desc, query limit :most
       ) as one) as searches`,
    { days, id: row.id, most: MAX_STATS_SOURCES },
  );
  const [{ by_day, sources, searches }] = rows;
  const sum = (name: 'views' | 'clicks') => by_day.reduce((total, one) => total + one[name], 0);
  const [views, clicks] = [sum('views'), sum('clicks')];
  const counted = { counting: config.listingStats, views, clicks, by_day, sources, searches };
  return {
    stats: { slug, name: row.name, ...counted } satisfies ListingStats,
    isLive: row.status === 'live',
  };
}

/** Views and clicks of some listings in the last 30 days, by id; empty if counting is off. */
export async function countVisitsOf(listings: readonly { id: string }[]) {
  if (!config.listingStats || listings.length === 0) return new Map();
  const { rows } = await BaseModel.knex().raw<{ rows: { id: string; views: number; clicks: number }[] }>(
    `select listing_id as id, sum(views)::int as views, sum(clicks)::int as clicks from listing_visits
     where listing_id = any(?::uuid[]) and day > (now() at time zone 'UTC')::date - ?::int group by listing_id`,
    [listings.map(({ id }) => id), DEFAULT_STATS_DAYS],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export const MAX_STATS_DAYS = 365;
export const DEFAULT_STATS_DAYS = 30;
const MAX_STATS_SOURCES = 50;

export const StatsQuery = titled('StatsQuery', {
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_STATS_DAYS,
      default: DEFAULT_STATS_DAYS,
      description: 'How many days, today included.',
    }),
  ),
});

const StatsDay = titled('StatsDay', {
  day: Type.String({ format: 'date', description: 'In UTC.' }),
  views: Type.Integer(),
  clicks: Type.Integer(),
});

const StatsSource = titled('StatsSource', {
  kind: word(['site', 'search', 'inside', 'direct'], {
    description: 'inside: another page here; direct: no previous page.',
  }),
  source: Type.String({
    description: `The host, or a search from ${MIN_ASKERS} views on; empty for the others, and for rare ones.`,
    examples: ['example.com'],
  }),
  views: Type.Integer(),
});

const ListingStats = titled('ListingStats', {
  slug: Type.String(),
  name: Type.String(),
  counting: Type.Boolean({ description: 'false: switched off here.' }),
  views: Type.Integer({ description: 'Views of its page by people, each once a day.' }),
  clicks: Type.Integer({ description: 'Clicks to its website, counted in the same way.' }),
  by_day: Type.Array(StatsDay, { description: 'Oldest first, no day left out.' }),
  sources: Type.Array(StatsSource, { description: 'Most views first.' }),
  searches: Type.Array(
    Type.Object({ query: Type.String({ examples: ['note taking'] }), searches: Type.Integer() }),
    { description: `Searches by at least ${MIN_ASKERS} people that showed it on their first page.` },
  ),
});
type ListingStats = Static<typeof ListingStats>;

export const ListingStatsResult = response('ListingStatsResult', { stats: ListingStats });
