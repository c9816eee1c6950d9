// Costly work, done by a few at a time while a bounded number waits.
import pLimit from 'p-limit';
import { DomainError, say } from './errors.js';

/** Seconds after which a caller who was turned away may try again. */
const RETRY_SECONDS = 2;

/**
 * A gate in front of costly work: `atATime` pass, at most `waiting` more queue, the rest is turned away.
 * @returns runs work behind the gate; it throws DomainError unavailable when the queue is full
 */
export function createGate({ atATime, waiting }: { atATime: number; waiting: number }) {
  const limit = pLimit(atATime);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) {
      throw new DomainError('unavailable', say('error.busy'), {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    return limit(work);
  };
}
