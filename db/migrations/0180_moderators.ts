// A role between user and admin. What it may do: RIGHTS in core/kernel/access.ts.
import type { Knex } from 'knex';

const allow = (roles: string) => (knex: Knex) =>
  knex.raw(`alter table users drop constraint users_role_check,
    add constraint users_role_check check (role in (${roles}))`);

export const up = allow(`'user', 'moderator', 'admin'`);

export async function down(knex: Knex): Promise<void> {
  await knex('users').where({ role: 'moderator' }).update({ role: 'user' });
  await allow(`'user', 'admin'`)(knex);
}
