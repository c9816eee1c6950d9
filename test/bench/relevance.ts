// How well searches find what is meant, on judged queries: npm run bench:relevance
// Needs by nDCG@10 (grades 2 and 1), known products by MRR@10; with and without synonyms, beside MiniSearch and SQLite's
// FTS5. The real listings and their judgments are not part of the project (CC BY-SA): without them it says so and ends.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import sqlite from 'node-sqlite3-wasm';
import { systemActor } from '../../core/kernel/actor.js';
import { configure } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { readSubmission } from '../../core/listings/content.js';
import { storeSubmission } from '../../core/listings/submit.js';
import { toWords } from '../../core/listings/words.js';
import { parseQuery } from '../../core/search/query.js';
import { rankMatches } from '../../core/search/ranking.js';
import { parseSynonyms } from '../../core/search/synonyms.js';
import { readSearch, understand } from '../../core/search/understanding.js';
import { connectDatabase } from '../../db/connection.js';
import { createDatabase, endTestDatabases } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';

interface Product {
  name: string;
  website_url: string;
  tagline: string;
  description?: string;
  features?: string[];
}
interface Query {
  id: string;
  set: 'known' | 'need';
  q: string;
}
type Engine = (q: string) => Promise<string[]> | string[];

const SHARED = join(PACKAGE_ROOT, '../shared');
const LISTINGS = join(SHARED, 'real-listings/listings.ndjson');
const JUDGED = join(SHARED, 'search-judged');
const DEPTH = 10;

const address = (url: string) => {
  const { host, pathname, search } = new URL(url);
  return host.toLowerCase().replace(/^www\./, '') + pathname.replace(/\/+$/, '') + search;
};
const gain = (grades: readonly number[]) =>
  grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);

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
      const read = await readSearch(q);
      const { vocabulary, repairs } = read;
      const reading = hasSynonyms
        ? read
        : understand(q, vocabulary, { repairs, synonyms: parseSynonyms('') });
      const { matches } = await rankMatches(
        reading,
        { kind: 'live' },
        { offset: 0, limit: DEPTH, after: null },
      );
      return matches.map(({ listing }) => listing.websiteUrl);
    };
  return {
    engines: { 'this search': search(true), 'without synonyms': search(false) },
    async end() {
      await knex.destroy();
      await database.drop();
      await endTestDatabases();
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

async function score(
  engine: Engine,
  queries: readonly Query[],
  judgments: Record<string, Record<string, number>>,
) {
  const sums = { needs: 0, ndcg: 0, knowns: 0, mrr: 0, first: 0, empty: 0 };
  for (const { id, set, q } of queries) {
    const judged = judgments[id] ?? {};
    const found = await engine(q);
    const grades = found.map((url) => judged[address(url)] ?? 0);
    if (found.length === 0) sums.empty += 1;
    if (set === 'need') {
      sums.needs += 1;
      sums.ndcg +=
        gain(grades) /
        gain(
          Object.values(judged)
            .sort((a, b) => b - a)
            .slice(0, DEPTH),
        );
    } else {
      const rank = grades.indexOf(2) + 1;
      sums.knowns += 1;
      sums.mrr += rank > 0 ? 1 / rank : 0;
      sums.first += rank === 1 ? 1 : 0;
    }
  }
  const share = (sum: number, of: number) => (sum / of).toFixed(3);
  return {
    'needs nDCG@10': share(sums.ndcg, sums.needs),
    'known MRR@10': share(sums.mrr, sums.knowns),
    'known first': share(sums.first, sums.knowns),
    'without result': share(sums.empty, queries.length),
  };
}

if (!existsSync(LISTINGS) || !existsSync(JUDGED)) {
  console.log(`skipped: ${JUDGED} is not here`);
} else {
  configureLog(configure({ DATA_DIR: makeTempDir(), LOG_LEVEL: 'warn', SCREENSHOTS: 'off' }));
  const products: Product[] = readFileSync(LISTINGS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const queries: Query[] = JSON.parse(readFileSync(join(JUDGED, 'queries.json'), 'utf8'));
  const raw: Record<string, Record<string, number>> = JSON.parse(
    readFileSync(join(JUDGED, 'judgments.json'), 'utf8'),
  );
  const judgments = Object.fromEntries(
    Object.entries(raw).map(([id, grades]) => [
      id,
      Object.fromEntries(Object.entries(grades).map(([url, grade]) => [address(url), grade])),
    ]),
  );
  const own = await ownEngine(products);
  const engines: Record<string, Engine> = {
    ...own.engines,
    MiniSearch: miniSearch(products),
    'SQLite FTS5': sqliteFts(products),
  };
  const table: Record<string, object> = {};
  for (const [name, engine] of Object.entries(engines)) table[name] = await score(engine, queries, judgments);
  console.table(table);
  console.log(
    `${queries.length} queries (${queries.filter(({ q }) => parseQuery(q).words.length > 1).length} of several words), ${products.length} listings`,
  );
  await own.end();
}
