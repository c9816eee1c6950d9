// Changes that are committed under a request which has passed every check already.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { TestDatabase } from './database.js';

/** Makes a change, holds its commit back until what `send` began waits for it, and returns what came of that. */
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
