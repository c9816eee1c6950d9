// What an operation sets going when its transaction is committed, and only then.
import type { Transaction } from 'objection';
import { log } from './log.js';

const underWay = new Set<Promise<void>>();

/**
 * Runs `nudge` after the commit; not after a rollback. The caller does not wait, and a failure is logged: what
 * is nudged must also be found by a sweep.
 */
export function afterCommit(trx: Transaction, nudge: () => Promise<unknown>): void {
  const run = trx.executionPromise
    .then(
      async () => void (await nudge()),
      // Rolled back: whoever runs the transaction learns why.
      () => undefined,
    )
    .catch((error: unknown) => log.warn({ err: error }, 'what follows a change was left undone'))
    .finally(() => underWay.delete(run));
  underWay.add(run);
}

/** Waits for what is under way, before the database is closed. */
export async function settleNudges(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
