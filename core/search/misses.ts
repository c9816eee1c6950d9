// Searches without results: how often each was made, and nothing about who made it.
import { BaseModel } from '../../db/models/base.js';
import { inBackground } from '../kernel/background.js';
import { joinedWords, type SearchQuery } from './query.js';

export interface SearchMiss {
  query: string;
  searches: number;
  last_at: Date;
}

const MAX_LENGTH = 100;
/** How many different searches are stored. */
const MAX_MISSES = 5000;

/** Counted since the last flush. */
const waiting = new Map<string, number>();
/** However many searches there are, storing takes one statement per interval. */
const FLUSH_INTERVAL_MS = 10_000;
const MAX_WAITING = 1000;
let timer: NodeJS.Timeout | null = null;

/** Counts a search by its words: case, signs and spaces do not matter. @param q its text */
export function countMiss(typed: SearchQuery, q: string): void {
  // With exclusions, the search may simply have excluded everything.
  if (typed.excluded.length > 0) return;
  const query = joinedWords(typed);
  // An email address would reveal who searched, or for whom.
  if (query === '' || query.length > MAX_LENGTH || q.includes('@')) return;
  if (waiting.size < MAX_WAITING || waiting.has(query)) waiting.set(query, (waiting.get(query) ?? 0) + 1);
  timer ??= setTimeout(
    () => inBackground(storeMisses, 'searches that found nothing were not counted'),
    FLUSH_INTERVAL_MS,
  );
  timer.unref();
}

/** Stores the counts; call it before closing the database. Sorted, so that two processes never deadlock. */
export async function storeMisses(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const counted = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
  waiting.clear();
  if (counted.length === 0) return;
  await BaseModel.knex().raw(
    `insert into search_misses (query, searches) select * from unnest(?::text[], ?::int[])
     on conflict (query) do update set searches = search_misses.searches + excluded.searches, last_at = now()`,
    [counted.map(([query]) => query), counted.map(([, searches]) => searches)],
  );
}

/** The most frequent searches that found nothing. */
export async function listMisses(limit: number): Promise<SearchMiss[]> {
  return BaseModel.knex()<SearchMiss>('search_misses')
    .orderBy([
      { column: 'searches', order: 'desc' },
      { column: 'last_at', order: 'desc' },
    ])
    .limit(limit);
}

/** Deletes searches last made over `days` days ago, and the rarest beyond MAX_MISSES. @returns how many */
export async function deleteOldMisses(days: number): Promise<number> {
  const knex = BaseModel.knex();
  return knex('search_misses')
    .where('last_at', '<', knex.raw('now() - make_interval(days => ?)', [days]))
    .orWhereNotIn(
      'query',
      knex('search_misses')
        .select('query')
        .orderBy('searches', 'desc')
        .orderBy('last_at', 'desc')
        .limit(MAX_MISSES),
    )
    .delete();
}
