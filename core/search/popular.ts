// Lists by popularity: clicks and shortlisting in the last 30 days, then newest first.
import { BaseModel } from '../../db/models/base.js';
import type { Cursor } from '../kernel/lists.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { beyondScore, type OrderedWindow } from './in-order.js';
import { type Bindings, runSearch } from './statement.js';

const DAYS = 30;
/** Days after which a click counts half. */
const HALF_LIFE = 7;
const MAX_POPULAR = 10_000;
/** Most popular listings read for a list, and how many of them page numbers reach. */
const MAX_READ = 3000;
export const MAX_LISTED = 500;

/** Recounts the clicks and shortlistings of the last days. @returns how many listings have changed */
export async function countPopularity(): Promise<number> {
  const { rows } = await BaseModel.knex().raw<{ rows: [{ changed: number }] }>(
    `with counted as (
       select listing_id, round(100 * sum((clicks + keeps) * power(0.5, (today - day) / :half::float8)))::int as popularity
       from listing_visits cross join (select (now() at time zone 'UTC')::date as today) as clock
       where day > today - :days::int and clicks + keeps > 0
       group by listing_id order by popularity desc, listing_id limit :most
     ), forgotten as (
       delete from listing_popularity where listing_id not in (select listing_id from counted) returning 1
     ), stored as (
       insert into listing_popularity as known select * from counted where popularity > 0
       on conflict (listing_id) do update set popularity = excluded.popularity
         where known.popularity <> excluded.popularity
       returning 1
     )
     select ((select count(*) from forgotten) + (select count(*) from stored))::int as changed`,
    { days: DAYS, half: HALF_LIFE, most: MAX_POPULAR },
  );
  return rows[0].changed;
}

/** A sort key: the popularity, then the time of publication in seconds. */
export const popularityOf = (popularity: string, publishedAt: string) =>
  `(coalesce(${popularity}, 0) * 1e10 + coalesce(extract(epoch from ${publishedAt}), 0))::float8`;

interface Ranked extends PresentedRow {
  readonly score: number;
  readonly total: number;
}

/** A page of the listings that meet a condition, most popular first; counted on request.
 * @param where a condition on rows of `listings` */
export async function listPopular(
  where: string,
  window: OrderedWindow,
  bindings: Bindings,
  isCounted: boolean,
) {
  const sql = `
    with popular as materialized (
      select id, ${popularityOf('popularity', 'published_at')} as score
      from (select * from listing_popularity order by popularity desc, listing_id desc limit ${MAX_READ}) as most
        join listings on id = listing_id where ${where}
    ), newest as (
      select id, ${popularityOf('null::int', 'published_at')} as score
      from listings where ${where} and id not in (select id from popular)
      order by published_at desc, id desc limit ${MAX_LISTED}
    ), listed as (
      select * from (table popular union all table newest) as found order by score desc, id desc limit ${MAX_LISTED}
    ), page as (
      select id as page_id, score from listed ${beyondScore(window, 'id', bindings)} order by score desc, id desc
      offset ${bindings.hidden(window.offset, 'bigint')} limit ${bindings.hidden(window.limit, 'int')}
    )
    select ${PRESENTED_SELECT}, score, total
    from (select ${isCounted ? `count(*)::int from listings where ${where}` : '0'}) as counted (total)
      left join (page join listings on id = page_id) on true
    order by score desc, id desc`;
  const rows = await runSearch<Ranked>(sql, bindings.values);
  const listings = rows.filter(({ id }) => id !== null);
  const scores = new Map(listings.map(({ id, score }) => [id, score]));
  return {
    listings,
    total: rows[0]?.total ?? 0,
    placeOf: ({ id }: PresentedRow): Cursor['after'] => [scores.get(id) ?? 0, id],
  };
}
