// Uncertain findings of the content policy: the listing is published, or held, and queued for review.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table policy_flags (
      listing_id uuid primary key references listings on delete cascade,
      -- {category, field, matched, likelihood, rules}
      evidence jsonb not null,
      -- The version of the policy that said so.
      policy_version text not null,
      created_at timestamptz(3) not null default now()
    );
    create index policy_flags_oldest on policy_flags (created_at);

    -- Versions of the policy that every listing was screened with: after a change of rules a job does so again.
    create table policy_screenings (
      policy_version text primary key,
      finished_at timestamptz(3) not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table policy_flags, policy_screenings');
}
