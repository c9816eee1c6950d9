// A connection of the pool without waiting: tarn, the pool of knex, makes some ten promises and two timers to hand one out
// that is free, which is a fifth of what reading a listing costs.
import type { Knex } from 'knex';
import type { PatientClient } from './patient-client.js';

/** What tarn's types leave out. */
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

/** Of this pool connections may be taken at once. */
export function allowTaking(knex: Knex): void {
  pools.set(knex, knex.client.pool);
}

/** @returns null where it has to be waited for: none is free or sound, others wait, or it is a transaction */
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
