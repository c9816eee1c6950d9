// Background work: requests do not wait for it, but the end of the process does.
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

/** How often the counts are stored, all in one statement. */
const STORE_INTERVAL_MS = 5_000;
const tallies: (() => Promise<void>)[] = [];

/** Counts in memory by key, up to `most` keys. @param failure the log line if `write` fails: the counts are then lost
 * @param write stores the counts, which are sorted by key so that two processes never deadlock */
export function tally<C>(most: number, failure: string, write: (counted: [string, C][]) => Promise<unknown>) {
  const waiting = new Map<string, C>();
  let timer: NodeJS.Timeout | undefined;
  const store = async () => {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
    waiting.clear();
    if (counted.length > 0) await write(counted);
  };
  tallies.push(store);
  const count = (key: string, add: (before: C | undefined) => C) => {
    if (!waiting.has(key) && waiting.size >= most) return;
    waiting.set(key, add(waiting.get(key)));
    timer ??= setTimeout(() => inBackground(store, failure), STORE_INTERVAL_MS).unref();
  };
  return { count, store };
}

/** Stores all counts; call it before closing the database. */
export async function storeTallies(): Promise<void> {
  await Promise.all(tallies.map((store) => store()));
}
