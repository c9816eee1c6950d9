// The database access of the web server's session store.
import type { Pool, QueryResult } from 'pg';
import { BaseModel } from './models/base.js';

/** The part of a pg pool that connect-pg-simple uses: one query at a time on a connection of knex's pool. */
export function sessionStorePool(): Pool {
  const { client } = BaseModel.knex();
  const query = async (text: string, values: unknown[]): Promise<QueryResult> => {
    const connection = await client.acquireConnection();
    try {
      return await connection.query(text, values);
    } finally {
      await client.releaseConnection(connection);
    }
  };
  return { query } as unknown as Pool;
}
