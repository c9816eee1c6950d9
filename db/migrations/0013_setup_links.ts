// The link that creates the first admin, logged by a start without any: only a digest of its secret is stored.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table setup_links (
      hash bytea primary key,
      expires_at timestamptz(3) not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table setup_links');
}
