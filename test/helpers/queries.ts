// What a request asks of the database.
import type { TestDatabase } from './database.js';

/** The statements that run on the pool while `work` runs. */
export async function queriesOf(database: TestDatabase, work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const listen = ({ sql }: { sql: string }) => asked.push(sql);
  database.knex.on('query', listen);
  try {
    await work();
  } finally {
    database.knex.removeListener('query', listen);
  }
  return asked;
}

/** As after a change of any listing: answers that are kept for guests are made anew. */
export async function forgetKeptAnswers(database: TestDatabase): Promise<void> {
  await database.knex.raw(`select pg_notify('public_content', '')`);
}
