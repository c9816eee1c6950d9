// The listings of a suspended account are archived in batches, and resumed after a crash.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column archives_listings boolean not null default false;
    create index users_archives_listings on users (id) where archives_listings;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column archives_listings');
}
