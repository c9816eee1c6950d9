// What the staff note about an account, for themselves.
import type { Knex } from 'knex';

export const up = (knex: Knex) =>
  knex.raw('alter table users add column staff_note text check (char_length(staff_note) <= 2000)');

export const down = (knex: Knex) => knex.raw('alter table users drop column staff_note');
