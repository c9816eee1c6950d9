// What `directory-admin doctor` reports about a database.
import type { Knex } from 'knex';

export interface DatabaseHealth {
  readonly version: string;
  /** Size of the whole database. */
  readonly bytes: number;
  /** Connections in use and allowed, of the whole server. */
  readonly connections: { readonly used: number; readonly allowed: number };
}

/** Read-only. */
export async function checkDatabase(knex: Knex): Promise<DatabaseHealth> {
  const { rows } = await knex.raw<{
    rows: { version: string; bytes: number; used: number; allowed: number }[];
  }>(
    `select current_setting('server_version') as version,
       pg_database_size(current_database()) as bytes,
       (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as allowed`,
  );
  const { version = '', bytes = 0, used = 0, allowed = 0 } = rows[0] ?? {};
  return {
    version,
    bytes,
    connections: { used, allowed },
  };
}
