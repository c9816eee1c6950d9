// Leases: one worker, request or moderator holds a row until `leased_until`, by the database's clock. A holder that
// works longer renews its lease; one whose lease has run out is presumed dead, and another may take the row. A holder
// is known by `leased_by`, or by the end of its lease, which no later lease repeats.
import { randomUUID } from 'node:crypto';
import { raw } from 'objection';
import { inBackground } from './transaction.js';

/** SQL: nobody holds the row. @param now SQL of another clock; the column needs a prefix if others have it, too */
export const isFree = (now = 'now()', column = 'leased_until') => `coalesce(${column} <= ${now}, true)`;

/** The end of a lease that begins now, to be written as `leasedUntil`. */
export const leaseEnd = (seconds: number) =>
  raw('now() + make_interval(secs => ?)', [seconds]) as unknown as Date;

/** A name for a holder, to be written as `leasedBy`. */
export const newHolder = (): string => randomUUID();

/** Columns of a row that nobody holds. */
export const RELEASED = { leasedUntil: null } as const;

/**
 * Does `work`, and renews its lease every `seconds`. A renewal that fails is logged and leaves the lease as it was.
 * @throws whatever `work` throws
 */
export async function whileRenewing<T>(
  seconds: number,
  renew: () => PromiseLike<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(
    () => inBackground(async () => renew(), 'a lease was not renewed'),
    seconds * 1000,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
