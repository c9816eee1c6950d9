// Counts searches per day, and whether they found something; stores nothing about who searched.
import { isbot } from 'isbot';
import { BaseModel } from '../../db/models/base.js';
import { isTrustedOrigin } from '../addresses/origins.js';
import { displayHost } from '../addresses/site.js';
import type { Actor } from '../kernel/actor.js';
import { tally } from '../kernel/background.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { MIN_ASKERS, type VisitSource, wasSeen } from '../listings/visits.js';
import { explainContent, policyInForce } from '../policy/screening.js';
import { joinedWords, parseQuery, type SearchQuery } from './query.js';

const MAX_LENGTH = 100;
/** Maximum characters of a typed search; a referrer may contain a longer one. */
const MAX_TYPED = 500;
const MAX_OF_A_DAY = 5000;

/** What a search found: the ids of the listings on its first page; null: unknown, or dependent on more than the words. */
type Shown = readonly string[] | null;

/** Searches, and their last result. */
type Counted = { searches: number; askers: number; found: boolean | null; shown: Shown };

/** A search without case, signs and repeated spaces; null if it is not stored. */
function storedWords(typed: SearchQuery, q: string): string | null {
  const query = joinedWords(typed);
  // An email address would reveal who searched, or for whom.
  return query === '' || query.length > MAX_LENGTH || q.includes('@') ? null : query;
}

/** Counts a search, except a bot's. */
export function countSearch(actor: Actor, typed: SearchQuery, q: string, shown: Shown): void {
  const agent = actor.client?.userAgent;
  if (actor.door === 'web' && (!agent || isbot(agent))) return;
  const query = storedWords(typed, q);
  if (query === null) return;
  // Exclusions may have removed all results: that says nothing about the words.
  const known = typed.excluded.length > 0 ? null : shown;
  const day = new Date().toISOString().slice(0, 10);
  // `askers` counts only searches on pages, each person once a day: the words may appear on the front page.
  const isNew = actor.door === 'web' && !wasSeen(day, [actor.client?.ip ?? '', 'search', query]);
  searches.count(query, (before = { searches: 0, askers: 0, found: null, shown: null }) => ({
    searches: before.searches + 1,
    askers: before.askers + Number(isNew),
    found: known ? known.length > 0 : before.found,
    shown: known ?? before.shown,
  }));
}

const searches = tally<Counted>(1_000, 'searches were not counted', (counted) =>
  BaseModel.knex().raw(
    `with today as (select (now() at time zone 'UTC')::date as day),
       room as (select count(*) < ? as is_left from searches join today using (day))
     insert into searches (day, query, searches, askers, found, shown)
     select day, query, counted.searches, counted.askers, counted.found, counted.shown::uuid[]
     from unnest(?::text[], ?::int[], ?::int[], ?::boolean[], ?::text[])
       as counted (query, searches, askers, found, shown), today, room
     where is_left or exists (select from searches as known where known.day = today.day and known.query = counted.query)
     on conflict (day, query) do update
       set searches = searches.searches + excluded.searches, askers = searches.askers + excluded.askers,
         found = coalesce(excluded.found, searches.found), shown = coalesce(excluded.shown, searches.shown),
         last_at = now()`,
    [
      MAX_OF_A_DAY,
      counted.map(([query]) => query),
      counted.map(([, { searches }]) => searches),
      counted.map(([, { askers }]) => askers),
      counted.map(([, { found }]) => found) as unknown as string[],
      counted.map(([, { shown }]) => shown && `{${shown.join()}}`) as string[],
    ],
  ),
);
export const storeSearches = searches.store;

/** SQL: whether the latest known result of a search was empty. */
const IS_MISSED = '(array_agg(found order by day desc) filter (where found is not null))[1] is false';

/** The most frequent searches, of the last days or overall, whose last result was empty. */
export async function listMisses(limit: number, days = 10_000) {
  const { rows } = await BaseModel.knex().raw<{ rows: { query: string; searches: number; last_at: Date }[] }>(
    `select query, sum(searches)::int as searches, max(last_at) as last_at
     from searches where day > (now() at time zone 'UTC')::date - ?::int
     group by query having ${IS_MISSED} order by searches desc, last_at desc, query limit ?`,
    [days, limit],
  );
  return rows;
}

/** Searches of several people in the last 30 days without results, most wanted first. */
export async function listWanted(limit: number): Promise<string[]> {
  const { rows } = await BaseModel.knex().raw<{ rows: { query: string }[] }>(
    `select query from searches where day > (now() at time zone 'UTC')::date - 30 and char_length(query) between 4 and 60
     group by query having sum(askers) >= ${MIN_ASKERS} and ${IS_MISSED}
     order by sum(askers) desc, max(last_at) desc, query limit ?`,
    [limit * 2],
  );
  const wanted = rows.map(({ query }) => query);
  return wanted
    .filter((name) => explainContent({ name }, policyInForce()).verdict === 'clean')
    .slice(0, limit);
}

/** Paths of lists, whose parameter `q` contains the search. */
const LISTS = /^\/(listings|categories\/[^/]+)$/;

/** The origin of a visitor without personal data: the host of a site, or the words of a search here. */
export function sourceOf(referer: string | undefined): VisitSource {
  const url = referer ? parseUrl(referer) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'direct', source: '' };
  if (!isTrustedOrigin(url.origin))
    return { kind: 'site', source: displayHost(url.href).slice(0, MAX_LENGTH) };
  const q = LISTS.test(url.pathname) ? url.searchParams.get('q') : null;
  const words = q && q.length <= MAX_TYPED ? storedWords(parseQuery(q), q) : null;
  return words === null ? { kind: 'inside', source: '' } : { kind: 'search', source: words };
}
