// The first schema: accounts, sessions, keys, listings, catalog, audit. The essential rules of the schemas in core are
// repeated here as NOT NULL, CHECK and UNIQUE. Times have milliseconds, as in JavaScript, so that a time that is sent
// out and returns (in a cursor) compares equal.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id uuid primary key default gen_random_uuid(),
      name text not null check (char_length(name) between 1 and 120),
      email text not null,
      email_key text not null unique,
      password_hash text not null,
      role text not null default 'user' check (role in ('user', 'admin')),
      email_verified boolean not null default false,
      last_sign_in_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create index users_newest on users (created_at desc, id desc);
    create index users_admins on users (id) where role = 'admin';

    -- The table connect-pg-simple reads and writes; what the service asks of a session is derived from its
    -- JSON, so that a session ends with its account.
    create table sessions (
      sid text primary key,
      sess jsonb not null,
      expire timestamptz(3) not null,
      user_id uuid generated always as ((sess ->> 'userId')::uuid) stored references users on delete cascade,
      public_id uuid generated always as ((sess ->> 'publicId')::uuid) stored
    );
    create index sessions_expire on sessions (expire);
    create index sessions_user on sessions (user_id) where user_id is not null;

    create table api_keys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      name text check (char_length(name) <= 60),
      prefix text not null,
      hash bytea not null unique,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    );
    create index api_keys_user on api_keys (user_id, created_at desc);

    -- Links sent by mail: only a digest of the secret is kept.
    create table mail_tokens (
      hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('reset-password', 'verify-email')),
      email_key text not null,
      expires_at timestamptz(3) not null
    );
    create index mail_tokens_user on mail_tokens (user_id);
    create index mail_tokens_expires on mail_tokens (expires_at);

    create table listings (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid references users on delete set null,
      slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      url_key text not null unique,
      url_key_version smallint not null,
      name text not null check (char_length(name) between 1 and 80),
      website_url text not null check (char_length(website_url) <= 508),
      tagline text not null check (char_length(tagline) between 1 and 160),
      description text check (char_length(description) <= 4000),
      categories text[] check (cardinality(categories) between 1 and 5),
      pricing_model text check (char_length(pricing_model) <= 40),
      pricing_summary text check (char_length(pricing_summary) <= 80),
      cta_label text check (char_length(cta_label) <= 40),
      features text[] check (cardinality(features) between 1 and 8),
      logo_url text check (char_length(logo_url) <= 1000),
      source text not null default 'human' check (source = 'human'),
      featured boolean not null default false,
      base_status text not null check (base_status in ('draft', 'pending', 'live')),
      rejected_at timestamptz(3),
      rejected_by uuid references users on delete set null,
      rejected_reason text check (char_length(rejected_reason) <= 500),
      archived_at timestamptz(3),
      archived_by uuid references users on delete set null,
      archived_reason text check (char_length(archived_reason) <= 500),
      status text not null generated always as (
        case when archived_at is not null then 'archived'
             when rejected_at is not null then 'rejected'
             else base_status end) stored,
      screenshot_url text check (char_length(screenshot_url) <= 1000),
      screenshot_status text check (screenshot_status in ('pending', 'ready', 'failed')),
      screenshot_updated_at timestamptz(3),
      -- The capture the row waits for: reports about an earlier number are stale (C8).
      capture_number integer not null default 0,
      capture_url text,
      capture_queued_at timestamptz(3),
      -- Derived by core/listings/words.ts on every write of the words.
      search tsvector not null,
      name_key text not null collate "C",
      name_typos text[] not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      published_at timestamptz(3),
      check (base_status <> 'live' or published_at is not null)
    );
    alter table listings alter column search set statistics 1000;
    create index listings_live_newest on listings (published_at desc, id desc) where status = 'live';
    create index listings_live_name on listings (name_key, id) where status = 'live';
    create index listings_live_categories on listings using gin (categories) where status = 'live';
    create index listings_live_pricing on listings (pricing_model, published_at desc, id desc) where status = 'live';
    create index listings_owner on listings (owner_id, created_at desc, id desc);
    create index listings_newest on listings (created_at desc, id desc);
    create index listings_status on listings (status, created_at desc, id desc);
    create index listings_search on listings using gin (search) with (fastupdate = off);
    create index listings_typos on listings using gin (name_typos) with (fastupdate = off);
    create index listings_capturing on listings (capture_queued_at) where screenshot_status = 'pending';

    create table catalog_entries (
      id uuid primary key default gen_random_uuid(),
      url_key text not null unique,
      name text not null check (char_length(name) between 1 and 120),
      url text not null check (char_length(url) <= 508),
      submit_url text check (char_length(submit_url) <= 508),
      kind text check (char_length(kind) <= 60),
      notes text check (char_length(notes) <= 500),
      status text not null check (status in ('live', 'submitted')),
      proposed_by uuid references users on delete set null,
      added_at timestamptz(3) not null default now(),
      checked_at timestamptz(3)
    );

    -- Append-only; ids and emails are copied, so that the rows of a deleted account still tell who it was.
    create table audit_entries (
      id bigint generated always as identity primary key,
      at timestamptz(3) not null default now(),
      actor_id uuid,
      actor_email text,
      key_id uuid,
      key_name text,
      door text not null check (door in ('web', 'rest', 'mcp', 'cli', 'job')),
      action text not null,
      subject_type text not null,
      subject_id text,
      subject_label text,
      before jsonb,
      after jsonb,
      reason text,
      request_id text
    );
    create index audit_entries_subject on audit_entries (subject_type, subject_id, id desc);
    create index audit_entries_actor on audit_entries (actor_id, id desc);
    create index audit_entries_action on audit_entries (action, id desc);

    create function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'audit entries are append-only'; end $$;
    create trigger audit_entries_append_only before update or delete on audit_entries
      for each row execute function refuse_audit_change();

    -- Answers kept for a repeat with the same Idempotency-Key; sealed with a key made from that header.
    create table idempotency_keys (
      user_id uuid not null references users on delete cascade,
      route text not null,
      hash bytea not null,
      request_hash bytea not null,
      started_at timestamptz(3) not null default now(),
      status smallint,
      answer bytea,
      primary key (user_id, route, hash)
    );
    create index idempotency_keys_started on idempotency_keys (started_at);

    -- The layout rate-limiter-flexible expects.
    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire on rate_limits (expire);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rate_limits, idempotency_keys, audit_entries, catalog_entries, listings, mail_tokens,
      api_keys, sessions, users;
    drop function refuse_audit_change();
  `);
}
