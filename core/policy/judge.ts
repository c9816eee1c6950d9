// Screening many listings in a thread of its own, so that requests to this process need not wait for it.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../kernel/package.js';
import type { PolicyCategory, PolicyExplanation, ScreenedContent } from './screening.js';

/** Not a part of the bundle: a thread is started from a file. */
const THREAD = join(PACKAGE_ROOT, 'dist/core/policy/judge-thread.js');

export interface Texts {
  readonly content: ScreenedContent;
  /** Categories of the policy that the site is exempt from. */
  readonly passed: readonly PolicyCategory[];
}

interface Judged {
  /** The version of the policy that judged. */
  readonly version: string;
  readonly explanations: readonly PolicyExplanation[];
}

export interface Judge {
  /** Screens texts, in their order; one call at a time. @throws Error if the thread ends */
  judge(texts: readonly Texts[]): Promise<Judged>;
  close(): Promise<unknown>;
}

/** Starts a thread with the policy of a data directory, as it is now. */
export function openJudge(dataDir: string): Judge {
  const thread = new Worker(THREAD, { workerData: { dataDir } });
  return {
    judge: async (texts) => {
      thread.postMessage(texts);
      const [answer] = await once(thread, 'message');
      return answer as Judged;
    },
    close: () => thread.terminate(),
  };
}
