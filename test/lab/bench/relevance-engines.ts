// What bench:relevance compares: this search with and without synonyms. Each gives the addresses of the first ten
// products it finds.
import { guest, systemActor } from '../../../core/kernel/actor.js';
import { readSubmission } from '../../../core/listings/content.js';
import { screenSubmission, storeSubmission } from '../../../core/listings/submit.js';
import { parseQuery } from '../../../core/search/query.js';
import { rankMatches } from '../../../core/search/ranking.js';
import { findListings } from '../../../core/search/search.js';
import { parseSynonyms } from '../../../core/search/synonyms.js';
import { readSearch, understand } from '../../../core/search/understanding.js';
import { connectDatabase } from '../../../db/connection.js';
import { closePool } from '../../../db/pool.js';
import { createDatabase } from '../../helpers/database.js';

export interface Product {
  readonly name: string;
  readonly website_url: string;
  readonly tagline: string;
  readonly description?: string;
  readonly features?: readonly string[];
}

export type Engine = (q: string) => Promise<string[]>;

/** Products that are looked at. */
export const DEPTH = 10;

/** @param work is given each engine by its name, filled with these products */
export async function withEngines(
  products: readonly Product[],
  work: (engines: Readonly<Record<string, Engine>>) => Promise<void>,
): Promise<void> {
  const database = await createDatabase('migrated');
  const knex = await connectDatabase(database.url);
  for (const product of products)
    await storeSubmission(systemActor('cli'), null, await screenSubmission(readSubmission(product)));
  await knex.raw('analyze listing_search');
  await work({
    'this search': async (q) => {
      const { listings } = await findListings(guest('cli'), { q, sort: 'relevance', limit: DEPTH });
      return listings.map(({ website_url: url }) => url);
    },
    'without synonyms': async (q) => {
      const { typed, vocabulary, repairs } = await readSearch(parseQuery(q));
      const reading = understand(typed, vocabulary, { repairs, synonyms: parseSynonyms([]) });
      const window = { offset: 0, limit: DEPTH, after: null };
      const { matches } = await rankMatches(reading, { kind: 'live' }, window);
      return matches.map(({ websiteUrl }) => websiteUrl);
    },
  });
  await closePool(knex);
  await database.drop();
}
