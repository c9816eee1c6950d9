// Tells cheaply whether the model in the repository is what training would make of the cases there now.
import { createHash } from 'node:crypto';
import { trainingListings } from './corpus.js';
import { exampleOf, trainingCases } from './examples.js';
import { trainModel } from './logistic.js';

/** Training on so many of the examples takes half a second. */
const EVERY = 96;

/** What a model was trained on, and how. */
export interface Fingerprint {
  /** Of all cases, as they are written. */
  readonly cases: string;
  /** Of a small model trained on some of them: it changes with features, term sets and training. */
  readonly sample: string;
}

export function fingerprint(): Fingerprint {
  const cases = trainingCases(trainingListings());
  const sample = trainModel(
    cases.filter((_, n) => n % EVERY === 0).map(({ content, label }) => exampleOf(content, label)),
  );
  const digest = (data: string | Int8Array) => createHash('sha256').update(data).digest('hex');
  return { cases: digest(JSON.stringify(cases)), sample: digest(sample.table) };
}
