// Multinomial logistic regression over windows: of each example the window that reads most like a violation counts. In
// each step a part of the features is left out, so that no single one is relied on (dropout, Srivastava et al. 2014).

import type { Model } from '../../../core/policy/engine/model.js';
import { BLOCK_COUNT, BUCKETS, shareOf } from '../../../core/policy/engine/passages.js';
import { POLICY_CATEGORIES } from '../../../core/policy/screening.js';
import type { Example, Window } from './examples.js';
import { seededRandom } from './ordinary.js';

const CLASSES = POLICY_CATEGORIES.length + 1;
const EPOCHS = 6;
const LEARNING_RATE = 0.3;
const DECAY = 1e-3;
const MAX_INT8 = 127;
/** One case gives three examples at most: a feature of fewer than this was seen in one case only, and says nothing. */
const MIN_EXAMPLES = 4;
const DROPOUT = 0.3;
/** The place of a feature that has no weight. */
const NOWHERE = -1;

/**
 * The buckets that enough examples have, the most frequent first: their weights lie together, where the processor's
 * cache holds them.
 */
function byFrequency(examples: readonly Example[]): Int32Array {
  const counts = new Int32Array(BUCKETS);
  const having = new Int32Array(BUCKETS);
  const last = new Int32Array(BUCKETS).fill(-1);
  for (const [n, { windows }] of examples.entries())
    for (const blocks of windows)
      for (const buckets of blocks)
        for (const bucket of buckets) {
          counts[bucket] = (counts[bucket] as number) + 1;
          if (last[bucket] === n) continue;
          last[bucket] = n;
          having[bucket] = (having[bucket] as number) + 1;
        }
  return Int32Array.from(counts.keys())
    .filter((bucket) => (having[bucket] as number) >= MIN_EXAMPLES)
    .sort((a, b) => (counts[b] as number) - (counts[a] as number));
}

/** Whether a step leaves a feature out, by the step's own number. */
const isDropped = (place: number, step: number) =>
  Math.imul(Math.imul(place, 0x2c1b3c6d) ^ step, 0x45d9f3b) >>> 0 < DROPOUT * 2 ** 32;

class Trainer {
  private readonly weights: Float32Array;
  private readonly squares: Float32Array;
  private readonly bias = new Float64Array(CLASSES);
  private readonly sums: Float32Array;
  private readonly biasSums = new Float64Array(CLASSES);
  private summed = 0;
  private readonly biasSquares = new Float64Array(CLASSES).fill(1e-4);

  /** @param buckets of the hash table; examples name them by their places here, or `NOWHERE` */
  constructor(private readonly buckets: Int32Array) {
    this.weights = new Float32Array(buckets.length * CLASSES);
    this.squares = new Float32Array(buckets.length * CLASSES).fill(1e-4);
    this.sums = new Float32Array(buckets.length * CLASSES);
  }

  /** Probability of each class. */
  private probabilities(window: Window, step: number): Float64Array {
    const { weights } = this;
    const logits = Float64Array.from(this.bias);
    for (let block = 0; block < BLOCK_COUNT; block++) {
      const buckets = window[block] as Int32Array;
      const share = shareOf(block, buckets.length) / (1 - DROPOUT);
      for (let i = 0; i < buckets.length; i++) {
        const place = buckets[i] as number;
        if (place === NOWHERE || isDropped(place, step)) continue;
        const row = place * CLASSES;
        for (let k = 0; k < CLASSES; k++)
          logits[k] = (logits[k] as number) + share * (weights[row + k] as number);
      }
    }
    const top = Math.max(...logits);
    const powers = logits.map((logit) => Math.exp(logit - top));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  }

  /** One step of AdaGrad towards the label of an example. @param step a random number that decides what it leaves out */
  learn({ label, windows }: Example, step: number): void {
    const judged = windows.map((window) => ({ window, p: this.probabilities(window, step) }));
    const { window, p } = judged.reduce((a, b) => ((b.p[0] as number) < (a.p[0] as number) ? b : a));
    const { weights, squares } = this;
    const errors = p.map((value, k) => value - (k === label ? 1 : 0));
    for (const [k, error] of errors.entries()) {
      this.biasSquares[k] = (this.biasSquares[k] as number) + error * error;
      this.bias[k] =
        (this.bias[k] as number) - (LEARNING_RATE * error) / Math.sqrt(this.biasSquares[k] as number);
    }
    for (let block = 0; block < BLOCK_COUNT; block++) {
      const buckets = window[block] as Int32Array;
      const share = shareOf(block, buckets.length) / (1 - DROPOUT);
      for (let i = 0; i < buckets.length; i++) {
        const place = buckets[i] as number;
        if (place === NOWHERE || isDropped(place, step)) continue;
        const row = place * CLASSES;
        for (let k = 0; k < CLASSES; k++) {
          const weight = weights[row + k] as number;
          const gradient = (errors[k] as number) * share + DECAY * weight;
          const square = (squares[row + k] as number) + gradient * gradient;
          squares[row + k] = square;
          weights[row + k] = weight - (LEARNING_RATE * gradient) / Math.sqrt(square);
        }
      }
    }
  }

  /** Adds the weights as they are now to the average that becomes the model. */
  sum(): void {
    for (let i = 0; i < this.sums.length; i++)
      this.sums[i] = (this.sums[i] as number) + (this.weights[i] as number);
    for (let k = 0; k < CLASSES; k++)
      this.biasSums[k] = (this.biasSums[k] as number) + (this.bias[k] as number);
    this.summed++;
  }

  /** The average weights against those of what is allowed, in 8 bits. */
  quantize(): Model {
    const columns = CLASSES - 1;
    const relative = new Float32Array(BUCKETS * columns);
    for (const [place, bucket] of this.buckets.entries()) {
      for (let column = 0; column < columns; column++)
        relative[bucket * columns + column] =
          ((this.sums[place * CLASSES + column + 1] as number) - (this.sums[place * CLASSES] as number)) /
          this.summed;
    }
    const scale = relative.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / MAX_INT8;
    const table = Int8Array.from(relative, (weight) => Math.round(weight / scale));
    const bias = [...this.biasSums.slice(1)].map((sum) =>
      Number(((sum - (this.biasSums[0] as number)) / this.summed).toFixed(6)),
    );
    return { table, scale: Number(scale.toPrecision(6)), bias };
  }
}

/** Trains on the examples, in an order that depends on their number only: the same examples give the same model. */
export function trainModel(examples: readonly Example[]): Model {
  const buckets = byFrequency(examples);
  const places = new Int32Array(BUCKETS).fill(NOWHERE);
  for (const [place, bucket] of buckets.entries()) places[bucket] = place;
  const placed = examples.map(({ label, windows }) => ({
    label,
    windows: windows.map((blocks) => blocks.map((block) => block.map((bucket) => places[bucket] as number))),
  }));
  const trainer = new Trainer(buckets);
  const random = seededRandom(1);
  const order = examples.map((_, index) => index);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    for (const index of order) trainer.learn(placed[index] as Example, Math.floor(random() * 2 ** 32));
    if (epoch >= EPOCHS / 3) trainer.sum();
  }
  return trainer.quantize();
}
