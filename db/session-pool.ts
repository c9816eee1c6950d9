// What the session store of the web server asks of the database.
import type { Pool, QueryResult } from 'pg';
import { BaseModel } from './models/base.js';

/** As much of a pg pool as connect-pg-simple uses: one query at a time on a connection of knex's pool. */
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
