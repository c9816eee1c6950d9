// A claim can be proven by a file in a repository.
import type { Knex } from 'knex';

const allow = (knex: Knex, methods: string) =>
  knex.raw(
    `alter table claims drop constraint claims_method_check;
     alter table claims add constraint claims_method_check check (method in (${methods}))`,
  );

export async function up(knex: Knex): Promise<void> {
  await allow(knex, `'dns', 'file', 'meta', 'repository'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`update claims set method = 'file' where method = 'repository'`);
  await allow(knex, `'dns', 'file', 'meta'`);
}
