// Trains the model of the content policy from test/lab/policy/cases and writes it beside the sources: npm run policy:train.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FOLDER } from '../../../core/policy/engine/model.js';
import { trainingListings } from './corpus.js';
import { trainingExamples } from './examples.js';
import { fingerprint } from './fingerprint.js';
import { trainModel } from './logistic.js';

const examples = trainingExamples(trainingListings());
const { table, scale, bias } = trainModel(examples);
mkdirSync(MODEL_FOLDER, { recursive: true });
writeFileSync(join(MODEL_FOLDER, 'weights.bin'), table);
const json = JSON.stringify({ examples: examples.length, scale, bias, ...fingerprint() }, null, 2);
// The biases in one line, as the formatter wants them.
writeFileSync(join(MODEL_FOLDER, 'model.json'), `${json.replace(/\[[^[\]]*\]/, `[${bias.join(', ')}]`)}\n`);
console.log(`trained on ${examples.length} examples; ${table.length} bytes in ${MODEL_FOLDER}`);
