// What the policy makes of cases its model was not trained on: the files of some authors are judged by a model trained on
// those of all others, and what people wrote who never saw the rules is summed up by kind.
// `npm run policy:report [-- GROUP …] [-- --misses]`; real products of ../shared where present. Takes some minutes.
import { type CompiledPolicy, compilePolicy } from '../../../core/policy/engine/compile.js';
import {
  explainContent,
  type PolicyExplanation,
  type ScreenedContent,
  screenContent,
} from '../../../core/policy/screening.js';
import {
  caseFiles,
  HELD_OUT,
  type LabelledListing,
  readCaseFile,
  readHeldOut,
  readMoreRealListings,
  readRealListings,
} from './corpus.js';
import { trainingExamples } from './examples.js';
import { trainModel } from './logistic.js';
import { certainOffers, PLACES, realProducts } from './offers.js';
import { SHIELDS } from './shields.js';

/** Authors who never saw the rules, one file each; as many of them are held back at a time as the others allow. */
const BLIND = caseFiles().filter((name) => name.startsWith('blind-'));
const FOLDS = 5;

/** Files of cases by who wrote them. */
const AUTHORS: Readonly<Record<string, readonly string[]>> = {
  corpus: ['dev', 'dev2'],
  third: ['fraud', 'lessons', 'trades', 'near', 'languages', 'terse'],
  fourth: [
    'blunt-2',
    'fraud-2',
    'fraud-3',
    'fraud-near-2',
    'lessons-2',
    'lessons-near-2',
    'trades-2',
    'near-2',
    'languages-2',
    'terse-2',
    'tricks-2',
    'languages-3',
    'addresses',
    'negation-2',
    'ordinary-2',
  ],
  fifth: [
    'pairs',
    'pairs-trust',
    'pairs-frames',
    'pairs-languages',
    'pairs-long',
    'blunt-3',
    'near-3',
    'ordinary-3',
  ],
  ...Object.fromEntries(
    Array.from({ length: FOLDS }, (_, fold) => [
      `blind-${fold + 1}-of-${FOLDS}`,
      BLIND.filter((_name, n) => n % FOLDS === fold),
    ]),
  ),
};
const args = process.argv.slice(2);
const showMisses = args.includes('--misses');
const named = args.filter((arg) => !arg.startsWith('--'));

const percent = (part: number, whole: number) =>
  whole === 0 ? '    –' : `${((100 * part) / whole).toFixed(1).padStart(5)} %`;

interface Counts {
  violations: number;
  refused: number;
  flagged: number;
  rightCategory: number;
  allowed: number;
  falselyRefused: number;
  falselyFlagged: number;
}

interface Judged {
  readonly listing: LabelledListing;
  readonly found: PolicyExplanation;
}

function judge(policy: CompiledPolicy, listings: readonly LabelledListing[]): Judged[] {
  return listings.map((listing) => ({ listing, found: explainContent(listing.content, policy) }));
}

function count(judged: readonly Judged[]): Counts {
  const counts: Counts = {
    violations: 0,
    refused: 0,
    flagged: 0,
    rightCategory: 0,
    allowed: 0,
    falselyRefused: 0,
    falselyFlagged: 0,
  };
  for (const { listing, found } of judged) {
    const isAllowed = listing.label === 'allowed';
    if (isAllowed) counts.allowed++;
    else counts.violations++;
    if (found.verdict === 'refused') counts[isAllowed ? 'falselyRefused' : 'refused']++;
    if (found.verdict === 'flagged') counts[isAllowed ? 'falselyFlagged' : 'flagged']++;
    if (found.finding?.category === listing.label) counts.rightCategory++;
  }
  return counts;
}

function printMiss({ listing: { content, label, kind }, found }: Judged): void {
  const { verdict, finding, flag, likelihood, rules } = found;
  const fired = rules.map(({ id, excused }) => (excused === null ? id : `${id} (${excused})`)).join(' ');
  console.log(
    `  ${verdict} ${label}/${kind} ${likelihood} ${content.name} | ${content.tagline} | ${content.description?.slice(0, 160)} → ${finding?.matched ?? flag?.matched ?? ''} [${fired}]`,
  );
}

const isMiss = ({ listing: { label }, found: { verdict } }: Judged) =>
  verdict !== (label === 'allowed' ? 'clean' : 'refused');

const added = (a: Counts, b: Counts): Counts => ({
  violations: a.violations + b.violations,
  refused: a.refused + b.refused,
  flagged: a.flagged + b.flagged,
  rightCategory: a.rightCategory + b.rightCategory,
  allowed: a.allowed + b.allowed,
  falselyRefused: a.falselyRefused + b.falselyRefused,
  falselyFlagged: a.falselyFlagged + b.falselyFlagged,
});

function printJudged(name: string, judged: readonly Judged[]): void {
  if (showMisses) judged.filter(isMiss).forEach(printMiss);
  print(name, count(judged));
}

function print(name: string, c: Counts): void {
  console.log(
    `${name.padEnd(18)} of ${String(c.violations).padStart(4)} refused ${percent(c.refused, c.violations)}, or flagged ${percent(c.refused + c.flagged, c.violations)}, ` +
      `category right ${percent(c.rightCategory, c.refused)}; of ${String(c.allowed).padStart(4)} allowed refused ${percent(c.falselyRefused, c.allowed)}, flagged ${percent(c.falselyFlagged, c.allowed)}`,
  );
}

/** Kinds of the authors who never saw the rules. */
const KINDS: readonly [name: string, pattern: RegExp][] = [
  ['blunt', /^blunt/],
  ['fraud', /^fraud/],
  ['lessons', /^lesson/],
  ['euphemism', /^euphemism/],
  ['disguised', /^(disguised|shielded)/],
  ['long', /^long/],
  ['near', /^near/],
  ['twin', /twin$/],
  ['plain', /^plain/],
];

/** How many refusals an innocent phrase undoes. */
function undone(policy: CompiledPolicy, judged: readonly Judged[]) {
  const isRefused = (content: ScreenedContent) => explainContent(content, policy).verdict === 'refused';
  const refused = judged.filter(
    ({ listing, found }) => listing.label !== 'allowed' && found.verdict === 'refused',
  );
  const passing = refused.map(
    ({ listing }) => Object.values(SHIELDS).filter((shield) => !isRefused(shield(listing.content))).length,
  );
  return {
    refused: refused.length,
    byAny: passing.filter((count) => count > 0).length,
    byOne: passing.reduce((sum, count) => sum + count, 0) / Object.keys(SHIELDS).length,
  };
}

const files = caseFiles().map((name) => ({ name, listings: readCaseFile(name).listings }));
const byKind = new Map<string, Counts>();
const shields = { refused: 0, byAny: 0, byOne: 0 };
for (const [author, names] of Object.entries(AUTHORS)) {
  if (named.length > 0 && !named.includes(author)) continue;
  const others = files.filter(({ name }) => !names.includes(name)).flatMap(({ listings }) => listings);
  const policy = compilePolicy(undefined, trainModel(trainingExamples(others)));
  for (const { name, listings } of files) {
    if (!names.includes(name)) continue;
    const judged = judge(policy, listings);
    printJudged(name, judged);
    if (!BLIND.includes(name)) continue;
    for (const [kind, pattern] of KINDS) {
      const counts = count(judged.filter(({ listing }) => pattern.test(listing.kind)));
      const sums = byKind.get(kind);
      byKind.set(kind, sums ? added(sums, counts) : counts);
    }
    const { refused, byAny, byOne } = undone(policy, judged);
    shields.refused += refused;
    shields.byAny += byAny;
    shields.byOne += byOne;
  }
}
for (const [kind, counts] of byKind) print(`of kind ${kind}`, counts);
if (shields.refused > 0)
  console.log(
    `of ${shields.refused} refusals one of ${Object.keys(SHIELDS).length} innocent phrases undoes ${percent(shields.byAny, shields.refused)}, a single one ${percent(shields.byOne, shields.refused)}`,
  );
const inForce = compilePolicy();
for (const name of HELD_OUT) printJudged(`held out: ${name}`, judge(inForce, readHeldOut(name).listings));
for (const real of [readRealListings(), readMoreRealListings()])
  if (real) printJudged(real.name, judge(inForce, real.listings));
const offers = certainOffers();
const products = realProducts(200);
for (const [place, put] of Object.entries(PLACES)) {
  const passed = offers.flatMap(({ rule, words }) =>
    products
      .filter((product) => screenContent(put(product, words), inForce) === null)
      .map(({ name }) => `${rule} under ${name}`),
  );
  console.log(
    `certain offers in the ${place}: ${passed.length} of ${offers.length * products.length} pass ${passed.slice(0, 5).join(', ')}`,
  );
}
