// Takes an idle connection of the pool without waiting: tarn, knex's pool, creates some ten promises and two timers to
// hand out one that is idle, which is a fifth of the cost of reading a listing.
import type { Knex } from 'knex';
import type { PatientClient } from './patient-client.js';

/** Missing in tarn's types. */
interface Pool {
  readonly destroyed: boolean;
  readonly free: Resource[];
  readonly used: Resource[];
  readonly pendingAcquires: readonly unknown[];
  release(connection: PatientClient): boolean;
  _startReaping(): void;
}

interface Resource {
  readonly resource: PatientClient;
}

const pools = new WeakMap<Knex, Pool>();

/** Pools whose connections may be taken directly. */
export function allowTaking(knex: Knex): void {
  pools.set(knex, knex.client.pool);
}

/** @returns null if it has to be waited for: none is idle or valid, others are waiting, or it is a transaction */
export function takeFree(knex: Knex): { connection: PatientClient; giveBack: () => void } | null {
  const pool = pools.get(knex);
  if (!pool || pool.destroyed || pool.pendingAcquires.length > 0) return null;
  const free = pool.free.at(-1);
  if (!free?.resource.isUsable) return null;
  pool.free.pop();
  pool.used.push(free);
  pool._startReaping();
  const connection = free.resource;
  return { connection, giveBack: () => void pool.release(connection) };
}
