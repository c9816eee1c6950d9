// Screens many listings in a thread, so that requests are not delayed.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../kernel/package.js';
import type { PolicyCategory, PolicyExplanation, ScreenedContent } from './screening.js';

/** Outside the bundle: a thread starts from a file. */
const THREAD = join(PACKAGE_ROOT, 'dist/core/policy/judge-thread.js');

export interface Texts {
  readonly content: ScreenedContent;
  readonly passed: readonly PolicyCategory[];
}

interface Judged {
  readonly version: string;
  readonly explanations: readonly PolicyExplanation[];
}

export type Judge = ReturnType<typeof openJudge>;

export function openJudge(dataDir: string) {
  const thread = new Worker(THREAD, {
    workerData: { dataDir },
    // Screening produces short-lived garbage: fewer, larger collections take half the time.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  // Answers arrive in the order of the questions.
  let waiting: { resolve(judged: Judged): void; reject(error: unknown): void }[] = [];
  thread.on('message', (judged: Judged) => waiting.shift()?.resolve(judged));
  const fail = (error: unknown) => {
    for (const { reject } of waiting) reject(error);
    waiting = [];
  };
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('The thread of the content policy has ended.')));
  return {
    /** Screens texts, in order. @throws Error if the thread fails */
    judge: (texts: readonly Texts[]) =>
      new Promise<Judged>((resolve, reject) => {
        waiting.push({ resolve, reject });
        thread.postMessage(texts);
      }),
    close: () => thread.terminate(),
  };
}
