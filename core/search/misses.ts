// Searches that found nothing: how often each was made, and nothing of who made it.
import { BaseModel } from '../../db/models/base.js';
import { inBackground } from '../kernel/background.js';
import { joinedWords } from './query.js';

export interface SearchMiss {
  query: string;
  searches: number;
  last_at: Date;
}

const LONGEST = 100;
/** Days that a search is remembered after it was last made, and how many are. */
const DAYS = 90;
const MOST = 5000;

/** Counts a search in the background. What is remembered is its words: case, signs and spaces do not matter. */
export function countMiss(q: string): void {
  const query = joinedWords(q);
  // An email address would tell who searched, or for whom.
  if (query === '' || query.length > LONGEST || q.includes('@')) return;
  inBackground(
    async () =>
      BaseModel.knex().raw(
        `insert into search_misses (query) values (?)
         on conflict (query) do update set searches = search_misses.searches + 1, last_at = now()`,
        [query],
      ),
    'a search that found nothing was not counted',
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

/** Forgets old and rare ones. @returns how many */
export async function forgetMisses(): Promise<number> {
  const knex = BaseModel.knex();
  return knex('search_misses')
    .where('last_at', '<', knex.raw('now() - make_interval(days => ?)', [DAYS]))
    .orWhereNotIn(
      'query',
      knex('search_misses')
        .select('query')
        .orderBy('searches', 'desc')
        .orderBy('last_at', 'desc')
        .limit(MOST),
    )
    .delete();
}
