// Lists by popularity: clicks and shortlisting in the last 30 days, then newest first.
import { BaseModel } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import type { Cursor } from '../kernel/lists.js';
import { onceAMinute } from '../kernel/once-a-minute.js';
import { factLexeme, termOf } from '../listings/facts.js';
import { PRESENTED_SELECT, type PresentedRow } from '../listings/present.js';
import { filterOf } from './filters.js';
import { beyondScore, type OrderedWindow } from './in-order.js';
import { Bindings, runSearch } from './statement.js';
import { quote } from './word-forms.js';

const DAYS = 30;
/** Days after which a click counts half. */
const HALF_LIFE = 7;
const MAX_POPULAR = 10_000;
/** Maximum listings read when sorting by popularity, and maximum listings that page numbers reach. */
const MAX_READ = 3000;
const MAX_LISTED = 500;

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

/** With fewer clicked or shortlisted listings, sorting by popularity is not offered: it would change little. */
const ENOUGH_KNOWN = 10;

const knownBy = prepare(`select from listing_popularity limit ${ENOUGH_KNOWN}`);

/** Whether enough listings were clicked or shortlisted to sort by popularity; may be a minute old. */
export const isPopularityKnown = onceAMinute(async () => (await knownBy()).length === ENOUGH_KNOWN);

/** A sort key: the popularity, then the time of publication in seconds. */
export const popularityOf = (popularity: string, publishedAt: string) =>
  `(coalesce(${popularity}, 0) * 1e10 + coalesce(extract(epoch from ${publishedAt}), 0))::float8`;

/** Maximum best-known listings on the page of a category or value, and per category on the page of categories. */
const BEST_KNOWN = 3;
/** Listings sampled to find the values that often accompany a value, and how many values are shown. */
const SAMPLED = 400;
const TOGETHER = 8;

interface BestKnown {
  readonly name: string;
  readonly slug: string;
}

const MOST_POPULAR = `select listing_id as id, popularity from listing_popularity order by popularity desc, listing_id desc limit ${MAX_READ}`;

const shelf = prepare<{ name: string; slug: string | null; count: number }>(`
  (select name, slug, 0 as count from (${MOST_POPULAR}) as most join listings using (id)
   where id in (select id from listing_search where live and search @@ (select $1::tsquery))
   order by popularity desc, id desc limit ${BEST_KNOWN})
  union all
  (select value, null, count(*)::int from (
     select id from listing_search where live and $2::text <> '' and search @@ (select $1::tsquery) limit ${SAMPLED}
   ) as sampled join listings using (id)
     cross join jsonb_array_elements_text(case jsonb_typeof(facts -> $2::text) when 'array' then facts -> $2::text else '[]' end) as value
   group by value having count(*) > 1 order by count(*) desc, value limit ${TOGETHER + 1})`);

/** The best-known listings of a filter; for a fact's value also values that often go with it. May be a minute old. */
export const introduceShelf = onceAMinute(async (lexeme: string) => {
  const name = filterOf(lexeme);
  const rows = await shelf([quote(lexeme), name === 'category' ? '' : name]);
  const known = rows.filter((row): row is BestKnown & { count: number } => row.slug !== null);
  const others = rows.filter(
    ({ slug, name: value }) => slug === null && factLexeme(name, termOf(value)) !== lexeme,
  );
  return { bestKnown: known, together: others.slice(0, TOGETHER).map(({ name: value }) => value) };
});

/** Three names of each category: the best known, else the newest. */
export async function namesOfCategories(categories: readonly string[]): Promise<Map<string, BestKnown[]>> {
  if (categories.length === 0) return new Map();
  const bindings = new Bindings();
  // Literals, because the commonest categories have their own index.
  const parts = categories.map((category) => {
    const isOfIt = `categories @> '{"${category}"}'::text[]`;
    return `(select ${bindings.bind(category, 'text')} as category, name, slug from (
      (select name, slug, popularity from popular where ${isOfIt} order by popularity desc limit ${BEST_KNOWN})
      union all (select name, slug, 0 from listings where status = 'live' and ${isOfIt} order by published_at desc, id desc limit ${BEST_KNOWN})
    ) as named)`;
  });
  const sql = `with popular as materialized (
      select name, slug, categories, popularity from (${MOST_POPULAR}) as most join listings using (id) where status = 'live'
    ) ${parts.join(' union all ')}`;
  const names = new Map<string, BestKnown[]>();
  for (const { category, ...one } of await runSearch<BestKnown & { category: string }>(
    sql,
    bindings.values,
  )) {
    const known = names.get(category) ?? [];
    if (known.length < BEST_KNOWN && known.every(({ slug }) => slug !== one.slug))
      names.set(category, [...known, one]);
  }
  return names;
}

/** Reads a page, most popular first. @param where a condition on rows of `listings` */
export async function listPopular(
  where: string,
  window: OrderedWindow,
  bindings: Bindings,
  isCounted: boolean,
) {
  const sql = `
    with chosen as (
      (select listing_id as id from listing_popularity order by popularity desc, listing_id desc limit ${MAX_READ})
      union (select id from listings where ${where} order by published_at desc, id desc limit ${MAX_LISTED})
    ), listed as (
      select id, ${popularityOf('popularity', 'published_at')} as score
      from chosen join listings using (id) left join listing_popularity on listing_id = id
      where ${where} order by score desc, id desc limit ${MAX_LISTED}
    ), page as (
      select id as page_id, score from listed ${beyondScore(window, 'id', bindings)} order by score desc, id desc
      offset ${bindings.hidden(window.offset, 'bigint')} limit ${bindings.hidden(window.limit, 'int')}
    )
    select ${PRESENTED_SELECT}, score, total
    from (select ${isCounted ? `count(*)::int from listings where ${where}` : '0'}) as counted (total)
      left join (page join listings on id = page_id) on true
    order by score desc, id desc`;
  const rows = await runSearch<PresentedRow & { score: number; total: number }>(sql, bindings.values);
  const listings = rows.filter(({ id }) => id !== null);
  const scores = new Map(listings.map(({ id, score }) => [id, score]));
  return {
    listings,
    total: rows[0]?.total ?? 0,
    /** How many results page numbers can reach. */
    most: MAX_LISTED,
    placeOf: ({ id }: PresentedRow): Cursor['after'] => [scores.get(id) ?? 0, id],
  };
}
