// Whether a database is as the migrations left it: the checks of `directory-admin doctor`.
import { readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import { SCHEMA } from './migrations/directory.js';

/** Read-only. @returns with the connections in use and allowed of the whole server */
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
const UNIQUE = [
  'api_keys_hash_key',
  'catalog_entries_url_key_key',
  'listings_slug_key',
  'listings_url_key_key',
  'users_email_key_key',
];

/** Compares with the first migration; a table that a later one has dropped needs no index. */
async function listIndexes(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { name: string; table: string; isValid: boolean }[] }>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "table", i.indisvalid as "isValid"
     from pg_index i join pg_class t on t.oid = i.indrelid where t.relnamespace = current_schema()::regnamespace`,
  );
  const created = (await readFile(SCHEMA, 'utf8')).matchAll(/^create (?:unique )?index (\w+)\s+on (\w+)/gm);
  const needed = [...created].flatMap(([, index = '', on = '']) =>
    rows.some(({ table }) => table === on) ? [index] : [],
  );
  return {
    missingIndexes: [...UNIQUE, ...needed].filter((index) => !rows.some(({ name }) => name === index)),
    // Left incomplete by a failed build: they slow down writes and help no query.
    invalidIndexes: rows.filter(({ isValid }) => !isValid).map(({ name }) => name),
  };
}
