// Views of the pages of listings and clicks through to their sites: daily numbers, nothing about visitors.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listing_visits (
      listing_id uuid not null references listings on delete cascade,
      day date not null,
      views integer not null default 0,
      clicks integer not null default 0,
      primary key (listing_id, day)
    );
    create index listing_visits_day on listing_visits (day);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table listing_visits');
}
