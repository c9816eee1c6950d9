// Mutual exclusion between processes, by a lock of a transaction: it works behind a pooler, and ends with its process.
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from './client.js';
import { DatabaseError } from './connection.js';

export interface LockWait {
  readonly log?: (message: string) => void;
  /** Seconds to wait for the lock. */
  readonly timeout?: number;
}

const POLL_INTERVAL_MS = 200;
/** Seconds; long enough for a migration of a large table. */
const TIMEOUT_S = 600;

/** Runs `work` while no other process has the lock. @throws DatabaseError when one has it for longer than `timeout` */
export async function underLock<T>(
  url: string,
  lock: number,
  { what, log = () => undefined, timeout = TIMEOUT_S }: LockWait & { readonly what: string },
  work: () => Promise<T>,
): Promise<T> {
  const holder = newClient(url, what, { query_timeout: 30_000 });
  try {
    await holder.connect();
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
    const tryLock = async () =>
      (await holder.query('select pg_try_advisory_xact_lock($1) as locked', [lock])).rows[0]?.locked === true;
    for (const start = performance.now(); !(await tryLock()); await sleep(POLL_INTERVAL_MS)) {
      const waited = (performance.now() - start) / 1000;
      if (waited > timeout) throw new DatabaseError(`Another process is at ${what}. Gave up waiting.`);
      if (waited < POLL_INTERVAL_MS / 1000) log(`Another process is at ${what}. Waiting.`);
    }
    return await work();
  } finally {
    // The commit releases the lock at once; the end of the session takes a moment longer.
    await holder.query('commit').catch(() => undefined);
    await holder.end().catch(() => undefined);
  }
}
