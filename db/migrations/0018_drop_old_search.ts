// Drops what the search of earlier releases read: listing_search has replaced it.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index listings_search;
    drop index listings_typos;
    alter table listings drop column search, drop column name_typos;
  `);
}

/** The earlier release rebuilds what it derives itself; words that both versions have are restored. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listings add column search tsvector not null default '', add column name_typos text[] not null default '{}';
    update listings set search = found.search from listing_search as found where found.id = listings.id;
    alter table listings alter column search drop default, alter column name_typos drop default;
    alter table listings alter column search set statistics 1000;
    create index listings_search on listings using gin (search) with (fastupdate = off);
    create index listings_typos on listings using gin (name_typos) with (fastupdate = off);
  `);
}
