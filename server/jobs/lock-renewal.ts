import type { JobName, RunningJob } from '../../core/kernel/jobs.js';
import { log } from '../../core/kernel/log.js';

/** Well within LOCK_LIFETIME of the queue. */
const RENEWAL_INTERVAL_MS = 10_000;

/** Runs work that may take longer than the lock of its job, and renews the lock meanwhile. */
export async function withLockRenewal<T>(job: RunningJob<JobName>, work: () => Promise<T>): Promise<T> {
  const alive = setInterval(() => {
    job.touch().catch((error: unknown) => log.warn({ err: error }, 'could not renew the job lock'));
  }, RENEWAL_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(alive);
  }
}
