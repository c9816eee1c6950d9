import pLimit from 'p-limit';
import { DomainError, say } from './errors.js';

const RETRY_SECONDS = 2;

/** Runs `atATime` pieces of expensive work at once, queues up to `waiting`, and rejects the rest.
 * @returns runs work under the limit; throws DomainError unavailable if the queue is full */
export function limitConcurrency({ atATime, waiting }: { atATime: number; waiting: number }) {
  const limit = pLimit(atATime);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting)
      throw new DomainError('unavailable', say('error.busy'), { retryAfterSeconds: RETRY_SECONDS });
    return limit(work);
  };
}
