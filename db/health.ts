// Reports about a database: its contents, its users, its indexes.
import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import { BREAKER_NAME } from './breaker.js';
import { SCHEMA } from './migrations/directory.js';

/** Describes a database, read-only. @returns also how many connections the whole server has, and how many it allows */
export async function checkDatabase(knex: Knex) {
  const { rows } = await knex.raw<{
    rows: { version: string; bytes: number; used: number; allowed: number }[];
  }>(
    `select current_setting('server_version') as version,
       pg_database_size(current_database()) as bytes,
       (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as allowed`,
  );
  const { version = '', bytes = 0, used = 0, allowed = 0 } = rows[0] ?? {};
  return { version, bytes, connections: { used, allowed }, ...(await listIndexes(knex)) };
}

/** The indexes of constraints that keep keys, sites, slugs and emails unique. */
const UNIQUE =
  'api_keys_hash_key catalog_entries_url_key_key listings_slug_key listings_url_key_key users_email_key_key';

/** Compares the indexes with those of the first migration, except of tables dropped since, and one of a dropped column. */
async function listIndexes(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { name: string; table: string; isValid: boolean }[] }>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "table", i.indisvalid as "isValid"
     from pg_index i join pg_class t on t.oid = i.indrelid where t.relnamespace = current_schema()::regnamespace`,
  );
  const created = (await readFile(SCHEMA, 'utf8')).matchAll(/^create (?:unique )?index (\w+)\s+on (\w+)/gm);
  const needed = [...created].flatMap(([, index = '', on = '']) =>
    rows.some(({ table }) => table === on) && index !== 'users_archives_listings' ? [index] : [],
  );
  return {
    missingIndexes: [...UNIQUE.split(' '), ...needed].filter(
      (index) => !rows.some(({ name }) => name === index),
    ),
    // A failed build left these indexes incomplete: they slow down writes and help no query.
    invalidIndexes: rows.filter(({ isValid }) => !isValid).map(({ name }) => name),
  };
}

/** Tables of knex, and of rate limits, whose rows expire soon. */
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

export async function countRows(knex: Knex): Promise<{ table: string; count: number }[]> {
  const { rows: tables } = await knex.raw<{ rows: { table: string }[] }>(
    `select table_name as "table" from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  );
  const counts: { table: string; count: number }[] = [];
  for (const { table } of tables) {
    if (UNCOUNTED.test(table)) continue;
    const { rows } = await knex.raw<{ rows: [{ count: number }] }>('select count(*) from ??', [table]);
    if (rows[0].count > 0) counts.push({ table, count: rows[0].count });
  }
  return counts;
}
