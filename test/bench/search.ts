// How long a search takes, by class of query and number of listings, one client, nothing cached:
//   npm run bench:search -- [10000 100000 1000000]
// Each query goes through findListings, as every door's does; p50, p99 and the worst of many rounds, in milliseconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { guest } from '../../core/kernel/actor.js';
import { configure } from '../../core/kernel/config.js';
import { configureLog } from '../../core/kernel/log.js';
import { findListings } from '../../core/search/find.js';
import { suggestSearches } from '../../core/search/suggest.js';
import { connectDatabase } from '../../db/connection.js';
import { createDatabase, endTestDatabases } from '../helpers/database.js';
import { makeTempDir } from '../helpers/environment.js';
import { seeded } from '../helpers/random.js';
import { loadListings } from './generated-listings.js';

const visitor = guest('rest');
const find = (input: object) => () => findListings(visitor, input);
const by = (q: string, more: object = {}) => find({ q, sort: 'relevance', ...more });
const newest = (q: string, more: object = {}) => find({ q, ...more });

const CLASSES: Record<string, () => Promise<unknown>> = {
  the: by('the'),
  'common word': by('team'),
  'two common words': by('data team'),
  'three common words': by('secure task board'),
  'common word, by date': newest('team'),
  'two common words, by date': newest('data team'),
  'middling word': by('budget'),
  'rare words': by('shoqua bikolu'),
  'absent word': by('xqzwvk'),
  'mistyped word': by('bugdet'),
  'one letter': by('p'),
  'three letters': by('bud'),
  sentence: by('how do I share photos and recipes with my team at home'),
  'with a filter': by('budget', { category: 'finance' }),
  quoted: by('"share photo"'),
  excluded: by('photo -team'),
  'page 10 by date': newest('team', { page: 10 }),
  'suggest, one letter': () => suggestSearches({ q: 'p' }),
  'suggest, three letters': () => suggestSearches({ q: 'bud' }),
  'browse, page 1': find({}),
  'browse, page 5,000': find({ page: 5000 }),
  'category, page 1,000': find({ category: 'ai', page: 1000 }),
  'by name, page 5,000': find({ sort: 'name', page: 5000 }),
};
const ROUNDS = 40;
const FUZZ = 2000;

async function measure(work: () => Promise<unknown>, rounds: number): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

const at = (times: readonly number[], share: number) =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);

/** Random queries of every kind, for the worst case. */
function fuzzed(dice: () => number): object {
  const words =
    'the and data team photo budget secure board home zoqua bik p x9 c++ "share photo" -team "the data" node.js 写真 self-hosted alternative trello'.split(
      ' ',
    );
  const letters = () =>
    Array.from({ length: 1 + Math.floor(dice() * 9) }, () =>
      String.fromCharCode(97 + Math.floor(dice() * 26)),
    ).join('');
  const q = Array.from({ length: 1 + Math.floor(dice() * 8) }, () =>
    dice() < 0.7 ? words[Math.floor(dice() * words.length)] : letters(),
  ).join(' ');
  return {
    q,
    sort: ['relevance', 'newest', 'name'][Math.floor(dice() * 3)],
    page: 1 + Math.floor(dice() * 3),
  };
}

async function bench(count: number): Promise<void> {
  const database = await createDatabase('migrated');
  const knex = await connectDatabase(database.url, { statementTimeout: 0 });
  await loadListings(knex, count);
  const [{ each } = { each: 0 }] = (
    await knex.raw<{ rows: { each: number }[] }>(
      'select pg_database_size(current_database())::float8 / ? as each',
      [count],
    )
  ).rows;
  console.log(`\n${count} listings, ${(each / 1000).toFixed(2)} kB each on disk`);
  await sleep(1000);
  const rows = [];
  for (const [name, work] of Object.entries(CLASSES)) {
    const times = await measure(work, ROUNDS);
    rows.push({ query: name, p50: at(times, 0.5), p99: at(times, 0.99), worst: at(times, 1) });
  }
  const dice = seeded(7);
  const times: number[] = [];
  for (let n = 0; n < FUZZ; n += 1) {
    const input = fuzzed(dice);
    const started = performance.now();
    await findListings(visitor, input);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  rows.push({ query: `${FUZZ} random ones`, p50: at(times, 0.5), p99: at(times, 0.99), worst: at(times, 1) });
  console.table(rows);
  await knex.destroy();
  await database.drop();
}

configureLog(configure({ DATA_DIR: makeTempDir(), LOG_LEVEL: 'warn', SCREENSHOTS: 'off' }));
const sizes = process.argv.slice(2).map(Number);
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await bench(size);
await endTestDatabases();
