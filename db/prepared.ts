// Prepared statements: PostgreSQL parses and plans each once per connection, not once per query. For statements of
// nearly every request; the rest uses the query builder.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { BaseModel } from './models/base.js';
import type { PatientClient } from './patient-client.js';

/**
 * Runs on a connection of the pool, or in a transaction.
 * @returns the rows, as plain objects by column name
 */
export type Prepared<Row extends object> = (values?: readonly unknown[], trx?: Knex) => Promise<Row[]>;

/** Caused by poolers that swap connections between statements and do not track prepared statements. */
export const NAME_LOST: readonly string[] = ['26000', '42P05'];

/** Pools behind such a pooler. */
const nameless = new WeakSet<Knex>();

/**
 * @param text the statement, with its parameters as `$1`, `$2`…
 * @param patience milliseconds after which it is cancelled (query_canceled, 57014); otherwise the pool's limit
 */
export function prepare<Row extends object>(text: string, patience?: number): Prepared<Row> {
  const name = `ld_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  return async (values = [], trx) => {
    const pool = BaseModel.knex();
    const statement = { text, values: [...values] };
    if (nameless.has(pool)) return run<Row>(trx ?? pool, statement, patience);
    try {
      return await run<Row>(trx ?? pool, { name, ...statement }, patience);
    } catch (error) {
      if (!NAME_LOST.includes((error as { code?: string }).code ?? '')) throw error;
      nameless.add(pool);
      // The transaction has failed with it; its caller may retry the transaction.
      if (trx) throw error;
      // Refused before anything was executed, so it can be repeated.
      return run<Row>(pool, statement, patience);
    }
  };
}

/** pg prepares a statement that has a name once a connection. */
async function run<Row extends object>(
  { client }: Knex,
  statement: { name?: string; text: string; values: unknown[] },
  patience: number | undefined,
): Promise<Row[]> {
  const connection: PatientClient = await client.acquireConnection();
  // If cancelling fails, the pool's own limit ends it.
  const cancel = () => client.cancelQuery(connection).catch(() => undefined);
  const timer = patience === undefined ? undefined : setTimeout(cancel, patience);
  try {
    return (await connection.query(statement)).rows;
  } finally {
    clearTimeout(timer);
    client.releaseConnection(connection);
  }
}

/** The part of a pg pool that connect-pg-simple uses, over the pool of the models. */
export function sessionStorePool(): Pool {
  const query = async (text: string, values: unknown[]) => ({
    rows: await run(BaseModel.knex(), { text, values }, undefined),
  });
  return { query } as unknown as Pool;
}
