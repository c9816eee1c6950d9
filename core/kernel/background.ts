// Work that nobody waits for but the end of the process.
import type { Transaction } from 'objection';
import { onPrimary } from '../../db/replicas.js';
import { areaLog } from './log.js';

const log = areaLog('jobs');

const running = new Set<Promise<void>>();

/** Runs work in the background and logs a failure; `finishBackground` waits for it. */
export function inBackground(work: () => Promise<unknown>, failure: string): void {
  track(onPrimary(work), failure);
}

/** Runs `work` after the commit, not after a rollback. The caller does not wait, and a failure is only
 * logged: a sweep must also find this work. */
export function afterCommit(trx: Transaction, work: () => Promise<unknown>): void {
  // After a rollback nothing runs; the caller of the transaction gets the error.
  const committed = trx.executionPromise.then(
    () => true,
    () => false,
  );
  const run = committed.then(async (isCommitted) => isCommitted && (await work()));
  track(run, 'work after a commit failed');
}

/** Waits for all background work started so far; call it before closing the database. */
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
