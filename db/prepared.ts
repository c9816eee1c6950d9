// Prepared statements: PostgreSQL parses and plans each once per connection, not once per query. For statements of
// nearly every request; the rest uses the query builder.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { BaseModel } from './models/base.js';

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
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  // knex would take a question mark for a parameter.
  const sql = text.replaceAll('?', '\\?');
  return async (values = [], trx) => {
    const pool = BaseModel.knex();
    const run = async (name?: string): Promise<Row[]> => {
      const { rows } = await (trx ?? pool).raw(sql).options({ name, values: [...values], patience });
      return rows;
    };
    if (nameless.has(pool)) return run();
    try {
      return await run(`ld_${digest}`);
    } catch (error) {
      if (!NAME_LOST.includes((error as { code?: string }).code ?? '')) throw error;
      nameless.add(pool);
      // The transaction has failed with it; its caller may retry the transaction.
      if (trx) throw error;
      // Refused before anything was executed, so it can be repeated.
      return run();
    }
  };
}

/** The part of a pg pool that connect-pg-simple uses, over the pool of the models. */
export function sessionStorePool(): Pool {
  const query = (text: string, values: readonly unknown[] = []) =>
    BaseModel.knex()
      .raw(text)
      .options({ values: [...values] });
  return { query } as unknown as Pool;
}
