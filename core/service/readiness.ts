// Whether the service can do its work right now.
import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { BaseModel } from '../../db/models/base.js';
import { config } from '../kernel/config.js';
import { log } from '../kernel/log.js';

type Check = () => Promise<void>;

/** Without a response within this time a dependency counts as failed; waiting for a connection counts, too. */
const CHECK_TIMEOUT_MS = 2_000;

/** Free bytes of DATA_DIR's disk below which nothing can be relied upon: a segment of PostgreSQL's log. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;
/** Milliseconds for which a write that the database's disk had no room for counts. */
const FULL_FOR_MS = 30_000;
let refusedAt = Number.NEGATIVE_INFINITY;

/** Called when the database refuses a write because its disk, which may be another machine's, is full. */
export function noteDiskFull(): void {
  refusedAt = performance.now();
}

const checks = new Map<string, Check>([
  [
    'database',
    async () => {
      await BaseModel.knex().raw('select 1');
    },
  ],
  [
    'disk',
    async () => {
      const { bavail, bsize } = await statfs(config.dataDir);
      if (bavail * bsize < LEAST_FREE_BYTES) throw new Error('The disk of DATA_DIR is full.');
      if (performance.now() - refusedAt < FULL_FOR_MS) throw new Error('The disk of the database is full.');
    },
  ],
]);

/** Adds a dependency without which the service is not ready, such as the queue. */
export function addReadinessCheck(name: string, check: Check): void {
  checks.set(name, check);
}

export async function checkReadiness(): Promise<{
  isReady: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => {
      try {
        await Promise.race([check(), silence()]);
        if (failing.delete(name)) log.info({ check: name }, 'ready again');
        return [name, 'ok'] as const;
      } catch (error) {
        // Logged once per outage: load balancers ask every second.
        if (!failing.has(name)) log.warn({ reason: (error as Error).message, check: name }, 'not ready');
        failing.add(name);
        return [name, 'failed'] as const;
      }
    }),
  );
  return { isReady: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
}

const failing = new Set<string>();

async function silence(): Promise<never> {
  await wait(CHECK_TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`No answer within ${CHECK_TIMEOUT_MS} ms.`);
}
