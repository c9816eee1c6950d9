import { UserModel } from '../../db/models/accounts.js';
import { BaseModel } from '../../db/models/base.js';
import { ListingModel } from '../../db/models/listings.js';
import { countConnections } from '../../db/pool.js';
import { type Actor, ROLES, requireAdmin, requireRight } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { countJobs } from '../kernel/queue.js';
import { LISTING_STATUSES, SCREENSHOT_STATUSES } from '../listings/schema.js';
import { DEFAULT_STATS_DAYS, StatsQuery } from '../listings/visits.js';
import { countMails } from '../mail/sending/send.js';
import { listMisses } from '../search/query-log.js';
import { countLinks } from '../upkeep/link-checks.js';
import type { Overview, Statistics } from './schema.js';

export async function getOverview(actor: Actor): Promise<Overview> {
  requireRight(actor, 'desk');
  const [users, listings, { total: _, null: none, ...screenshots }, jobs] = await Promise.all([
    countUsers(actor),
    countBy(ListingModel, 'status', LISTING_STATUSES),
    countBy(ListingModel, 'screenshot_status', [...SCREENSHOT_STATUSES, 'null'] as const),
    countJobs(),
  ]);
  return { users, listings, screenshots: { ...screenshots, none }, jobs };
}

export async function countUsers(actor: Actor): Promise<Overview['users']> {
  requireRight(actor, 'desk');
  const { moderator, ...users } = await countBy(UserModel, 'role', ROLES);
  return moderator > 0 ? { ...users, moderator } : users;
}

/** Counts the rows of a table by the values of a column, and in total. */
async function countBy<const T extends readonly string[]>(
  model: typeof ListingModel | typeof UserModel,
  column: string,
  values: T,
) {
  const table = model.knex().from(model.tableName);
  const rows = await table.select({ value: column }).count({ count: '*' }).groupBy(column);
  const counts = new Map(rows.map(({ value, count }) => [String(value), Number(count)]));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const each = values.map((value) => [value, counts.get(value) ?? 0]);
  return { total, ...Object.fromEntries(each) } as Record<'total' | T[number], number>;
}

/** New listings and accounts, views, clicks and searches per day (UTC), oldest first, including today. */
async function readActivity(days: number) {
  const createdIn = (table: string) =>
    `select (created_at at time zone 'UTC')::date as day, count(*)::int as ${table}
     from ${table} where created_at >= (select min(day)::timestamp at time zone 'UTC' from days) group by 1`;
  const { rows } = await ListingModel.knex().raw<{
    rows: { day: string; listings: number; users: number; views: number; clicks: number; searches: number }[];
  }>(
    `with days as (
       select (now() at time zone 'UTC')::date - offset_days as day
       from generate_series(0, ?::int - 1) as offset_days),
     visits as (
       select day, sum(views)::int as views, sum(clicks)::int as clicks
       from listing_visits where day >= (select min(day) from days) group by 1),
     searched as (
       select day, sum(searches)::int as searches
       from searches where day >= (select min(day) from days) group by 1)
     select to_char(day, 'YYYY-MM-DD') as day, coalesce(listings, 0) as listings, coalesce(users, 0) as users,
       coalesce(views, 0) as views, coalesce(clicks, 0) as clicks, coalesce(searches, 0) as searches
     from days left join (${createdIn('listings')}) as new_listings using (day)
       left join (${createdIn('users')}) as new_users using (day)
       left join visits using (day) left join searched using (day)
     order by days.day`,
    [days],
  );
  return rows;
}

export type Status = Awaited<ReturnType<typeof readStatus>>;

/** For the metrics endpoint, which needs no sign-in: this process's connections, and waiting work. */
export async function readStatus() {
  const knex = BaseModel.knex();
  const started = performance.now();
  await knex.raw('select 1');
  const databaseMs = performance.now() - started;
  const [jobs, mails, captures, links] = await Promise.all([
    countJobs(),
    countMails(),
    countCaptures(),
    countLinks(),
  ]);
  const pool = countConnections(knex);
  return { pool, database_ms: Math.round(databaseMs * 10) / 10, jobs, mails, captures, links };
}

export async function getStatus(actor: Actor): Promise<Status> {
  requireAdmin(actor);
  return readStatus();
}

async function countCaptures() {
  const { rows } = await BaseModel.knex().raw<{ rows: [{ pending: number; oldest_seconds: number | null }] }>(
    `select count(*) as pending, extract(epoch from now() - min(capture_queued_at))::int as oldest_seconds
     from listings where screenshot_status = 'pending'`,
  );
  return rows[0];
}

// Statistics for operators: growth, views, clicks, sources and searches. Counts only.

const MOST = 50;

const SINCE = `(now() at time zone 'UTC')::date - ?::int`;

export async function getStatistics(actor: Actor, input: unknown): Promise<Statistics> {
  requireRight(actor, 'stats');
  const { days = DEFAULT_STATS_DAYS } = check(StatsQuery, input);
  const rowsOf = async <T>(sql: string, values: readonly number[]): Promise<T[]> =>
    (await BaseModel.knex().raw<{ rows: T[] }>(sql, [...values])).rows;
  const [by_day, listings, categories, sources, searches, misses] = await Promise.all([
    readActivity(days),
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
