// Prepared statements: PostgreSQL parses and plans each once per connection, not once per query. For statements of
// nearly every request; the rest uses the query builder.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { takeFree } from './free-connection.js';
import { BaseModel } from './models/base.js';
import type { Named } from './named-query.js';
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
  return (values = [], trx) => {
    const pool = BaseModel.knex();
    if (nameless.has(pool)) return runNameless<Row>(trx ?? pool, { text, values }, patience);
    return runNamed<Row>(trx ?? pool, { name, text, values }, patience).catch((error: Error) => {
      // As pg does: the stack of the caller, not of the socket.
      Error.captureStackTrace(error);
      if (!NAME_LOST.includes((error as { code?: string }).code ?? '')) throw error;
      nameless.add(pool);
      // The transaction has failed with it; its caller may retry the transaction.
      if (trx) throw error;
      // Refused before anything was executed, so it can be repeated.
      return runNameless<Row>(pool, { text, values }, patience);
    });
  };
}

function runNamed<Row extends object>(on: Knex, statement: Named, patience?: number): Promise<Row[]> {
  const free = patience === undefined ? takeFree(on) : null;
  if (free) return free.connection.named<Row>(statement, free.giveBack);
  return withConnection(on, patience, (connection) => connection.named<Row>(statement, () => undefined));
}

function runNameless<Row extends object>(
  on: Knex,
  { text, values }: Omit<Named, 'name'>,
  patience?: number,
): Promise<Row[]> {
  return withConnection(
    on,
    patience,
    async (connection) => (await connection.query({ text, values: [...values] })).rows,
  );
}

async function withConnection<T>(
  { client }: Knex,
  patience: number | undefined,
  run: (connection: PatientClient) => Promise<T>,
): Promise<T> {
  const connection: PatientClient = await client.acquireConnection();
  // If cancelling fails, the pool's own limit ends it.
  const cancel = () => client.cancelQuery(connection).catch(() => undefined);
  const timer = patience === undefined ? undefined : setTimeout(cancel, patience);
  try {
    return await run(connection);
  } finally {
    clearTimeout(timer);
    client.releaseConnection(connection);
  }
}
