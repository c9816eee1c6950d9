// The thread started by judge.ts: screens the texts it receives, with the data directory's policy.
import { parentPort, workerData } from 'node:worker_threads';
import type { Texts } from './judge.js';
import { explainContent, loadInstancePolicy } from './screening.js';

const policy = loadInstancePolicy((workerData as { dataDir: string }).dataDir);

parentPort?.on('message', (texts: readonly Texts[]) => {
  const explanations = texts.map(({ content, passed }) => explainContent(content, policy, passed));
  parentPort?.postMessage({ version: policy.version, explanations });
});
