// Descriptions are compressed in their rows. Before, rows over 2 kB moved them out of line, one more block to read for
// each listing. Rows of public listings need no index by status: most are live, and lists of those have indexes of
// their own.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listings alter column description set storage main, set (toast_tuple_target = 1024);
    drop index listings_status;
    create index listings_not_live on listings (status, created_at desc, id desc) where status <> 'live';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listings alter column description set storage extended, reset (toast_tuple_target);
    drop index listings_not_live;
    create index listings_status on listings (status, created_at desc, id desc);
  `);
}
