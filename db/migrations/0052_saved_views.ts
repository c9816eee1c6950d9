// Saved views of the console's lists, named by admins: their filters and their order.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_views (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      list text not null check (list in ('listings', 'users', 'audit')),
      name text not null,
      -- As it stands in the address: q=notes&status=live
      query text not null,
      created_at timestamptz(3) not null default now(),
      unique (user_id, list, name)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table saved_views');
}
