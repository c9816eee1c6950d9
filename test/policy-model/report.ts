// What the policy makes of cases its model was not trained on: the files of each author are judged by a model trained on
// those of all others. `npm run policy:report [-- AUTHOR …] [-- --misses]`; real products of ../shared where present.
import { compilePolicy } from '../../core/policy/engine/compile.js';
import type { CompiledPolicy } from '../../core/policy/engine/compiled.js';
import { explainContent } from '../../core/policy/screening.js';
import {
  caseFiles,
  HELD_OUT,
  type LabelledListing,
  readCaseFile,
  readHeldOut,
  readRealListings,
} from '../helpers/policy-corpus.js';
import { trainingExamples } from './examples.js';
import { trainModel } from './logistic.js';

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
  'blind-a': ['blind-a'],
  'blind-b': ['blind-b'],
  'blind-c': ['blind-c'],
  'blind-d': ['blind-d'],
  'blind-g1': ['blind-g1'],
  'blind-g2': ['blind-g2'],
  'blind-h': ['blind-h'],
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

function count(policy: CompiledPolicy, listings: readonly LabelledListing[]): Counts {
  const counts: Counts = {
    violations: 0,
    refused: 0,
    flagged: 0,
    rightCategory: 0,
    allowed: 0,
    falselyRefused: 0,
    falselyFlagged: 0,
  };
  for (const { content, label, kind } of listings) {
    const { verdict, finding, flag, likelihood, rules } = explainContent(content, policy);
    const isAllowed = label === 'allowed';
    if (isAllowed) counts.allowed++;
    else counts.violations++;
    if (verdict === 'refused') counts[isAllowed ? 'falselyRefused' : 'refused']++;
    if (verdict === 'flagged') counts[isAllowed ? 'falselyFlagged' : 'flagged']++;
    if (finding?.category === label) counts.rightCategory++;
    if (showMisses && (isAllowed ? verdict !== 'clean' : verdict !== 'refused')) {
      const fired = rules.map(({ id, excused }) => (excused === null ? id : `${id} (${excused})`)).join(' ');
      console.log(
        `  ${verdict} ${label}/${kind} ${likelihood} ${content.name} | ${content.tagline} | ${content.description?.slice(0, 160)} → ${finding?.matched ?? flag?.matched ?? ''} [${fired}]`,
      );
    }
  }
  return counts;
}

function print(name: string, c: Counts): void {
  console.log(
    `${name.padEnd(18)} of ${String(c.violations).padStart(4)} refused ${percent(c.refused, c.violations)}, or flagged ${percent(c.refused + c.flagged, c.violations)}, ` +
      `category right ${percent(c.rightCategory, c.refused)}; of ${String(c.allowed).padStart(4)} allowed refused ${percent(c.falselyRefused, c.allowed)}, flagged ${percent(c.falselyFlagged, c.allowed)}`,
  );
}

const files = caseFiles().map((name) => ({ name, listings: readCaseFile(name).listings }));
for (const [author, names] of Object.entries(AUTHORS)) {
  if (named.length > 0 && !named.includes(author)) continue;
  const others = files.filter(({ name }) => !names.includes(name)).flatMap(({ listings }) => listings);
  const policy = compilePolicy(undefined, trainModel(trainingExamples(others)));
  for (const { name, listings } of files) if (names.includes(name)) print(name, count(policy, listings));
}
for (const name of HELD_OUT) print(`held out: ${name}`, count(compilePolicy(), readHeldOut(name).listings));
const real = readRealListings()?.listings;
if (real) print('real', count(compilePolicy(), real));
