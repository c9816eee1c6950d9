// A concurrency limit with a bounded queue, for expensive work.
import pLimit from 'p-limit';
import { DomainError, say } from './errors.js';

/** Seconds after which a rejected caller may try again. */
const RETRY_SECONDS = 2;

/**
 * Limits the concurrency of expensive work: `atATime` run, at most `waiting` more queue, the rest is rejected.
 * @returns a function that runs work under the limit; it throws DomainError unavailable if the queue is full
 */
export function limitConcurrency({ atATime, waiting }: { atATime: number; waiting: number }) {
  const limit = pLimit(atATime);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) {
      throw new DomainError('unavailable', say('error.busy'), { retryAfterSeconds: RETRY_SECONDS });
    }
    return limit(work);
  };
}
