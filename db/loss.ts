// What is in a database, and who else uses it: checked before it is replaced.
import type { Knex } from 'knex';
import { BREAKER_NAME } from './breaker.js';

export interface TableCount {
  readonly table: string;
  readonly count: number;
}

/** Tables of the schema itself, and those whose rows expire anyway. */
const UNCOUNTED = /^(knex_|rate_limits$)/;

/** The database's name, and how many connections other processes of this service have to it. */
export async function databaseInUse(knex: Knex): Promise<{ name: string; others: number }> {
  const { rows } = await knex.raw<{ rows: { name: string; others: number }[] }>(`
    select current_database()::text as name, (select count(*)::int from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        -- Of breakers this process may have one itself; any other has further connections.
        and application_name like 'listing-directory%' and application_name <> '${BREAKER_NAME}') as others`);
  return rows[0] ?? { name: '', others: 0 };
}

/** The rows of each table that has some. */
export async function countRows(knex: Knex): Promise<TableCount[]> {
  const { rows: tables } = await knex.raw<{ rows: { table: string }[] }>(
    `select table_name as "table" from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  );
  const counts: TableCount[] = [];
  for (const { table } of tables) {
    if (UNCOUNTED.test(table)) continue;
    const { rows } = await knex.raw<{ rows: [{ count: number }] }>('select count(*) from ??', [table]);
    if (rows[0].count > 0) counts.push({ table, count: rows[0].count });
  }
  return counts;
}
