// What the session store of the web server asks of the database.
import type { Pool, QueryResult } from 'pg';
import { BaseModel } from '../db/models/base.js';
import { type SessionData, SessionModel } from '../db/models/session.js';
import type { UserModel } from '../db/models/user.js';

export interface FoundSession {
  readonly data: SessionData;
  readonly expire: Date;
  /** null: nobody has signed in; the session holds a form token. */
  readonly user: UserModel | null;
}

/**
 * A session that has not ended, and its account, in one query. Read on every request that brings our cookie: a
 * demoted admin or an ended session loses access at once (C4).
 */
export async function findSession(sid: string): Promise<FoundSession | null> {
  const row = await SessionModel.query()
    .findById(sid)
    .where('expire', '>=', new Date())
    .withGraphJoined('user');
  return row ? { data: row.sess, expire: row.expire, user: row.user ?? null } : null;
}

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
