import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BaseModel } from '../../db/models/base.js';
import { tryConnection } from '../../db/pool.js';
import { config } from '../kernel/config.js';
import { log } from '../kernel/log.js';

type Check = () => Promise<void>;

/** Timeout of a dependency, including the wait for a connection. */
const CHECK_TIMEOUT_MS = 2_000;

/** Minimum free bytes of DATA_DIR's disk: a segment of PostgreSQL's log. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;
/** Milliseconds for which a write refused by the database's full disk counts. */
const FULL_FOR_MS = 30_000;
let refusedAt = Number.NEGATIVE_INFINITY;

/** Called when the database refuses a write because its disk, perhaps on another machine, is full. */
export function noteDiskFull(): void {
  refusedAt = performance.now();
}

const checks = new Map<string, Check>();

addReadinessCheck('database', async () => {
  const knex = BaseModel.knex();
  await Promise.all([knex.raw('select 1'), connectAnew(knex)]);
});
addReadinessCheck('disk', async () => {
  if ((await freeBytes(config.dataDir)) < LEAST_FREE_BYTES) throw new Error('The disk of DATA_DIR is full.');
  if (performance.now() - refusedAt < FULL_FOR_MS) throw new Error('The disk of the database is full.');
});

/** Milliseconds for which the result of an attempt is reused: load balancers ask often, and strangers may. */
const ATTEMPT_COUNTS_MS = 1_000;
let attempt: { readonly at: number; readonly made: Promise<void> } | null = null;

/** Tries a new connection, which may fail (name resolution, limits, passwords) while open connections still work. */
function connectAnew(knex: ReturnType<typeof BaseModel.knex>): Promise<void> {
  if (attempt === null || performance.now() - attempt.at > ATTEMPT_COUNTS_MS)
    attempt = { at: performance.now(), made: tryConnection(knex, CHECK_TIMEOUT_MS) };
  return attempt.made;
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return freeBytes(dirname(folder));
  }
}

/** Adds a dependency without which the service is not ready, such as the queue. */
export function addReadinessCheck(name: string, check: Check): void {
  checks.set(name, check);
}

export async function checkReadiness() {
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
