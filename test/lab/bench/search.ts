// How long a search takes, by class of query and number of listings, one client, nothing cached:
//   npm run bench:search -- [10000 100000 1000000]
// or, of listings that are there already: BENCH_DATABASE_URL=postgres://… npm run bench:search
// Each query goes through findListings, as every door's does; p50, p99 and the worst of many rounds, in milliseconds by
// the clock and of CPU.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { guest } from '../../../core/kernel/actor.js';
import { configure } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { configureLog } from '../../../core/kernel/log.js';
import { findListings, findWithFacets, getListing } from '../../../core/search/search.js';
import { findNeighbours } from '../../../core/search/similar.js';
import { suggestSearches } from '../../../core/search/suggest.js';
import { readVocabulary } from '../../../core/search/vocabulary.js';
import { connectDatabase } from '../../../db/connection.js';
import { closePool } from '../../../db/pool.js';
import { createDatabase, endTestDatabases } from '../../helpers/database.js';
import { makeTempDir } from '../../helpers/environment.js';
import { seeded } from '../../helpers/random.js';
import { loadListings } from './generated-listings.js';
import { randomSearch } from './random-searches.js';

const visitor = guest('rest');
const find = (input: object) => () => findListings(visitor, input);
const by = (q: string, more: object = {}) => find({ q, sort: 'relevance', ...more });
const newest = (q: string, more: object = {}) => find({ q, ...more });

/** Shares of the listings that have a word of each kind. */
const SHARES = { most: 0.6, common: 0.12, middling: 0.03, uncommon: 0.008, rare: 0.001 };
type Words = Record<keyof typeof SHARES, readonly string[]>;

const classesOf = ({
  most,
  common,
  middling,
  uncommon,
  rare,
}: Words): Record<string, () => Promise<unknown>> => ({
  'a word of most': by(`${most[0]} `),
  'two words of most': by(`${most[0]} ${most[1]} `),
  'three words of most': by(`${most[0]} ${most[1]} ${most[2]} `),
  'common word (12 %)': by(`${common[0]} `),
  'two common words': by(`${common[0]} ${common[1]} `),
  'three common words': by(`${common[0]} ${common[1]} ${common[2]} `),
  'middling word (3 %)': by(`${middling[0]} `),
  'two middling words': by(`${middling[0]} ${middling[1]} `),
  'uncommon word (0.8 %)': by(`${uncommon[0]} `),
  'two uncommon words': by(`${uncommon[0]} ${uncommon[1]} `),
  'rare word (0.1 %)': by(`${rare[0]} `),
  'two rare words': by(`${rare[0]} ${rare[1]} `),
  'common and rare word': by(`${common[0]} ${rare[0]} `),
  'absent word': by('xqzwvk '),
  'mistyped common word': by(`${swapped(common[1])} `),
  'two mistyped words': by(`${swapped(middling[1])} ${swapped(rare[1])} `),
  'one letter': by('p'),
  'two letters': by('bu'),
  'three letters': by('bud'),
  'sentence of twelve words': by('how do I share photos and recipes with my team at home'),
  'with a filter': by(`${common[0]} `, { category: 'finance' }),
  'quoted, two words of most': by(`"${most[0]} ${most[1]}"`),
  'quoted, two common words': by(`"${common[0]} ${common[1]}"`),
  'with an excluded word': by(`${common[0]} -${most[1]}`),
  'common word, by date': newest(`${common[0]} `),
  'uncommon word, by date': newest(`${uncommon[0]} `),
  'two common words, by date': newest(`${common[0]} ${common[1]} `),
  'rare word, by date': newest(`${rare[0]} `),
  'common word, by name': newest(`${common[0]} `, { sort: 'name' }),
  'uncommon word, by name': newest(`${uncommon[0]} `, { sort: 'name' }),
  'common word, page 10 by date': newest(`${common[0]} `, { page: 10 }),
  'suggest, one letter': () => suggestSearches({ q: 'p' }),
  'suggest, three letters': () => suggestSearches({ q: 'bud' }),
  'suggest, mistyped': () => suggestSearches({ q: swapped(common[2]) }),
  'browse, page 1': find({}),
  'browse, page 5,000': find({ page: 5000 }),
  'category, page 1': find({ category: 'ai' }),
  'category, page 5,000': find({ category: 'ai', page: 5000 }),
  'by name, page 1': find({ sort: 'name' }),
  'by name, page 5,000': find({ sort: 'name', page: 5000 }),
});

/** With its middle letters changed over. */
function swapped(word = ''): string {
  const at = Math.floor(word.length / 2);
  return `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`;
}

/** Three words of each share, from the statistics. */
async function wordsOf(knex: Knex): Promise<Words> {
  const { rows } = await knex.raw<{ rows: { word: string; share: number }[] }>(
    `select word, share from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as elems (word, share)
     where tablename = 'listing_search' and attname = 'search' and word ~ '^[a-z]{5,}$'`,
  );
  const nearest = (wanted: number) =>
    rows
      .toSorted(
        (a, b) => Math.abs(a.share - wanted) - Math.abs(b.share - wanted) || (a.word < b.word ? -1 : 1),
      )
      .slice(0, 3)
      .map(({ word }) => word);
  return Object.fromEntries(
    Object.entries(SHARES).map(([kind, share]) => [kind, nearest(share)]),
  ) as unknown as Words;
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100);
const FUZZ = Number(process.env.BENCH_FUZZ ?? 2000);

/** What a piece of work took, in milliseconds: by the clock, and of CPU here and in the database. */
interface Took {
  readonly time: number;
  readonly cpu: number;
}

type Timer = <Result>(work: () => Promise<Result>) => Promise<{ result: Result } & Took>;

/** Counts the CPU of the database where its processes can be seen; times say little on a machine with other work. */
function timerOf(knex: Knex): Timer {
  const cpuOf = (pids: readonly number[]) => {
    const { user, system } = process.cpuUsage();
    const ran = pids.map((pid) => {
      const file = `/proc/${pid}/schedstat`;
      return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : 0;
    });
    return ran.reduce((sum, one) => sum + one, (user + system) / 1000);
  };
  return async (work) => {
    const { rows } = await knex.raw<{ rows: { pid: number }[] }>(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    const pids = rows.map(({ pid }) => pid);
    const before = cpuOf(pids);
    const started = performance.now();
    const result = await work();
    return { result, time: performance.now() - started, cpu: cpuOf(pids) - before };
  };
}

async function measure(timer: Timer, work: () => Promise<unknown>): Promise<Took[]> {
  await work();
  const took: Took[] = [];
  for (let round = 0; round < ROUNDS; round += 1) took.push(await timer(work));
  return took;
}

function summary(took: readonly Took[]): object {
  const at = (key: keyof Took, share: number) => {
    const sorted = took.map((one) => one[key]).sort((a, b) => a - b);
    return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  };
  return {
    p50: at('time', 0.5),
    p99: at('time', 0.99),
    worst: at('time', 1),
    'CPU p50': at('cpu', 0.5),
    'CPU p99': at('cpu', 0.99),
    'CPU worst': at('cpu', 1),
  };
}

/** Lists, pages that go on from them, the counts beside them, and what is suggested on the way there. */
async function fuzz(timer: Timer, words: Words) {
  const dice = seeded(7);
  const times: Record<string, Took[]> = { lists: [], 'by cursor': [], counts: [], suggestions: [] };
  const all: (Took & { what: object })[] = [];
  let givenUp = 0;
  const run = async <Result>(kind: string, input: object, work: () => Promise<Result>) => {
    const { result, ...took } = await timer(() =>
      work().catch((error: unknown) => {
        if (!(error instanceof DomainError && error.code === 'unavailable')) throw error;
        givenUp += 1;
      }),
    );
    times[kind]?.push(took);
    all.push({ ...took, what: { kind, ...input } });
    return result;
  };
  for (let n = 0; n < FUZZ; n += 1) {
    const { page, limit, ...input } = randomSearch(dice, words);
    const found = await run('lists', { ...input, page, limit }, find({ ...input, page, limit }));
    if (found?.next_cursor && dice() < 0.3) {
      const cursor = found.next_cursor;
      await run('by cursor', { ...input, limit, cursor }, find({ ...input, limit, cursor }));
    }
    if (dice() < 0.3) await run('counts', input, () => findWithFacets(visitor, input));
    const q = [...input.q].slice(0, 100).join('');
    if (dice() < 0.3) await run('suggestions', { q }, () => suggestSearches({ q }));
  }
  return { times, givenUp, slowest: all.sort((a, b) => b.cpu - a.cpu).slice(0, 10) };
}

async function fill(count: number): Promise<void> {
  const database = await createDatabase('migrated');
  const knex = await connectDatabase(database.url, { statementTimeout: 0 });
  await loadListings(knex, count);
  await bench(knex);
  await closePool(knex);
  await database.drop();
}

async function bench(knex: Knex): Promise<void> {
  const { rows: sizes } = await knex.raw<{ rows: { count: number; each: number; slug: string }[] }>(
    `select count(*)::int as count, pg_database_size(current_database())::float8 / count(*) as each,
       (select slug from listings where status = 'live' limit 1) as slug from listings`,
  );
  const { count = 0, each = 0, slug = '' } = sizes[0] ?? {};
  console.log(`\n${count} listings, ${(each / 1000).toFixed(2)} kB each on disk`);
  await sleep(1000);
  await readVocabulary();
  const words = await wordsOf(knex);
  const classes = {
    ...classesOf(words),
    'one listing': () => getListing(visitor, slug),
    'one listing and others like it': async () =>
      findNeighbours(visitor, (await getListing(visitor, slug)).listing),
  };
  const table: Record<string, object> = {};
  const timer = timerOf(knex);
  for (const [name, work] of Object.entries(classes)) table[name] = summary(await measure(timer, work));
  const tries = await fuzz(timer, words);
  for (const [kind, took] of Object.entries(tries.times))
    table[`${took.length} random: ${kind}`] = summary(took);
  console.table(table);
  console.log(`given up: ${tries.givenUp}; what took most, ms and CPU:`);
  for (const { time, cpu, what } of tries.slowest)
    console.log(time.toFixed(0), cpu.toFixed(0), JSON.stringify(what));
}

configureLog(configure({ DATA_DIR: makeTempDir(), LOG_LEVEL: 'warn', SCREENSHOTS: 'off' }));
const existing = process.env.BENCH_DATABASE_URL;
if (existing) {
  const knex = await connectDatabase(existing, { statementTimeout: 0 });
  await bench(knex);
  await closePool(knex);
} else {
  const sizes = process.argv.slice(2).map(Number);
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await fill(size);
  await endTestDatabases();
}
