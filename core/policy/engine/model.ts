// Estimates whether a text is a violation: logistic regression over hashed words, pairs, parts of words, and
// matched term sets. Trained by `npm run policy:train`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../kernel/package.js';
import type { Findings } from './findings.js';
import * as passageText from './passages.js';
import { POLICY_CATEGORIES, type PolicyCategory } from './types.js';

/** `table` has `BUCKETS` rows (`passages.ts`) with a weight per category, in units of `scale`. */
export interface Model {
  readonly table: Int8Array;
  readonly scale: number;
  readonly bias: readonly number[];
}

export const MODEL_FOLDER = join(PACKAGE_ROOT, 'core/policy/model');

/** One column per category, in the order of `POLICY_CATEGORIES`; allowed content is the baseline of zero. */
const COLUMNS = POLICY_CATEGORIES.length;

export interface Judged {
  readonly passages: readonly passageText.Passage[];
  /** Likelihood of a violation, 0 to 1, in steps of a thousandth. */
  readonly likelihood: number;
  readonly category: PolicyCategory;
}

/** `worst` is the most suspicious window: the title with a few sentences, or an item of a list. */
export type Judgement = ReturnType<typeof judge>;

/** Integer sums of the weights of passages, by block and category, and the number of their features. */
class Sums implements passageText.FeatureSink {
  readonly weights: number[] = new Array(passageText.BLOCK_COUNT * COLUMNS).fill(0);
  readonly counts: number[] = new Array(passageText.BLOCK_COUNT).fill(0);

  constructor(private readonly table: Int8Array) {}

  add(bucket: number, block: number): void {
    const row = bucket * COLUMNS;
    const sum = block * COLUMNS;
    const { weights, table } = this;
    for (let column = 0; column < COLUMNS; column++)
      weights[sum + column] = (weights[sum + column] as number) + (table[row + column] as number);
    this.counts[block] = (this.counts[block] as number) + 1;
  }

  addSums({ weights, counts }: Sums, times: 1 | -1 = 1): this {
    for (let at = 0; at < weights.length; at++)
      this.weights[at] = (this.weights[at] as number) + times * (weights[at] as number);
    for (let block = 0; block < passageText.BLOCK_COUNT; block++)
      this.counts[block] = (this.counts[block] as number) + times * (counts[block] as number);
    return this;
  }
}

const MOST_TELLING = 5;
/** A word that weighs less than this share of the heaviest tells little. */
const TELLING = 0.3;

/** Judges windows and passages. Divides the odds of a window by the number of windows. */
export function judge(model: Model, findings: Findings, ends: readonly number[]) {
  const passages = passageText.passagesOf(findings, ends);
  const sums = passages.map((passage) => {
    const sum = new Sums(model.table);
    passageText.addPassage(passage, sum);
    return sum;
  });
  const totalOf = (window: readonly number[]) =>
    window.reduce((total, at) => total.addSums(sums[at] as Sums), new Sums(model.table));
  const judged = (window: readonly number[], chances: number): Judged => ({
    passages: window.map((at) => passages[at] as passageText.Passage),
    ...likelihoodOf(model, totalOf(window), chances),
  });
  const places = passageText.windowsOf(passages);
  const chances = places.filter((window) => window.length > 1).length;
  const windows = places.map((window) => judged(window, window.length > 1 ? chances : 1));
  const alone = passages.map((_, at) => judged([at], 1));
  const isItem = (at: number) => passages[at]?.kind === 'item';
  /** Windows that reach a likelihood even without one passage or all list items: added text can hide a violation. */
  const reduced = (likelihood: number): Judged[] =>
    places
      .filter((window) => window.length > 2)
      .flatMap((window) => {
        const total = totalOf(window);
        const items = window.filter(isItem);
        const lists = items.length > 1 && items.length < window.length ? [items] : [];
        return [...window.map((at) => [at]), ...lists].flatMap((left) => {
          for (const at of left) total.addSums(sums[at] as Sums, -1);
          const without = likelihoodOf(model, total, chances);
          for (const at of left) total.addSums(sums[at] as Sums);
          if (without.likelihood < likelihood) return [];
          const rest = window.filter((at) => !left.includes(at));
          return [{ passages: rest.map((at) => passages[at] as passageText.Passage), ...without }];
        });
      });
  const byPassage = new Map(alone.map(({ passages: [passage], likelihood }) => [passage, likelihood]));
  /** The words of a reading that count most for its category, heaviest first. */
  const telling = ({ passages: readings, category }: Judged): string[] => {
    const column = POLICY_CATEGORIES.indexOf(category);
    const { counts } = totalOf(readings.map((passage) => passages.indexOf(passage)));
    const weightOf = (word: string) => {
      const own = new Sums(model.table);
      passageText.addWord(word, own);
      return counts.reduce(
        (sum, size, block) =>
          sum + (own.weights[block * COLUMNS + column] as number) * passageText.shareOf(block, size),
        0,
      );
    };
    const words = new Set(readings.flatMap(({ text }) => text.split(' ')).filter(Boolean));
    return [...words]
      .map((word) => ({ word, weight: weightOf(word) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MOST_TELLING)
      .filter(({ weight }, _n, [first]) => weight >= TELLING * (first?.weight ?? 0))
      .map(({ word }) => word);
  };
  return {
    telling,
    worst: windows.reduce((a, b) => (b.likelihood > a.likelihood ? b : a)),
    windows,
    reduced,
    alone,
    suspicion: (passage: passageText.Passage) => byPassage.get(passage) ?? 0,
  };
}

function likelihoodOf({ scale, bias }: Model, { weights, counts }: Sums, chances: number) {
  const logits = [...bias];
  for (let block = 0; block < passageText.BLOCK_COUNT; block++) {
    const count = counts[block] as number;
    if (count === 0) continue;
    const share = passageText.shareOf(block, count) * scale;
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

/** Reads the model stored next to the sources. @throws Error if missing or of another size */
export function readModel(folder = MODEL_FOLDER): Model {
  const { scale, bias } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Omit<
    Model,
    'table'
  >;
  const bytes = readFileSync(join(folder, 'weights.bin'));
  if (bytes.length !== passageText.BUCKETS * COLUMNS)
    throw new Error(`${folder}/weights.bin has a wrong size: train again.`);
  return { table: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), scale, bias };
}
