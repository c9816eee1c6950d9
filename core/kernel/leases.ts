// Leases: one worker, request or moderator holds a row until `leased_until`, by the database's clock; then another may
// take it. A holder is identified by `leased_by`, or by the end of its lease, which no later lease repeats.
import { randomUUID } from 'node:crypto';
import { raw } from 'objection';
import { inBackground } from './background.js';

/** SQL: nobody holds the row. @param now SQL of another clock @param column with its table where ambiguous */
export const isFree = (now = 'now()', column = 'leased_until') => `coalesce(${column} <= ${now}, true)`;

export const leaseEnd = (seconds: number) =>
  raw('now() + make_interval(secs => ?)', [seconds]) as unknown as Date;

export const newHolder = (): string => randomUUID();

export const RELEASED = { leasedUntil: null } as const;

/** Runs `work` and renews its lease every `seconds`; logs failed renewals. @throws the errors of `work` */
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
