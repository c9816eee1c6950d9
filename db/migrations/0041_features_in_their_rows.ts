// Features are stored in the rows of their listings, where a page reads them: out of line they take more space and
// another block.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table listings alter column features set storage main');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table listings alter column features set storage extended');
}
