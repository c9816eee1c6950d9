// What bench:relevance compares: this search with and without synonyms, MiniSearch, and SQLite's FTS5. Each gives the
// addresses of the first ten products it finds.
import MiniSearch from 'minisearch';
import sqlite from 'node-sqlite3-wasm';
import { systemActor } from '../../../core/kernel/actor.js';
import { readSubmission } from '../../../core/listings/content.js';
import { storeSubmission } from '../../../core/listings/submit.js';
import { toWords } from '../../../core/listings/tokens.js';
import { parseQuery } from '../../../core/search/query.js';
import { rankMatches } from '../../../core/search/ranking.js';
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

export type Engine = (q: string) => Promise<string[]> | string[];

/** Products that are looked at. */
export const DEPTH = 10;

/** @param work is given each engine by its name, filled with these products */
export async function withEngines(
  products: readonly Product[],
  work: (engines: Readonly<Record<string, Engine>>) => Promise<void>,
): Promise<void> {
  const own = await ownEngine(products);
  await work({ ...own.engines, MiniSearch: miniSearch(products), 'SQLite FTS5': sqliteFts(products) });
  await own.end();
}

async function ownEngine(
  products: readonly Product[],
): Promise<{ engines: Record<string, Engine>; end(): Promise<void> }> {
  const database = await createDatabase('migrated');
  const knex = await connectDatabase(database.url);
  for (const product of products) await storeSubmission(systemActor('cli'), null, readSubmission(product));
  await knex.raw('analyze listing_search');
  const search =
    (hasSynonyms: boolean): Engine =>
    async (q) => {
      const read = await readSearch(parseQuery(q));
      const { vocabulary, repairs } = read;
      const reading = hasSynonyms
        ? read
        : understand(read.typed, vocabulary, { repairs, synonyms: parseSynonyms([]) });
      const { matches } = await rankMatches(
        reading,
        { kind: 'live' },
        { offset: 0, limit: DEPTH, after: null },
      );
      return matches.map(({ websiteUrl }) => websiteUrl);
    };
  return {
    engines: { 'this search': search(true), 'without synonyms': search(false) },
    async end() {
      await closePool(knex);
      await database.drop();
    },
  };
}

function miniSearch(products: readonly Product[]): Engine {
  const index = new MiniSearch({
    fields: ['name', 'tagline', 'description', 'features'],
    searchOptions: { boost: { name: 3, tagline: 2 }, fuzzy: 0.2, prefix: true },
  });
  index.addAll(products.map((product, id) => ({ id, ...product, features: product.features?.join(' ') })));
  return (q) =>
    index
      .search(q)
      .slice(0, DEPTH)
      .map(({ id }) => products[id as number]?.website_url ?? '');
}

function sqliteFts(products: readonly Product[]): Engine {
  const database = new sqlite.Database();
  database.exec(
    "create virtual table listings using fts5 (name, tagline, rest, tokenize = 'porter unicode61')",
  );
  for (const { name, tagline, description, features } of products) {
    database.run('insert into listings values (?, ?, ?)', [
      name,
      tagline,
      [description, ...(features ?? [])].join(' '),
    ]);
  }
  return (q) => {
    const words = toWords(q).map((word) => `"${word}"`);
    if (words.length === 0) return [];
    const rows = database.all(
      'select rowid from listings where listings match ? order by bm25(listings, 5.0, 2.0, 1.0) limit ?',
      [`${words.join(' OR ')} *`, DEPTH],
    );
    return rows.map(({ rowid }) => products[Number(rowid) - 1]?.website_url ?? '');
  };
}
