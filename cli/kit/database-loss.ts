// Before a command replaces a database or reverts its schema: no other process may use it.
import { Option } from 'commander';
import { databaseInUse } from '../../db/loss.js';
import type { Database } from '../../db/open.js';
import { Refusal } from './exit.js';
import { count } from './text.js';

export const databaseOption = () =>
  new Option('--database <name>', 'name of the database, so that it need not be typed');

/** @throws Refusal while a server, a worker or another command is connected */
export async function refuseWhileInUse(knex: Database['knex']): Promise<void> {
  const { others } = await databaseInUse(knex);
  if (others > 0) {
    throw new Refusal(
      `A server or another command is at work in this database (${count(others, 'connection')}): stop it first.`,
    );
  }
}
