// The catalog of a new directory (names and addresses, not verified yet).
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Knex } from 'knex';

const SEED = new URL('../../../db/seeds/agent-directories.csv', import.meta.url);

export async function up(knex: Knex): Promise<void> {
  const rows: Record<string, string>[] = parse(readFileSync(SEED), { columns: true });
  await knex('catalog_entries')
    .insert(rows.map((row) => ({ ...row, submit_url: row.submit_url || null, kind: row.kind || null })))
    .onConflict('url_key')
    .ignore();
}

export async function down(knex: Knex): Promise<void> {
  const rows: Record<string, string>[] = parse(readFileSync(SEED), { columns: true });
  await knex('catalog_entries')
    .whereIn(
      'url_key',
      rows.map((row) => row.url_key ?? ''),
    )
    .whereNull('proposed_by')
    .delete();
}
