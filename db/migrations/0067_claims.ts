// Claims: whoever proves control of the site of a listing owns it. A claim is requested, proven within a week, and can
// be undone by an admin.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table claims (
      -- What is published at the site is derived from it.
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      listing_id uuid not null references listings on delete cascade,
      -- The site it is about; another one is another claim.
      url_key text not null,
      created_at timestamptz(3) not null default now(),
      checked_at timestamptz(3),
      verified_at timestamptz(3),
      method text check (method in ('dns', 'file', 'meta')),
      -- The claimer, of a listing that was theirs and is only verified.
      previous_owner_id uuid references users on delete set null,
      undone_at timestamptz(3),
      check ((verified_at is null) = (method is null)),
      unique (user_id, listing_id)
    );
    create index claims_listing on claims (listing_id);
    create index claims_verified on claims (verified_at desc, id) where verified_at is not null;
    create index claims_previous_owner on claims (previous_owner_id) where previous_owner_id is not null;

    -- Who proved it, of which site: it holds as long as both are still the listing's.
    alter table listings add column verified_by uuid, add column verified_key text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listings drop column verified_by, drop column verified_key;
    drop table claims;
  `);
}
