// The front page queries the featured listings only: few rows among many.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index listings_live_featured on listings (published_at desc, id desc)
      where status = 'live' and featured;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index listings_live_featured');
}
