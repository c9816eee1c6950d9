// Work that no answer waits for: what follows a commit, and mails.
import type { Transaction } from 'objection';
import { log } from './log.js';

const running = new Set<Promise<void>>();

/** Runs work that no answer waits for; a failure is logged, and `settleBackground` waits for it. */
export function inBackground(work: () => Promise<unknown>, failure: string): void {
  track(work(), failure);
}

/**
 * Runs `work` after the commit; not after a rollback. The caller does not wait, and a failure is logged: whatever
 * is started here must also be found by a sweep.
 */
export function afterCommit(trx: Transaction, work: () => Promise<unknown>): void {
  // After a rollback there is nothing to do: whoever runs the transaction learns why.
  const committed = trx.executionPromise.then(
    () => true,
    () => false,
  );
  const run = committed.then(async (isCommitted) => isCommitted && (await work()));
  track(run, 'work after a commit failed');
}

/** Resolves when all background work started so far has ended: before the database is closed. */
export async function settleBackground(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

function track(work: Promise<unknown>, failure: string): void {
  const run: Promise<void> = work
    .then(() => undefined)
    .catch((error: unknown) => log.error({ err: error }, failure))
    .finally(() => running.delete(run));
  running.add(run);
}
