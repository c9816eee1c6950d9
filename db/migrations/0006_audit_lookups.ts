// The audit log is queried by the label of a subject and by actor, also after the account is gone.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index audit_entries_label on audit_entries (lower(subject_label), id desc);
    create index audit_entries_email on audit_entries (lower(actor_email), id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_entries_label, audit_entries_email');
}
