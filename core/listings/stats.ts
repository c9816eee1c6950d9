// How often a listing was viewed, for its owner and admins.

import { type Static, Type } from '@sinclair/typebox';
import { BaseModel } from '../../db/models/base.js';
import { requireSignedIn } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { titled, warnings, word } from '../kernel/schema.js';
import { authorize, findListing } from './rights.js';

/** Views and clicks of a listing by day, in UTC. @throws DomainError not_found when missing or not visible */
export async function getListingStats(actor: Actor, slug: string, input: unknown): Promise<ListingStats> {
  requireSignedIn(actor, 'listings:read');
  const { days = DEFAULT_STATS_DAYS } = check(StatsQuery, input);
  const row = await findListing(actor, slug);
  authorize(actor, 'seeStats', row);
  const { rows } = await BaseModel.knex().raw<{ rows: [Pick<ListingStats, 'by_day' | 'sources'>] }>(
    `select (
       select json_agg(one order by one.day) from (
         select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(views, 0) as views, coalesce(clicks, 0) as clicks
         from (select (now() at time zone 'UTC')::date - ago as day from generate_series(0, :days::int - 1) as ago) as days
           left join listing_visits as visits on visits.listing_id = :id::uuid and visits.day = days.day
       ) as one) as by_day,
       (select coalesce(json_agg(one order by one.views desc, one.kind, one.source), '[]') from (
         select kind, source, sum(views)::int as views from listing_sources
         where listing_id = :id::uuid and day > (now() at time zone 'UTC')::date - :days::int
         group by kind, source order by views desc, kind, source limit :most
       ) as one) as sources`,
    { days, id: row.id, most: MAX_STATS_SOURCES },
  );
  const [{ by_day, sources }] = rows;
  const sum = (name: 'views' | 'clicks') => by_day.reduce((total, one) => total + one[name], 0);
  return {
    slug,
    name: row.name,
    counting: config.listingStats,
    views: sum('views'),
    clicks: sum('clicks'),
    by_day,
    sources,
  };
}

/** Views and clicks of some listings in the last 30 days, by id; empty where nothing is counted. */
export async function countVisitsOf(listings: readonly { id: string }[]) {
  if (!config.listingStats || listings.length === 0) return new Map();
  const { rows } = await BaseModel.knex().raw<{ rows: { id: string; views: number; clicks: number }[] }>(
    `select listing_id as id, sum(views)::int as views, sum(clicks)::int as clicks from listing_visits
     where listing_id = any(?::uuid[]) and day > (now() at time zone 'UTC')::date - ?::int group by listing_id`,
    [listings.map(({ id }) => id), DEFAULT_STATS_DAYS],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** Deletes daily counts that are at least `days` days old. @returns how many rows of views and clicks */
export async function deleteOldVisits(days: number): Promise<number> {
  const knex = BaseModel.knex();
  const old = knex.raw(`(now() at time zone 'UTC')::date - ?::int`, [days]);
  await knex('listing_sources').where('day', '<=', old).delete();
  return knex('listing_visits').where('day', '<=', old).delete();
}

/** Days that are stored and can be requested. */
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

const counts = {
  views: Type.Integer({ description: 'Of its page, by people, once a day each.' }),
  clicks: Type.Integer({ description: 'Through to its website, in the same way.' }),
};

const StatsDay = titled('StatsDay', {
  day: Type.String({ format: 'date', description: 'In UTC.' }),
  ...counts,
});

const StatsSource = titled('StatsSource', {
  kind: word(['site', 'search', 'inside', 'direct'], {
    description: 'Another site, a search in this directory, its other pages, or no page before.',
  }),
  source: Type.String({
    description: 'The host, or the words of the search; empty for the others, and for rare ones together.',
    examples: ['example.com'],
  }),
  views: Type.Integer(),
});

const ListingStats = titled('ListingStats', {
  slug: Type.String(),
  name: Type.String(),
  counting: Type.Boolean({ description: 'False: the operator has counting switched off.' }),
  ...counts,
  by_day: Type.Array(StatsDay, { description: 'Oldest first, none left out.' }),
  sources: Type.Array(StatsSource, {
    description: 'Most views first.',
  }),
});
type ListingStats = Static<typeof ListingStats>;

export const ListingStatsResult = titled('ListingStatsResult', { stats: ListingStats, warnings });
