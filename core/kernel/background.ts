// Background work, which no response waits for: what follows a commit.
import type { Transaction } from 'objection';
import { onPrimary } from '../../db/replicas.js';
import { areaLog } from './log.js';

const log = areaLog('jobs');

const running = new Set<Promise<void>>();

/** Runs work in the background; a failure is logged, and `finishBackground` waits for it. */
export function inBackground(work: () => Promise<unknown>, failure: string): void {
  track(onPrimary(work), failure);
}

/**
 * Runs `work` after the commit; not after a rollback. The caller does not wait, and a failure is logged: whatever
 * is started here must also be found by a sweep.
 */
export function afterCommit(trx: Transaction, work: () => Promise<unknown>): void {
  // After a rollback nothing runs; the caller of the transaction gets the error.
  const committed = trx.executionPromise.then(
    () => true,
    () => false,
  );
  const run = committed.then(async (isCommitted) => isCommitted && (await work()));
  track(run, 'work after a commit failed');
}

/** Resolves when all background work started so far has ended; call it before closing the database. */
export async function finishBackground(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

function track(work: Promise<unknown>, failure: string): void {
  const run: Promise<void> = work
    .then(() => undefined)
    .catch((error: unknown) => log.error({ err: error }, failure))
    .finally(() => running.delete(run));
  running.add(run);
}
