// The confirming model: logistic regression over hashed words, pairs, parts of words and the term sets found. Rules
// name what they see; the model estimates whether the whole is a violation. Trained by `npm run policy:train`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../kernel/package.js';
import type { Model } from './compiled.js';
import { addWord, BLOCK_COUNT, BUCKETS, type PassageSink, shareOf } from './features.js';
import type { Findings } from './findings.js';
import { addPassage, type Passage, passagesOf, titlesWithoutOne, windowsOf } from './passages.js';
import { POLICY_CATEGORIES, type PolicyCategory } from './types.js';

export const MODEL_FOLDER = join(PACKAGE_ROOT, 'core/policy/model');

/** One column for each category, in the order of `POLICY_CATEGORIES`; allowed content is the baseline of zero. */
const COLUMNS = POLICY_CATEGORIES.length;

/** The model's judgement of content. */
export interface Judgement {
  /** How likely the content breaks the policy, 0 to 1, in steps of a thousandth. */
  readonly likelihood: number;
  /** The highest likelihood without the name, or without a remark behind the tagline: what an innocent word there hides. */
  readonly unadorned: number;
  /** The highest likelihood of the title or of one sentence of a short text by itself; 0 for a long one. */
  readonly alone: number;
  /** The category it would break most likely. */
  readonly category: PolicyCategory;
  /** The words it is based on, on the axis shared by all fields; null for the title. */
  readonly passage: { readonly from: number; readonly to: number } | null;
  /** Of how many windows of a long text it is the most suspicious; 1 for a text judged as a whole. */
  readonly places: number;
  /** Characters of all texts but addresses. */
  readonly length: number;
  /** Nothing stands below the title: there is little to go by. */
  readonly brief: boolean;
}

/** Weights of one passage, summed by block and category, and the number of its features. */
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

/** Those of a word itself and of its parts: the first two blocks. */
const WORD_WEIGHTS = 2 * COLUMNS;
/** Its weights, the count of its parts, its hash. */
const ROW = WORD_WEIGHTS + 2;
/** Bounded: texts are hostile. */
const MAX_CACHED = 10_000;
/** Longer ones hardly occur twice. */
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
 * Judges content by its most suspicious window: the title together with a few sentences.
 * @param hashes of the sets, by index
 */
export function judge(
  model: Model,
  findings: Findings,
  ends: readonly number[],
  hashes: readonly number[],
): Judgement {
  const passages = passagesOf(findings, ends);
  const sumOf = (passage: Passage) => {
    const sum = new Sums(model.table);
    addPassage(passage, hashes, sum);
    return sum;
  };
  const sums = passages.map(sumOf);
  const windows = windowsOf(passages);
  // The items of a list are judged without the title.
  const places = windows.filter(([first]) => first === 0).length;
  const brief = passages.length === 1;
  const weighWindow = (window: readonly number[]) =>
    weigh(
      model,
      window.map((place) => sums[place] as Sums),
    );
  let best: ReturnType<typeof weigh> = { likelihood: -1, category: 'illegal' };
  let bestWindow: readonly number[] = [0];
  for (const window of windows) {
    const weighed = weighWindow(window);
    if (weighed.likelihood <= best.likelihood) continue;
    best = weighed;
    bestWindow = window;
  }
  const below = bestWindow.slice(1).map((place) => sums[place] as Sums);
  const unadorned =
    bestWindow[0] === 0
      ? titlesWithoutOne(findings).map((title) => weigh(model, [sumOf(title), ...below]).likelihood)
      : [];
  const alone = new Map(
    (places === 1 ? [...passages.keys()] : bestWindow).map((place) => [
      place,
      weighWindow([place]).likelihood,
    ]),
  );
  return {
    ...best,
    passage: tellingPassage(passages, bestWindow, alone),
    places,
    length: findings.read.reduce((sum, { piece }) => sum + (piece.address ? 0 : piece.text.length), 0),
    brief,
    unadorned: Math.max(best.likelihood, ...unadorned),
    alone: places === 1 ? Math.max(...alone.values()) : 0,
  };
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

/** The passage of a window that is most suspicious by itself; null if that is the title. */
function tellingPassage(
  passages: readonly Passage[],
  window: readonly number[],
  alone: ReadonlyMap<number, number>,
): Judgement['passage'] {
  const likelihoods = window.map((place) => alone.get(place) as number);
  const place = window[likelihoods.indexOf(Math.max(...likelihoods))] as number;
  const { from, to } = passages[place] as Passage;
  return place === 0 ? null : { from, to };
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
