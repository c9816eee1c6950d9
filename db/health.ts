// Whether a database is as the migrations left it: the checks of `directory-admin doctor`.
import type { Knex } from 'knex';

/** The indexes that searches, lists and the uniqueness of sites, slugs, emails and keys depend on. */
export const INDEXES = [
  'api_keys_hash_key',
  'api_keys_user',
  'audit_entries_subject',
  'catalog_entries_url_key_key',
  'listing_search_joined',
  'listing_search_name',
  'listing_search_newest',
  'listing_search_words',
  'listings_capturing',
  'listings_live_categories',
  'listings_live_in_ai',
  'listings_live_in_analytics',
  'listings_live_in_customer_support',
  'listings_live_in_design',
  'listings_live_in_developer_tools',
  'listings_live_in_domains',
  'listings_live_in_education',
  'listings_live_in_finance',
  'listings_live_in_marketing',
  'listings_live_in_marketplace',
  'listings_live_in_no_code',
  'listings_live_in_other',
  'listings_live_in_productivity',
  'listings_live_in_saas',
  'listings_live_in_sales',
  'listings_live_in_security',
  'listings_live_name',
  'listings_live_newest',
  'listings_newest',
  'listings_not_live',
  'listings_owner',
  'listings_slug_key',
  'listings_url_key_key',
  'policy_passes_granted_by',
  'policy_passes_url_key_category_key',
  'search_words_reversed',
  'sessions_user',
  'users_email_key_key',
  'users_newest',
] as const;

export interface DatabaseHealth {
  readonly version: string;
  /** Size of the whole database. */
  readonly bytes: number;
  readonly missingIndexes: string[];
  /** Left incomplete by a failed build: they slow down writes and help no query. */
  readonly invalidIndexes: string[];
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
  const found = await listIndexes(knex);
  const names = new Set(found.map(({ name }) => name));
  const { version = '', bytes = 0, used = 0, allowed = 0 } = rows[0] ?? {};
  return {
    version,
    bytes,
    missingIndexes: INDEXES.filter((name) => !names.has(name)),
    invalidIndexes: found.filter(({ isValid }) => !isValid).map(({ name }) => name),
    connections: { used, allowed },
  };
}

/** The indexes of our tables except primary keys, by name. */
export async function listIndexes(knex: Knex): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await knex.raw<{ rows: { name: string; isValid: boolean }[] }>(
    `select c.relname as name, i.indisvalid as "isValid"
     from pg_index i
       join pg_class c on c.oid = i.indexrelid
       join pg_class t on t.oid = i.indrelid
     where t.relnamespace = current_schema()::regnamespace and not i.indisprimary
       and t.relname !~ '^(knex_|agenda_)'
     order by c.relname`,
  );
  return rows;
}
