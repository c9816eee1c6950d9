// Trains the model of the content policy from test/data/policy and writes it beside the sources: npm run policy:train.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FOLDER } from '../../core/policy/engine/model.js';
import { readDevCorpus, readOwnCases } from '../helpers/policy-corpus.js';
import { trainingExamples } from './examples.js';
import { trainModel } from './logistic.js';

const examples = trainingExamples([...readOwnCases().listings, ...readDevCorpus().listings]);
const { table, scale, bias } = trainModel(examples);
mkdirSync(MODEL_FOLDER, { recursive: true });
writeFileSync(join(MODEL_FOLDER, 'weights.bin'), table);
writeFileSync(
  join(MODEL_FOLDER, 'model.json'),
  `${JSON.stringify({ examples: examples.length, scale, bias }, null, 2)}\n`,
);
console.log(`trained on ${examples.length} examples; ${table.length} bytes in ${MODEL_FOLDER}`);
