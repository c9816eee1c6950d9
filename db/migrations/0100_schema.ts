// The schema of version 1.0 (0100_schema.sql), and the catalog of a new directory: names and addresses, not verified
// yet.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Knex } from 'knex';

/** This file runs from dist/db/migrations. */
const SOURCES = new URL('../../../db/', import.meta.url);

const readSource = (path: string) => readFileSync(new URL(path, SOURCES), 'utf8');

export async function up(knex: Knex): Promise<void> {
  await knex.raw(readSource('migrations/0100_schema.sql'));
  const rows: Record<string, string>[] = parse(readSource('seeds/agent-directories.csv'), { columns: true });
  await knex('catalog_entries').insert(
    rows.map((row) => ({ ...row, submit_url: row.submit_url || null, kind: row.kind || null })),
  );
}

export async function down(knex: Knex): Promise<void> {
  const schema = readSource('migrations/0100_schema.sql');
  const created = (kind: string) =>
    [...schema.matchAll(new RegExp(`^create (?:unlogged )?${kind} (\\w+)`, 'gm'))]
      .map(([, name]) => name)
      .join(', ');
  await knex.raw(`
    drop table ${created('table')} cascade;
    drop sequence ${created('sequence')};
    drop function ${created('function')};
  `);
}
