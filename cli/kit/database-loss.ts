// Before a command deletes rows or tables permanently: shows what will be lost, and who else uses the database.
import { Option } from 'commander';
import { databaseInUse, type Loss } from '../../db/loss.js';
import type { Database } from '../../db/open.js';
import { Refusal } from './exit.js';
import { printTable, say } from './output.js';
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

export function printLoss(heading: string, losses: readonly Loss[]): void {
  say(`${heading}\n`);
  printTable(losses, [
    { title: 'what', value: ({ table, column }) => (column ? `${table}.${column}` : table), isWhole: true },
    { title: 'how many', value: ({ count: number }) => number },
  ]);
  say();
}
