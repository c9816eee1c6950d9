// Accounts that are suspended until a date, or until the suspension is lifted.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      add column suspended_at timestamptz(3),
      -- null: until it is lifted.
      add column suspended_until timestamptz(3),
      add column suspended_reason text,
      add constraint users_suspension check (suspended_at is not null or (suspended_until is null and suspended_reason is null));
    create index users_suspended on users (suspended_at) where suspended_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users drop column suspended_at, drop column suspended_until, drop column suspended_reason;
  `);
}
