// Messages of the service are stored as key and values, `{key, values}`, and said in the language of who reads them. The
// texts beside them are the words of people, and sentences of earlier releases.
import type { Knex } from 'knex';

const COLUMNS = [
  ['audit_entries', 'said'],
  ['link_checks', 'said'],
  ['webhooks', 'paused_said'],
  ['webhook_deliveries', 'said'],
  ['import_faults', 'said'],
] as const;

export async function up(knex: Knex): Promise<void> {
  for (const [table, column] of COLUMNS)
    await knex.raw('alter table ?? add column ?? jsonb', [table, column]);
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, column] of COLUMNS) await knex.raw('alter table ?? drop column ??', [table, column]);
}
