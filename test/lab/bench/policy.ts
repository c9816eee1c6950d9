// Measures the content policy: recall and false alarms per category and per kind of trick, and the time a
// listing takes. `npm run bench:policy [-- --misses]`; the corpora in ../shared are used where present.
import { performance } from 'node:perf_hooks';
import { builtInPolicy, explainContent, screenContent } from '../../../core/policy/screening.js';
import {
  type Corpus,
  fullSizeListing,
  type LabelledListing,
  readDevCorpus,
  readOwnCases,
  readRealListings,
} from '../policy/corpus.js';

const showMisses = process.argv.includes('--misses');
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

interface Tally {
  total: number;
  refused: number;
  /** Refused under the labelled category. */
  right: number;
}

function tallyBy(corpus: Corpus, key: (listing: LabelledListing) => string): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const listing of corpus.listings) {
    const finding = screenContent(listing.content);
    const tally = tallies.get(key(listing)) ?? { total: 0, refused: 0, right: 0 };
    tally.total++;
    if (finding) tally.refused++;
    if (finding?.category === listing.label) tally.right++;
    tallies.set(key(listing), tally);
  }
  return tallies;
}

function printTable(title: string, tallies: Map<string, Tally>): void {
  console.log(`\n${title}`);
  for (const [key, { total, refused, right }] of [...tallies].sort()) {
    const figure = key.startsWith('allowed')
      ? `${refused} false alarms of ${total} (${percent(refused, total)})`
      : `recall ${percent(refused, total)} (${refused} of ${total}), category right ${percent(right, refused)}`;
    console.log(`  ${key.padEnd(28)} ${figure}`);
  }
}

function printMisses(corpus: Corpus): void {
  for (const { content, label, kind } of corpus.listings) {
    const explanation = explainContent(content);
    if ((explanation.finding?.category ?? 'allowed') === label) continue;
    const fired = explanation.rules.map(
      (rule) => `${rule.id}${rule.excused === null ? '' : ` (excused by ${rule.excused})`}: ${rule.matched}`,
    );
    console.log(
      `\n  ${label}/${kind} → ${explanation.finding?.category ?? 'allowed'}: ${JSON.stringify(content)}`,
    );
    for (const line of fired) console.log(`      ${line}`);
  }
}

function measureTime(listings: readonly LabelledListing[], rounds: number): void {
  const times: number[] = [];
  for (let round = 0; round < rounds + 1; round++) {
    for (const { content } of listings) {
      const start = performance.now();
      screenContent(content);
      // The first round warms the compiler up.
      if (round > 0) times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
  console.log(`  p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms over ${times.length} screenings`);
}

console.log(`Content policy ${builtInPolicy().version}`);
for (const corpus of [readOwnCases(), readDevCorpus(), readRealListings()]) {
  if (!corpus) {
    console.log('\n(a corpus of ../shared is not here: skipped)');
    continue;
  }
  console.log(`\n== ${corpus.name}: ${corpus.listings.length} listings`);
  printTable(
    'By category',
    tallyBy(corpus, ({ label }) => label),
  );
  if (corpus.kinds)
    printTable(
      'By kind',
      tallyBy(corpus, ({ label, kind }) => `${label}/${kind}`),
    );
  if (showMisses) printMisses(corpus);
  console.log('\nTime a listing');
  measureTime(corpus.listings, 3);
}
console.log('\n== Full-size listings: 4,000 characters of description, 8 features of 120');
measureTime(
  Array.from({ length: 20 }, (_, seed) => fullSizeListing(seed)),
  50,
);
