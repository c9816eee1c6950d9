// Statistics for operators: growth, views, clicks, sources and searches. Counts only.
import { BaseModel } from '../../db/models/base.js';
import { type Actor, requireRight } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { DEFAULT_STATS_DAYS, StatsQuery } from '../listings/visits.js';
import { listMisses } from '../search/query-log.js';
import { getActivity } from './overview.js';
import type { Statistics } from './schema.js';

/** Maximum rows of each table, highest first. */
const MOST = 50;

const SINCE = `(now() at time zone 'UTC')::date - ?::int`;

export async function getStatistics(actor: Actor, input: unknown): Promise<Statistics> {
  requireRight(actor, 'stats');
  const { days = DEFAULT_STATS_DAYS } = check(StatsQuery, input);
  const rowsOf = async <T>(sql: string, values: readonly number[]): Promise<T[]> =>
    (await BaseModel.knex().raw<{ rows: T[] }>(sql, [...values])).rows;
  const [by_day, listings, categories, sources, searches, misses] = await Promise.all([
    getActivity(actor, days),
    rowsOf<Statistics['listings'][number]>(
      `select slug, name, views, clicks from (
         select listing_id, sum(views)::int as views, sum(clicks)::int as clicks
         from listing_visits where day > ${SINCE} group by 1 order by 2 desc, 3 desc, 1 limit ?) as most
         join listings on listings.id = listing_id
       order by views desc, clicks desc, slug`,
      [days, MOST],
    ),
    rowsOf<Statistics['categories'][number]>(
      `select category, sum(views)::int as views, sum(clicks)::int as clicks from (
         select listing_id, sum(views) as views, sum(clicks) as clicks
         from listing_visits where day > ${SINCE} group by 1) as visits
         join listings on listings.id = listing_id, unnest(categories) as category
       group by 1 order by 2 desc, 3 desc, 1 limit ?`,
      [days, MOST],
    ),
    rowsOf<Statistics['sources'][number]>(
      `select source as host, sum(views)::int as views from listing_sources
       where day > ${SINCE} and kind = 'site' group by 1 order by 2 desc, 1 limit ?`,
      [days, MOST],
    ),
    rowsOf<Statistics['searches'][number]>(
      `select query, sum(searches)::int as searches from searches
       where day > ${SINCE} group by 1 order by 2 desc, 1 limit ?`,
      [days, MOST],
    ),
    listMisses(MOST, days),
  ]);
  return {
    days,
    by_day,
    listings,
    categories,
    sources,
    searches,
    misses: misses.map((miss) => ({ ...miss, last_at: miss.last_at.toISOString() })),
  };
}
