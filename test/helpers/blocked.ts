// Changes that are committed while a request waits that has already passed every check.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { TestDatabase } from './database.js';

/**
 * Makes a change, delays its commit until the request sent by `send` waits for it, and returns the request's outcome.
 */
export async function changeUnder<T>(
  { knex }: TestDatabase,
  change: (trx: Knex.Transaction) => Promise<unknown>,
  send: () => Promise<T>,
): Promise<T> {
  const trx = await knex.transaction();
  await change(trx);
  const answer = send();
  await untilBlocked(knex);
  await trx.commit();
  return answer;
}

async function untilBlocked(knex: Knex): Promise<void> {
  for (;;) {
    const waiting = await knex('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ wait_event_type: 'Lock' })
      .first();
    if (waiting) return;
    await sleep(10);
  }
}
