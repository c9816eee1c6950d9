// How well searches find what is meant, on judged queries: npm run bench:relevance
// Needs by nDCG@10 (grades 2 and 1), known products by MRR@10, by kind, with and without synonyms: over the demo listings, and over real ones where they are. Those and their judgments are not part of
// the project (CC BY-SA). Their searches are halved by topic: the search may be tuned on one half, and is reported on
// the other.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configure } from '../../../core/kernel/config.js';
import { configureLog } from '../../../core/kernel/log.js';
import { PACKAGE_ROOT } from '../../../core/kernel/package.js';
import { DEMO_LISTINGS } from '../../data/demo-listings.js';
import { endTestDatabases } from '../../helpers/database.js';
import { makeTempDir } from '../../helpers/environment.js';
import { FOREIGN_LISTINGS, NEEDS_IN_LANGUAGES } from './judged-in-languages.js';
import { JUDGED_SEARCHES } from './judged-searches.js';
import { DEPTH, type Engine, type Product, withEngines } from './relevance-engines.js';

interface Judged {
  readonly q: string;
  readonly set: 'known' | 'need';
  readonly kind: string;
  /** By address. */
  readonly grades: ReadonlyMap<string, number>;
}

interface Corpus {
  readonly title: string;
  readonly products: readonly Product[];
  readonly judged: readonly Judged[];
}

const SHARED = join(PACKAGE_ROOT, '../shared');
const LISTINGS = join(SHARED, 'real-listings/listings.ndjson');
const JUDGED = join(SHARED, 'search-judged');

const address = (url: string) => {
  const { host, pathname, search } = new URL(url);
  return host.toLowerCase().replace(/^www\./, '') + pathname.replace(/(?<!\/)\/+$/, '') + search;
};

function demoCorpus(): Corpus {
  const products = [...DEMO_LISTINGS, ...FOREIGN_LISTINGS];
  const addressOf = (name: string) => {
    const found = products.find((listing) => listing.name === name);
    if (!found) throw new Error(`There is no demo listing “${name}”.`);
    return address(found.website_url);
  };
  return {
    title: 'the demo listings',
    products,
    judged: [...JUDGED_SEARCHES, ...NEEDS_IN_LANGUAGES].map(({ best, partly, ...search }) => ({
      ...search,
      grades: new Map([
        ...best.map((name) => [addressOf(name), 2] as const),
        ...partly.map((name) => [addressOf(name), 1] as const),
      ]),
    })),
  };
}

/** The first topic of a real listing, as its description names it. */
const topicOf = ({ description = '' }: Product) => /Topics: ([^,.]*)/.exec(description)?.[1] ?? '';

/** Which half a search is in: all searches for one topic are in the same. */
function isTuned(grades: Readonly<Record<string, number>>, products: ReadonlyMap<string, Product>): boolean {
  const [best] = Object.keys(grades).filter((url) => grades[url] === 2);
  const product = products.get(address(best ?? ''));
  const topic = product ? topicOf(product) : (best ?? '');
  return createHash('sha1').update(topic).digest().readUInt8() % 2 === 0;
}

function realCorpora(): Corpus[] {
  if (!existsSync(LISTINGS) || !existsSync(JUDGED)) return [];
  const read = (file: string) => readFileSync(join(JUDGED, file), 'utf8');
  const queries: (Omit<Judged, 'grades'> & { id: string })[] = JSON.parse(read('queries.json'));
  const judgments: Record<string, Record<string, number>> = JSON.parse(read('judgments.json'));
  const products: Product[] = readFileSync(LISTINGS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const byAddress = new Map(products.map((product) => [address(product.website_url), product]));
  return [true, false].map((tuned) => ({
    title: `real listings, the half that is ${tuned ? 'tuned on' : 'only reported'}`,
    products,
    judged: queries
      .filter(({ id }) => isTuned(judgments[id] ?? {}, byAddress) === tuned)
      .map(({ id, ...query }) => ({
        ...query,
        grades: new Map(Object.entries(judgments[id] ?? {}).map(([url, grade]) => [address(url), grade])),
      })),
  }));
}

interface Score {
  readonly set: Judged['set'];
  readonly kind: string;
  /** nDCG@10 of a need, reciprocal rank of a known product. */
  readonly worth: number;
  readonly isFirst: boolean;
  readonly isEmpty: boolean;
}

const gain = (grades: readonly number[]) =>
  grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);

async function score(engine: Engine, { q, set, kind, grades }: Judged): Promise<Score> {
  const found = (await engine(q)).map((url) => grades.get(address(url)) ?? 0);
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, DEPTH);
  const rank = found.indexOf(2) + 1;
  const worth = set === 'need' ? gain(found) / gain(ideal) : rank > 0 ? 1 / rank : 0;
  return { set, kind, worth, isFirst: rank === 1, isEmpty: found.length === 0 };
}

const mean = <Item>(items: readonly Item[], of: (item: Item) => number | boolean) =>
  (items.reduce((sum, item) => sum + Number(of(item)), 0) / items.length).toFixed(3);

function summary(scores: readonly Score[]) {
  const [needs, known] = (['need', 'known'] as const).map((set) => scores.filter((one) => one.set === set));
  return {
    'needs nDCG@10': mean(needs ?? [], ({ worth }) => worth),
    'needs first': mean(needs ?? [], ({ isFirst }) => isFirst),
    'known MRR@10': mean(known ?? [], ({ worth }) => worth),
    'known first': mean(known ?? [], ({ isFirst }) => isFirst),
    'without result': mean(scores, ({ isEmpty }) => isEmpty),
  };
}

async function compare({ title, products, judged }: Corpus): Promise<void> {
  const scores: Record<string, Score[]> = {};
  await withEngines(products, async (engines) => {
    for (const [name, engine] of Object.entries(engines)) {
      scores[name] = [];
      for (const query of judged) scores[name].push(await score(engine, query));
    }
  });
  const kinds = [...new Set(judged.map(({ set, kind }) => `${set}: ${kind}`))];
  const ofKind = (all: readonly Score[], kind: string) =>
    all.filter((one) => `${one.set}: ${one.kind}` === kind);
  console.log(`\n${judged.length} queries over ${title} (${products.length})`);
  console.table(Object.fromEntries(Object.entries(scores).map(([name, all]) => [name, summary(all)])));
  console.table(
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        Object.fromEntries(
          Object.entries(scores).map(([name, all]) => [name, mean(ofKind(all, kind), ({ worth }) => worth)]),
        ),
      ]),
    ),
  );
}

configureLog(configure({ DATA_DIR: makeTempDir(), LOG_LEVEL: 'warn', SCREENSHOTS: 'off' }));
await compare(demoCorpus());
const real = realCorpora();
for (const corpus of real) await compare(corpus);
if (real.length === 0) console.log(`skipped: ${JUDGED} is not here`);
await endTestDatabases();
