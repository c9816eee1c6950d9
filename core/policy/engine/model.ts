// The confirming model: logistic regression over hashed words, pairs, parts of words and the term sets found. Rules
// name what they see; the model says how much the whole reads like a violation. Trained by `npm run policy:train`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../kernel/package.js';
import type { Model } from './compiled.js';
import { addWord, BLOCK_COUNT, BUCKETS, type PassageSink, shareOf } from './features.js';
import type { Findings } from './findings.js';
import { addPassage, type Passage, passagesOf, windowsOf } from './passages.js';
import { POLICY_CATEGORIES, type PolicyCategory } from './types.js';

export const MODEL_FOLDER = join(PACKAGE_ROOT, 'core/policy/model');

/** One column a category, in the order of `POLICY_CATEGORIES`; what is allowed is the zero they are measured from. */
const COLUMNS = POLICY_CATEGORIES.length;

/** What the model makes of content. */
export interface Judgement {
  /** How likely the content breaks the policy, 0 to 1, in steps of a thousandth. */
  readonly likelihood: number;
  /** The category it would break most likely. */
  readonly category: PolicyCategory;
  /** The words it goes by, on the axis that all fields share; null for the title. */
  readonly passage: { readonly from: number; readonly to: number } | null;
  /** How many places of a long text it is the most telling of; 1 for what is read at once. */
  readonly places: number;
}

/** Weights of one passage, summed by block and category, and how many features they come from. */
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

/** Of a word itself and of its parts: the first two blocks. */
const WORD_WEIGHTS = 2 * COLUMNS;
/** Its weights, the count of its parts, its hash. */
const ROW = WORD_WEIGHTS + 2;
/** Bounded: texts are hostile. */
const MAX_CACHED = 10_000;
/** Longer ones hardly come again. */
const MAX_CACHED_LENGTH = 24;

/** What words weigh by themselves: most words of a text are common ones, and have dozens of parts. */
interface WeighedWords {
  readonly places: Map<string, number>;
  /** The first is of a word that is not kept. */
  readonly rows: Int32Array;
}
const weighed = new WeakMap<Int8Array, WeighedWords>();

/** @returns where the row of a word begins, until the next is asked for */
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
 * Judges content by its most telling window: the title together with a few sentences.
 * @param hashes of the sets, by index
 */
export function judge(
  model: Model,
  findings: Findings,
  ends: readonly number[],
  hashes: readonly number[],
): Judgement {
  const passages = passagesOf(findings, ends);
  const sums = passages.map((passage) => {
    const sum = new Sums(model.table);
    addPassage(passage, hashes, sum);
    return sum;
  });
  const windows = windowsOf(passages);
  // The items of a list are read without the title.
  const places = windows.filter(([first]) => first === 0).length;
  let best: Judgement = { likelihood: -1, category: 'illegal', passage: null, places };
  for (const window of windows) {
    const { likelihood, category } = weigh(
      model,
      window.map((place) => sums[place] as Sums),
    );
    if (likelihood > best.likelihood)
      best = { likelihood, category, passage: tellingPassage(model, passages, sums, window), places };
  }
  return best;
}

function weigh({ scale, bias }: Model, window: readonly Sums[]): Pick<Judgement, 'likelihood' | 'category'> {
  const logits = [...bias];
  for (let block = 0; block < BLOCK_COUNT; block++) {
    const count = window.reduce((sum, { counts }) => sum + (counts[block] as number), 0);
    if (count === 0) continue;
    const share = shareOf(block, count) * scale;
    for (let column = 0; column < COLUMNS; column++) {
      const weight = window.reduce(
        (sum, { weights }) => sum + (weights[block * COLUMNS + column] as number),
        0,
      );
      logits[column] = (logits[column] as number) + weight * share;
    }
  }
  const top = Math.max(0, ...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  const likelihood = Math.round((1000 * sum) / (sum + Math.exp(-top))) / 1000;
  return { likelihood, category: POLICY_CATEGORIES[powers.indexOf(Math.max(...powers))] as PolicyCategory };
}

/** Of a window the passage that weighs most by itself; null when that is the title. */
function tellingPassage(
  model: Model,
  passages: readonly Passage[],
  sums: readonly Sums[],
  places: readonly number[],
): Judgement['passage'] {
  const weights = places.map((place) => weigh(model, [sums[place] as Sums]).likelihood);
  const place = places[weights.indexOf(Math.max(...weights))] as number;
  const { from, to } = passages[place] as Passage;
  return place === 0 ? null : { from, to };
}

/**
 * Reads the model that lies beside the sources.
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
