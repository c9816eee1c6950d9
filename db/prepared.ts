// Prepared statements, which PostgreSQL plans once per connection, for the queries of nearly every request.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Client, QueryConfig } from 'pg';
import { connectionsOf } from './pool.js';
import { currentKnex } from './work.js';

/** Runs on a connection of the pool, or in a transaction. @returns the rows, as plain objects by column name */
export type Prepared<Row extends object> = (values?: readonly unknown[], trx?: Knex) => Promise<Row[]>;

/** @param patience milliseconds after which it is cancelled (query_canceled, 57014); otherwise the pool's limit */
export function prepare<Row extends object>(text: string, patience?: number): Prepared<Row> {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  const name = `ld_${digest}`;
  return async (given = [], trx) => {
    const knex = trx ?? currentKnex();
    // Runs the statement without building a knex query, which would double the cost of the call.
    const client = knex.isTransaction ? await connectionOf(knex as Knex.Transaction) : connectionsOf(knex);
    const { rows } = await client.query<Row>({ name, text, values: [...given], patience } as QueryConfig);
    return rows;
  };
}

async function connectionOf(trx: Knex.Transaction): Promise<Client> {
  if (trx.isCompleted()) throw new Error('The transaction has ended.');
  return trx.client.acquireConnection();
}

/** Lets connect-pg-simple use our pool. Its option `pgPromise` accepts any object with this method. */
export const sessionStatements = {
  any: async (text: string, values: unknown[] = []): Promise<object[]> =>
    (await connectionsOf(currentKnex()).query({ text, values })).rows,
};
