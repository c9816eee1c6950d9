// The model: logistic regression over hashed words, pairs, parts of words and the term sets found, which estimates whether
// a text is a violation. Trained by `npm run policy:train`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../kernel/package.js';
import type { Model } from './compiled.js';
import { addWord, BLOCK_COUNT, BUCKETS, type PassageSink, shareOf } from './features.js';
import type { Findings } from './findings.js';
import { addPassage, type Passage, passagesOf, windowsOf } from './passages.js';
import { POLICY_CATEGORIES, type PolicyCategory } from './types.js';

export const MODEL_FOLDER = join(PACKAGE_ROOT, 'core/policy/model');

/** One column for each category, in the order of `POLICY_CATEGORIES`; allowed content is the baseline of zero. */
const COLUMNS = POLICY_CATEGORIES.length;

/** What the model makes of one passage, or of several together. */
export interface Judged {
  /** The passages it read. */
  readonly passages: readonly Passage[];
  /** How likely they break the policy, 0 to 1, in steps of a thousandth. */
  readonly likelihood: number;
  /** The category they would break most likely. */
  readonly category: PolicyCategory;
}

/** The model's judgement of content. */
export interface Judgement {
  /** The most suspicious window: the title with a few sentences, or an item of a list. */
  readonly worst: Judged;
  /** Every window. */
  readonly windows: readonly Judged[];
  /** The windows without one of their passages that reach a likelihood: what an added sentence hides. */
  readonly reduced: (likelihood: number) => readonly Judged[];
  /** Every passage alone. */
  readonly alone: readonly Judged[];
  /** The likelihood of a passage alone. */
  readonly suspicion: (passage: Passage) => number;
}

/** Weights of one passage or several, summed by block and category, and the number of their features. All are integers. */
class Sums implements PassageSink {
  readonly weights: number[] = new Array(BLOCK_COUNT * COLUMNS).fill(0);
  readonly counts: number[] = new Array(BLOCK_COUNT).fill(0);

  constructor(private readonly table: Int8Array) {}

  add(bucket: number, block: number): void {
    const row = bucket * COLUMNS;
    const sum = block * COLUMNS;
    const { weights, table } = this;
    for (let column = 0; column < COLUMNS; column++)
      weights[sum + column] = (weights[sum + column] as number) + (table[row + column] as number);
    this.counts[block] = (this.counts[block] as number) + 1;
  }

  /** Adds the sums of another; with -1 it takes them away again. */
  addSums({ weights, counts }: Sums, times: 1 | -1 = 1): this {
    for (let at = 0; at < weights.length; at++)
      this.weights[at] = (this.weights[at] as number) + times * (weights[at] as number);
    for (let block = 0; block < BLOCK_COUNT; block++)
      this.counts[block] = (this.counts[block] as number) + times * (counts[block] as number);
    return this;
  }

  addWord(word: string): number {
    const { rows, at } = rowOf(this.table, word);
    const { weights, counts } = this;
    for (let place = 0; place < WORD_WEIGHTS; place++)
      weights[place] = (weights[place] as number) + (rows[at + place] as number);
    counts[0] = (counts[0] as number) + 1;
    counts[1] = (counts[1] as number) + (rows[at + WORD_WEIGHTS] as number);
    return rows[at + WORD_WEIGHTS + 1] as number;
  }
}

/** Those of a word itself and of its parts: the first two blocks. */
const WORD_WEIGHTS = 2 * COLUMNS;
/** Its weights, the count of its parts, its hash. */
const ROW = WORD_WEIGHTS + 2;
/** Bounded: texts are hostile. */
const MAX_CACHED = 10_000;
/** Longer ones rarely occur twice. */
const MAX_CACHED_LENGTH = 24;

/** The cached weights of single words: most words of a text are common ones, and have dozens of parts. */
interface WeighedWords {
  readonly places: Map<string, number>;
  /** The first row is for a word that is not cached. */
  readonly rows: Int32Array;
}
const weighed = new WeakMap<Int8Array, WeighedWords>();

/** @returns the offset of a word's row, valid until the next call */
function rowOf(table: Int8Array, word: string): { rows: Int32Array; at: number } {
  const known = weighed.get(table) ?? {
    places: new Map<string, number>(),
    rows: new Int32Array((MAX_CACHED + 1) * ROW),
  };
  weighed.set(table, known);
  const { places, rows } = known;
  const found = places.get(word);
  if (found !== undefined) return { rows, at: found };
  const sums = new Sums(table);
  const hash = addWord(word, sums);
  let at = 0;
  if (word.length <= MAX_CACHED_LENGTH) {
    if (places.size === MAX_CACHED) places.clear();
    at = (places.size + 1) * ROW;
    places.set(word, at);
  }
  rows.set(sums.weights.slice(0, WORD_WEIGHTS), at);
  rows[at + WORD_WEIGHTS] = sums.counts[1] as number;
  rows[at + WORD_WEIGHTS + 1] = hash;
  return { rows, at };
}

/**
 * Judges the windows of content, and each of its passages. Of several windows of a long text one looks like a violation by
 * chance: the odds of each are divided by their number.
 */
export function judge(model: Model, findings: Findings, ends: readonly number[]): Judgement {
  const passages = passagesOf(findings, ends);
  const sums = passages.map((passage) => {
    const sum = new Sums(model.table);
    addPassage(passage, sum);
    return sum;
  });
  const totalOf = (window: readonly number[]) =>
    window.reduce((total, at) => total.addSums(sums[at] as Sums), new Sums(model.table));
  const judged = (window: readonly number[], chances: number): Judged => ({
    passages: window.map((at) => passages[at] as Passage),
    ...weigh(model, totalOf(window), chances),
  });
  const places = windowsOf(passages);
  const chances = places.filter((window) => window.length > 1).length;
  const windows = places.map((window) => judged(window, window.length > 1 ? chances : 1));
  const alone = passages.map((_, at) => judged([at], 1));
  const reduced = (likelihood: number) =>
    places
      .filter((window) => window.length > 2)
      .flatMap((window) => {
        const total = totalOf(window);
        return window.flatMap((left) => {
          const without = weigh(model, total.addSums(sums[left] as Sums, -1), chances);
          total.addSums(sums[left] as Sums);
          if (without.likelihood < likelihood) return [];
          const rest = window.filter((at) => at !== left);
          return [{ passages: rest.map((at) => passages[at] as Passage), ...without }];
        });
      });
  const byPassage = new Map(alone.map(({ passages: [passage], likelihood }) => [passage, likelihood]));
  return {
    worst: windows.reduce((a, b) => (b.likelihood > a.likelihood ? b : a)),
    windows,
    reduced,
    alone,
    suspicion: (passage) => byPassage.get(passage) ?? 0,
  };
}

function weigh(
  { scale, bias }: Model,
  { weights, counts }: Sums,
  chances: number,
): Pick<Judged, 'likelihood' | 'category'> {
  const logits = [...bias];
  for (let block = 0; block < BLOCK_COUNT; block++) {
    const count = counts[block] as number;
    if (count === 0) continue;
    const share = shareOf(block, count) * scale;
    for (let column = 0; column < COLUMNS; column++) {
      const weight = weights[block * COLUMNS + column] as number;
      logits[column] = (logits[column] as number) + weight * share;
    }
  }
  const top = Math.max(0, ...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  const likelihood = Math.round((1000 * sum) / (sum + chances * Math.exp(-top))) / 1000;
  return { likelihood, category: POLICY_CATEGORIES[powers.indexOf(Math.max(...powers))] as PolicyCategory };
}

/**
 * Reads the model beside the sources.
 * @throws Error when it is missing or of another size
 */
export function readModel(folder = MODEL_FOLDER): Model {
  const { scale, bias } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Omit<
    Model,
    'table'
  >;
  const bytes = readFileSync(join(folder, 'weights.bin'));
  if (bytes.length !== BUCKETS * COLUMNS)
    throw new Error(`${folder}/weights.bin has a wrong size: train again.`);
  return { table: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), scale, bias };
}
