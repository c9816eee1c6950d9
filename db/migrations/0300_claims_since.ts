// Since when a moderator has had an item of the review desk open.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table review_claims add column since timestamptz(3) not null default now()');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table review_claims drop column since');
}
