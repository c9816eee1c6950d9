// Single connections, outside the pool.
import pg from 'pg';

/** Milliseconds for connecting, and for waiting while all connections of a pool are in use. */
export const CONNECT_LIMIT = 10_000;

/** Creates an unopened connection. If it is lost between two statements, the next one fails, not the process. */
export function newClient(url: string, purpose: string, options: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: `listing-directory ${purpose}`.trim(),
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT,
    query_timeout: CONNECT_LIMIT,
    ...options,
  });
  client.on('error', () => undefined);
  return client;
}
