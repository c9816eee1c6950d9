// The review queue: visitors' reports, owners' appeals, and who has reviewed which listing.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Mail to somebody who gave an address and need not have an account.
    alter table mails add column address text;
    alter table mails drop constraint mails_check;
    alter table mails add constraint mails_addressee check (num_nonnulls(user_id, email_key, address) = 1);

    create table reports (
      id uuid primary key default gen_random_uuid(),
      listing_id uuid not null references listings on delete cascade,
      kind text not null check (kind in ('prohibited', 'scam', 'broken', 'wrong', 'rights', 'other')),
      message text,
      -- Where the outcome is sent; only if the reporter wants to know it.
      email text,
      reporter_id uuid references users on delete set null,
      -- A digest of who reported: an account or an address. The same reporter says the same thing once.
      reporter_key bytea not null,
      created_at timestamptz(3) not null default now(),
      closed_at timestamptz(3),
      closed_by uuid references users on delete set null,
      outcome text check (outcome in ('upheld', 'dismissed')),
      check ((closed_at is null) = (outcome is null))
    );
    create unique index reports_open_once on reports (listing_id, kind, reporter_key) where closed_at is null;
    create index reports_open on reports (created_at) where closed_at is null;
    create index reports_listing on reports (listing_id, created_at);

    create table appeals (
      id uuid primary key default gen_random_uuid(),
      listing_id uuid not null references listings on delete cascade,
      -- The rejection it is about: each is appealed once.
      rejected_at timestamptz(3) not null,
      message text not null,
      created_at timestamptz(3) not null default now(),
      closed_at timestamptz(3),
      closed_by uuid references users on delete set null,
      outcome text check (outcome in ('granted', 'denied')),
      answer text,
      unique (listing_id, rejected_at),
      check ((closed_at is null) = (outcome is null))
    );
    create index appeals_open on appeals (created_at) where closed_at is null;

    -- Listings that a moderator has looked at since they were published.
    create table listing_looks (
      listing_id uuid primary key references listings on delete cascade,
      looked_at timestamptz(3) not null default now()
    );

    -- Who is looking at what: no two moderators get the same item.
    create table review_claims (
      listing_id uuid primary key references listings on delete cascade,
      user_id uuid not null references users on delete cascade,
      until timestamptz(3) not null
    );
    create table review_skips (
      listing_id uuid not null references listings on delete cascade,
      user_id uuid not null references users on delete cascade,
      until timestamptz(3) not null,
      primary key (listing_id, user_id)
    );
    -- What a decision changed, so that it can be taken back.
    create table review_decisions (
      id uuid primary key default gen_random_uuid(),
      listing_id uuid not null references listings on delete cascade,
      user_id uuid references users on delete cascade,
      decision text not null check (decision in ('approve', 'reject')),
      undo jsonb not null,
      created_at timestamptz(3) not null default now(),
      undone_at timestamptz(3)
    );
    -- What a moderator may answer with one key; operators edit them.
    create table review_reasons (position integer primary key, text text not null);
    insert into review_reasons values
      (1, 'Not a genuine product: there is nothing here that can be used or bought.'),
      (2, 'Against the content policy.'),
      (3, 'The website cannot be reached, or is empty.'),
      (4, 'The text does not describe what the website offers.'),
      (5, 'The same product is listed already.'),
      (6, 'Advertising or a link list rather than a product.');
    create index review_decisions_user on review_decisions (user_id, created_at desc) where undone_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table review_reasons, review_decisions, review_skips, review_claims, listing_looks, appeals, reports;
    delete from mails where address is not null;
    alter table mails drop constraint mails_addressee;
    alter table mails add constraint mails_check check (num_nonnulls(user_id, email_key) = 1);
    alter table mails drop column address;
  `);
}
