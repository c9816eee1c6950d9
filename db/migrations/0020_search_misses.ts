// Searches without results, from which operators can write synonyms. Counts only: nothing reveals who searched.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_misses (
      query text primary key check (char_length(query) <= 100),
      searches integer not null default 1,
      last_at timestamptz(3) not null default now()
    );
    create index search_misses_most on search_misses (searches desc, last_at desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table search_misses');
}
