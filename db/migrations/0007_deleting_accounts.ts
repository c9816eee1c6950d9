// Deleting an account looks up the rows that refer to it: without these indexes it scans a table for each reference.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index listings_rejected_by on listings (rejected_by) where rejected_by is not null;
    create index listings_archived_by on listings (archived_by) where archived_by is not null;
    create index catalog_entries_proposed_by on catalog_entries (proposed_by) where proposed_by is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index listings_rejected_by, listings_archived_by, catalog_entries_proposed_by');
}
