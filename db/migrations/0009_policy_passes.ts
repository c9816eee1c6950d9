// Passes: admins exempt one site from one category of the content policy, with a reason.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table policy_passes (
      id uuid primary key default gen_random_uuid(),
      url_key text not null,
      website_url text not null,
      category text not null check (category in ('adult', 'drugs', 'illegal')),
      reason text not null,
      granted_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      unique (url_key, category)
    );
    create index policy_passes_granted_by on policy_passes (granted_by);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table policy_passes');
}
