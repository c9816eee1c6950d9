import { log } from '../../core/kernel/log.js';
import type { JobName, RunningJob } from '../../core/kernel/queue.js';

/** Milliseconds; well within LOCK_LIFETIME of the queue. */
const SIGN_OF_LIFE = 10_000;

/** Runs work that may take longer than the lock of its job, which is extended meanwhile. */
export async function withSignsOfLife<T>(job: RunningJob<JobName>, work: () => Promise<T>): Promise<T> {
  const alive = setInterval(() => {
    job.touch().catch((error: unknown) => log.warn({ err: error }, 'no sign of life could be given'));
  }, SIGN_OF_LIFE);
  try {
    return await work();
  } finally {
    clearInterval(alive);
  }
}
