-- The schema of version 1.0: first the tables, by domain, then the functions and triggers that keep derived rows.
-- Later migrations (0101 and on) change it.
--
-- What holds everywhere:
-- * The essential rules of the schemas in core are repeated as NOT NULL, CHECK and UNIQUE, so that no writer can break
--   them. What core alone decides (formats of URLs, known categories) is not repeated.
-- * Times have milliseconds, as in JavaScript: a time that is sent out and comes back in a cursor compares equal.
-- * Columns ending in _key hold a text in its normalized form, for comparing; the text as it was typed stands beside it.
-- * A foreign key to users has an index, as deleting an account looks up the rows that refer to it.
-- * An index on a time that only grows is ascending, for lists that show the newest first as well: its blocks fill up
--   as it grows, where those of a descending index stay half empty. It is scanned backwards.

-- Accounts -----------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  email text not null,
  email_key text not null unique,
  email_verified boolean not null default false,
  -- A new address waits here until the link sent to it is opened.
  pending_email text,
  pending_email_at timestamptz(3),
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  suspended_at timestamptz(3),
  -- null: until an admin lifts the suspension.
  suspended_until timestamptz(3),
  suspended_reason text,
  -- The listings of a suspended account are archived in batches; this says that some are left, also after a crash.
  archives_listings boolean not null default false,
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users_suspension
    check (suspended_at is not null or (suspended_until is null and suspended_reason is null)),
  constraint users_pending_email check ((pending_email is null) = (pending_email_at is null))
);
create index users_newest on users (created_at desc, id desc);
create index users_admins on users (id) where role = 'admin';
create index users_suspended on users (suspended_at) where suspended_at is not null;
create index users_archives_listings on users (id) where archives_listings;
create index users_pending_email on users (pending_email_at) where pending_email is not null;

-- The table that connect-pg-simple reads and writes. The account is derived from its JSON, so that sessions end with
-- their account.
create table sessions (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz(3) not null,
  user_id uuid generated always as ((sess ->> 'userId')::uuid) stored references users on delete cascade,
  public_id uuid generated always as ((sess ->> 'publicId')::uuid) stored
);
create index sessions_expire on sessions (expire);
create index sessions_user on sessions (user_id) where user_id is not null;

-- Only a digest of the key is stored; its first characters identify it to its owner.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text check (char_length(name) <= 60),
  prefix text not null,
  hash bytea not null unique,
  -- null: everything the account may do.
  scopes text[] check (cardinality(scopes) > 0),
  -- null: never.
  expires_at timestamptz(3),
  -- Requests per window; null: as many as the account.
  rate_limit integer check (rate_limit > 0),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index api_keys_user on api_keys (user_id, created_at desc);
create index api_keys_expiry on api_keys (expires_at) where expires_at is not null;

-- Links sent by email: only a digest of the secret is stored.
create table mail_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'verify-email', 'change-email')),
  email_key text not null,
  expires_at timestamptz(3) not null
);
create index mail_tokens_user on mail_tokens (user_id);
create index mail_tokens_expires on mail_tokens (expires_at);

-- The link that creates the first admin, logged by a start without any: only a digest of its secret is stored.
create table setup_links (
  hash bytea primary key,
  expires_at timestamptz(3) not null
);

-- OAuth apps that members have authorized.
create table apps (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- The client_id: a random one of a registered client, or the address of a metadata document.
  client_id text not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index apps_user on apps (user_id, created_at desc);

-- What the authorization server stores: tokens, codes, clients.
create table oauth_records (
  -- The kind of record, as the protocol library names it: AccessToken, RefreshToken, Client, …
  model text not null,
  -- If the id is itself a secret (a token, a code, a cookie): its SHA-256 in base64url.
  id text not null,
  payload jsonb not null,
  app_id uuid references apps (id) on delete cascade,
  expires_at timestamptz(3),
  consumed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (model, id)
);
create index oauth_records_app on oauth_records (app_id) where app_id is not null;
create index oauth_records_expiry on oauth_records (expires_at);

-- Views of the console's lists that an admin has named.
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

-- Requests -----------------------------------------------------------------------------------------------------------

-- Responses stored for a repeat with the same Idempotency-Key, sealed with a key derived from that header.
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

-- Unlogged: counters need not survive a crash, and then a count costs no write to disk.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Listings -----------------------------------------------------------------------------------------------------------

create table listings (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references users on delete set null,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),

  -- What the owner writes.
  website_url text not null check (char_length(website_url) <= 508),
  url_key text not null unique,
  -- The version of the rules that made url_key (core/addresses/re-key.ts).
  url_key_version smallint not null,
  name text not null check (char_length(name) between 1 and 80),
  name_key text not null collate "C",
  tagline text not null check (char_length(tagline) between 1 and 160),
  description text check (char_length(description) <= 4000),
  categories text[] check (cardinality(categories) between 1 and 5),
  pricing_model text check (char_length(pricing_model) <= 40),
  pricing_summary text check (char_length(pricing_summary) <= 80),
  cta_label text check (char_length(cta_label) <= 40),
  features text[] check (cardinality(features) between 1 and 8),
  logo_url text check (char_length(logo_url) <= 1000),
  source text not null default 'human' check (source = 'human'),

  -- A rejection and an archival hide the listing without forgetting what it returns to.
  status text not null generated always as (
    case when archived_at is not null then 'archived'
         when rejected_at is not null then 'rejected'
         else base_status end) stored,
  base_status text not null check (base_status in ('draft', 'pending', 'live')),
  rejected_at timestamptz(3),
  rejected_by uuid references users on delete set null,
  rejected_reason text check (char_length(rejected_reason) <= 500),
  archived_at timestamptz(3),
  archived_by uuid references users on delete set null,
  archived_reason text check (char_length(archived_reason) <= 500),

  featured boolean not null default false,
  featured_position smallint check (featured_position between 1 and 1000),
  -- null: until an admin ends it.
  featured_until timestamptz(3),

  -- Who proved control of which site: valid as long as both are still the listing's.
  verified_by uuid,
  verified_key text,

  -- The picture of the website. A report about a capture with an earlier number is stale (C8).
  screenshot_url text check (char_length(screenshot_url) <= 1000),
  screenshot_status text check (screenshot_status in ('pending', 'ready', 'failed')),
  screenshot_updated_at timestamptz(3),
  capture_number integer not null default 0,
  capture_url text,
  capture_queued_at timestamptz(3),
  -- A worker renews this time while it captures, and is believed dead when it does not.
  capture_started_at timestamptz(3),
  capture_attempts smallint not null default 0,
  -- The request that caused the capture, `{request_id, traceparent}`, for a job that is queued again.
  capture_cause jsonb,

  -- Set while the website is known not to work.
  link_status text check (link_status in ('unreachable', 'parked')),
  link_status_at timestamptz(3),

  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  published_at timestamptz(3),
  check (base_status <> 'live' or published_at is not null),
  constraint listings_featured check (featured or (featured_position is null and featured_until is null)),
  constraint listings_link_status check ((link_status is null) = (link_status_at is null))
) with (toast_tuple_target = 1024);
-- A row over 1 kB is compressed before anything is moved out of it, and the long texts compress: so a listing is read
-- from one block.
alter table listings
  alter column slug set storage main,
  alter column url_key set storage main,
  alter column name set storage main,
  alter column website_url set storage main,
  alter column tagline set storage main,
  alter column description set storage main,
  alter column categories set storage main,
  alter column pricing_model set storage main,
  alter column pricing_summary set storage main,
  alter column cta_label set storage main,
  alter column features set storage main,
  alter column source set storage main,
  alter column base_status set storage main,
  alter column status set storage main,
  alter column logo_url set storage main,
  alter column screenshot_url set storage main,
  alter column screenshot_status set storage main,
  alter column capture_url set storage main,
  alter column name_key set storage main;
create index listings_newest on listings (created_at, id);
create index listings_owner on listings (owner_id, created_at, id) where owner_id is not null;
create index listings_rejected_by on listings (rejected_by) where rejected_by is not null;
create index listings_archived_by on listings (archived_by) where archived_by is not null;
-- Most listings are live, and lists of those have indexes of their own.
create index listings_not_live on listings (status, created_at desc, id desc) where status <> 'live';
create index listings_live_newest on listings (published_at, id) where status = 'live';
create index listings_live_name on listings (name_key, id) where status = 'live';
create index listings_live_pricing on listings (pricing_model, published_at, id) where status = 'live';
create index listings_live_categories on listings using gin (categories) where status = 'live';
create index listings_live_featured on listings (featured_position, published_at desc, id desc)
  where status = 'live' and featured;
create index listings_capturing on listings (capture_queued_at) where screenshot_status = 'pending';
create index listings_link_status_index on listings (link_status_at) where link_status is not null;
-- Which listings still show a picture: paths of our own media start like this, other addresses with http.
create index listings_logo_media on listings (logo_url) where starts_with(logo_url, '/media/');
create index listings_screenshot_media on listings (screenshot_url) where starts_with(screenshot_url, '/media/');
-- A page of a category, however deep, is read from an index of that category alone: a tenth of a kilobyte a listing.
create index listings_live_in_saas on listings (published_at, id)
  where status = 'live' and categories @> '{saas}'::text[];
create index listings_live_in_developer_tools on listings (published_at, id)
  where status = 'live' and categories @> '{developer-tools}'::text[];
create index listings_live_in_productivity on listings (published_at, id)
  where status = 'live' and categories @> '{productivity}'::text[];
create index listings_live_in_marketing on listings (published_at, id)
  where status = 'live' and categories @> '{marketing}'::text[];
create index listings_live_in_ai on listings (published_at, id)
  where status = 'live' and categories @> '{ai}'::text[];
create index listings_live_in_domains on listings (published_at, id)
  where status = 'live' and categories @> '{domains}'::text[];
create index listings_live_in_marketplace on listings (published_at, id)
  where status = 'live' and categories @> '{marketplace}'::text[];
create index listings_live_in_analytics on listings (published_at, id)
  where status = 'live' and categories @> '{analytics}'::text[];
create index listings_live_in_design on listings (published_at, id)
  where status = 'live' and categories @> '{design}'::text[];
create index listings_live_in_sales on listings (published_at, id)
  where status = 'live' and categories @> '{sales}'::text[];
create index listings_live_in_customer_support on listings (published_at, id)
  where status = 'live' and categories @> '{customer-support}'::text[];
create index listings_live_in_finance on listings (published_at, id)
  where status = 'live' and categories @> '{finance}'::text[];
create index listings_live_in_education on listings (published_at, id)
  where status = 'live' and categories @> '{education}'::text[];
create index listings_live_in_security on listings (published_at, id)
  where status = 'live' and categories @> '{security}'::text[];
create index listings_live_in_no_code on listings (published_at, id)
  where status = 'live' and categories @> '{no-code}'::text[];
create index listings_live_in_other on listings (published_at, id)
  where status = 'live' and categories @> '{other}'::text[];

-- Pictures by content: the id is the SHA-256 of the bytes. With MEDIA_STORE=s3://… bytes and thumbnail are null here
-- and objects there; the row stays the truth about what exists.
create table media (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
  width integer not null,
  height integer not null,
  size integer not null,
  has_thumbnail boolean not null,
  bytes bytea,
  thumbnail bytea,
  -- Nothing may refer to it before this time: a capture is stored before it is reported.
  held_until timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
-- WebP does not compress further.
alter table media alter column bytes set storage external, alter column thumbnail set storage external;
create index media_created on media (created_at);

-- When the website of a live listing is checked next, and what was found.
create table link_checks (
  listing_id uuid primary key references listings on delete cascade,
  due_at timestamptz(3) not null,
  -- An admin asked for a check now, even where regular checks are off.
  asked_at timestamptz(3),
  checked_at timestamptz(3),
  outcome text check (outcome in ('ok', 'skipped', 'unreachable', 'parked')),
  detail text,
  -- In a row, and since when.
  failures integer not null default 0,
  first_failed_at timestamptz(3),
  -- A moderator has seen the finding.
  seen_at timestamptz(3)
);
create index link_checks_due on link_checks (due_at);

-- Views of the page of a listing and clicks through to its site: daily numbers, nothing about visitors.
create table listing_visits (
  listing_id uuid not null references listings on delete cascade,
  day date not null,
  views integer not null default 0,
  clicks integer not null default 0,
  primary key (listing_id, day)
);
create index listing_visits_day on listing_visits (day);

-- Whoever proves control of the site of a listing owns it. A claim is requested, proven within a week, and can be
-- undone by an admin.
create table claims (
  -- What the claimer publishes at the site is derived from it.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  listing_id uuid not null references listings on delete cascade,
  -- The site when the claim was made; with another one the claim has to be made again.
  url_key text not null,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  verified_at timestamptz(3),
  method text check (method in ('dns', 'file', 'meta')),
  -- The same as user_id if an owner verified their own listing.
  previous_owner_id uuid references users on delete set null,
  undone_at timestamptz(3),
  check ((verified_at is null) = (method is null)),
  unique (user_id, listing_id)
);
create index claims_listing on claims (listing_id);
create index claims_verified on claims (verified_at desc, id) where verified_at is not null;
create index claims_previous_owner on claims (previous_owner_id) where previous_owner_id is not null;

-- Search -------------------------------------------------------------------------------------------------------------

-- What is searched, apart from the listings: narrow rows that a search can read by the hundred. `live` and
-- `published_at` are copied by a trigger; the rest is derived from the texts by core/listings/search-document.ts, and
-- rebuilt by a job where `version` is not the newest.
create table listing_search (
  id uuid primary key references listings on delete cascade,
  live boolean not null,
  published_at timestamptz(3),
  version smallint not null,
  name_key text not null collate "C",
  name_joined text not null collate "C",
  search tsvector not null
);
alter table listing_search alter column search set storage main, alter column search set statistics 3000;
-- The eighty words of a listing first wait in a list, which searches read as well, and are sorted in together once it
-- has 64 kB (some thirty listings): one by one they took a quarter of what a create cost the database.
create index listing_search_words on listing_search using gin (search)
  with (fastupdate = on, gin_pending_list_limit = 64) where live;
create index listing_search_newest on listing_search (published_at, id) where live;
create index listing_search_name on listing_search (name_key, id) where live;
create index listing_search_joined on listing_search (name_joined) where live;

-- Every word that was ever searchable, to find what a mistyped one may have meant. A word that no listing has any more
-- does no harm, as it finds nothing. Words are looked up by their last letters, too.
create table search_words (word text collate "C" primary key);
create index search_words_reversed on search_words (reverse(word) collate "C") include (word);

-- Searches without results, from which operators write synonyms. Counts only: nothing reveals who searched.
create table search_misses (
  query text primary key check (char_length(query) <= 100),
  searches integer not null default 1,
  last_at timestamptz(3) not null default now()
);
create index search_misses_most on search_misses (searches desc, last_at desc);

-- The number of live listings of each category and pricing model, so that no list has to count all rows. '' stands for
-- any category, and for no pricing model. Changes are appended as differences, so that no two writers wait for each
-- other; readers add them up, and fold them (core/search/counts.ts).
create table listing_counts (
  category text not null,
  pricing_model text not null,
  listings bigint not null
  -- Small and rewritten often: dead rows must not pile up.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The changes feed for mirrors: one row for every listing that was ever live. A changed row has no place yet; readers
-- assign places, only to committed rows, so that no place lower than one already read can appear later
-- (core/search/changes.ts).
create sequence listing_changes_noted;
create sequence listing_changes_place;
create table listing_changes (
  listing_id uuid primary key,
  slug text not null,
  noted bigint not null,
  place bigint unique,
  changed_at timestamptz(3) not null
);
create index listing_changes_unplaced on listing_changes (noted) where place is null;

-- Moderation ---------------------------------------------------------------------------------------------------------

-- Append-only. Ids and emails are copied, so that the entries about a deleted account still say who it was.
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
create index audit_entries_label on audit_entries (lower(subject_label), id desc);
create index audit_entries_actor on audit_entries (actor_id, id desc);
create index audit_entries_email on audit_entries (lower(actor_email), id desc);
create index audit_entries_action on audit_entries (action, id desc);

-- Rejections that outlive the listing and its owner: otherwise deleting the account and submitting the site again would
-- undo a takedown.
create table takedowns (
  id uuid primary key default gen_random_uuid(),
  -- The page, whatever its query (core/addresses/page.ts): the host without www., the path in lower case, '' for the
  -- front page. Many servers do not distinguish /Shop from /shop.
  host text not null,
  path text not null,
  url_key text not null,
  website_url text not null,
  -- No foreign key: the takedown outlives the listing.
  listing_id uuid not null,
  listing_name text not null,
  reason text check (char_length(reason) <= 500),
  taken_down_by uuid references users on delete set null,
  taken_down_by_email text,
  created_at timestamptz(3) not null default now(),
  unique (listing_id, host, path)
);
create index takedowns_page on takedowns (host, path);
create index takedowns_newest on takedowns (created_at desc, id desc);
create index takedowns_taken_down_by on takedowns (taken_down_by) where taken_down_by is not null;

-- Exemptions of one site from one category of the content policy, granted by an admin.
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

-- Uncertain findings of the content policy: the listing is published, or held, and queued for review.
create table policy_flags (
  listing_id uuid primary key references listings on delete cascade,
  -- {category, field, matched, likelihood, rules}
  evidence jsonb not null,
  -- The version of the policy that found it.
  policy_version text not null,
  created_at timestamptz(3) not null default now()
);
create index policy_flags_oldest on policy_flags (created_at);

-- Versions of the policy that every listing was screened with: after a change of rules a job screens them again.
create table policy_screenings (
  policy_version text primary key,
  finished_at timestamptz(3) not null default now()
);

create table reports (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references listings on delete cascade,
  kind text not null check (kind in ('prohibited', 'scam', 'broken', 'wrong', 'rights', 'other')),
  message text,
  -- Where the outcome is sent, if the reporter wants to know it.
  email text,
  reporter_id uuid references users on delete set null,
  -- A digest of the reporter's account or address: the same reporter reports the same thing once.
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

-- Who is reviewing what: no two moderators get the same item.
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

-- What a decision changed, so that it can be undone.
create table review_decisions (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references listings on delete cascade,
  user_id uuid references users on delete cascade,
  decision text not null check (decision in ('approve', 'reject')),
  undo jsonb not null,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3)
);
create index review_decisions_user on review_decisions (user_id, created_at desc) where undone_at is null;

-- An operator's own default reasons; without rows those of the message catalogues.
create table review_reasons (position integer primary key, text text not null);

-- Site and catalog ---------------------------------------------------------------------------------------------------

-- The site's settings: name, colours, texts, pages. One row, or none while everything has its default.
create table site (
  id boolean primary key default true check (id),
  version integer not null check (version > 0),
  document jsonb not null,
  -- Paths of our own media, in columns so that nothing deletes the pictures (see references in core/pictures/media.ts).
  logo_url text,
  favicon_url text,
  social_image_url text,
  updated_at timestamptz(3) not null default now()
);

-- Other directories that accept submissions.
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
create index catalog_entries_proposed_by on catalog_entries (proposed_by) where proposed_by is not null;

-- Outgoing -----------------------------------------------------------------------------------------------------------

-- Queued emails, written in the transaction that causes them. Their text is rendered when they are sent, so that no row
-- contains a secret link.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- To an account, at its address or at another one (address); to an address that somebody typed, of which only the
  -- sending finds out whether it has an account (email_key); or to somebody without an account (address).
  user_id uuid references users on delete cascade,
  email_key text,
  address text,
  -- Mails of one batch to one account are sent as one.
  batch uuid,
  data jsonb not null,
  request_id text,
  created_at timestamptz(3) not null default now(),
  -- The next attempt.
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  -- A worker is sending it; after this time the worker is believed dead.
  claimed_until timestamptz(3),
  sent_at timestamptz(3),
  -- Given up.
  failed_at timestamptz(3),
  last_error text,
  constraint mails_addressee
    check (num_nonnulls(user_id, email_key, address) = 1
      or (email_key is null and num_nonnulls(user_id, address) = 2))
);
create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
create index mails_failed on mails (failed_at) where failed_at is not null;
create index mails_user on mails (user_id, kind, created_at);
create index mails_batch on mails (batch, user_id) where batch is not null;

-- Events of an owner's listings become deliveries in the transaction of the change, by triggers. Events of the public
-- feed need no such rows: they are derived from listing_changes when it is a webhook's turn, and `feed_place` is its
-- cursor.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  -- Of the feed; null: all.
  categories text[] check (cardinality(categories) > 0),
  -- Sealed under the id of the webhook (core/kernel/sealing.ts).
  secret bytea not null,
  old_secret bytea,
  old_secret_until timestamptz(3),
  feed_place bigint not null,
  created_at timestamptz(3) not null default now(),
  paused_at timestamptz(3),
  paused_reason text,
  last_success_at timestamptz(3),
  -- A worker is sending; after this time the worker is believed dead.
  claimed_until timestamptz(3)
);
create index webhooks_user on webhooks (user_id);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  listing_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  -- The next attempt; null: none.
  due_at timestamptz(3) default now(),
  attempts integer not null default 0,
  attempted_at timestamptz(3),
  delivered_at timestamptz(3),
  -- Given up.
  failed_at timestamptz(3),
  last_status integer,
  last_error text
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where due_at is not null;
create index webhook_deliveries_undelivered on webhook_deliveries (webhook_id) where delivered_at is null;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);

-- Categories a listing was in: subscribers of a category are told when it leaves.
create table listing_past_categories (
  listing_id uuid not null references listings on delete cascade,
  category text not null,
  primary key (listing_id, category)
);

-- Functions and triggers: derived rows, so that no writer can forget them --------------------------------------------

create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    -- Retention (AUDIT_KEEP_DAYS) announces itself for one transaction; entries of the last day are never deleted.
    if tg_op = 'DELETE' and old.at < now() - interval '1 day'
      and current_setting('directory.audit_retention', true) = 'on' then
      return old;
    end if;
    raise exception 'audit entries are append-only';
  end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_change();

-- Tells every process which cached pages have changed (db/public-content.ts explains the tags): by a notification after
-- the commit, and the session itself by a NOTICE in the response of the statement, which a pooler passes on, too.
create function notify_public_change(tags text) returns void language plpgsql as $$
  -- PostgreSQL's limit for a payload.
  declare payload text := case when octet_length(tags) < 8000 then tags else '*' end;
  begin
    perform pg_notify('public_content', payload);
    raise notice '%', payload using errcode = 'LD001';
  end $$;

create function notify_public_content() returns trigger language plpgsql as $$
  begin
    perform notify_public_change(case tg_table_name when 'catalog_entries' then 'k' else '*' end);
    return null;
  end $$;
create trigger catalog_entries_notify after insert or update or delete or truncate on catalog_entries
  for each statement execute function notify_public_content();
create trigger listings_notify_truncate after truncate on listings
  for each statement execute function notify_public_content();
-- The site's settings are on every page.
create trigger site_notify after insert or update or delete on site
  for each statement execute function notify_public_content();

-- Records changes of live listings for mirrors and notifies which pages they are on. Once a statement, not once a row:
-- an import writes hundreds of rows at once.
create function note_public_listings() returns trigger language plpgsql as $$
  declare all_tags text;
  begin
    if tg_op = 'INSERT' then
      with changes as (
        select row.id, row.slug, array['l:' || row.slug]
          || array['m', 'w', 'p:' || coalesce(row.pricing_model, '')]
          || coalesce((select array_agg('c:' || category) from unnest(row.categories) as category), '{}') as tags
        from new_rows as row where row.status = 'live'),
      noted as (
        insert into listing_changes (listing_id, slug, noted, changed_at)
          select id, slug, nextval('listing_changes_noted'), clock_timestamp() from changes order by id
          on conflict (listing_id) do update
            set noted = excluded.noted, place = null, changed_at = excluded.changed_at
      )
      select string_agg(distinct tag, ' ') into all_tags from changes, unnest(tags) as tag;
    elsif tg_op = 'UPDATE' then
      with changes as (
        -- A listing that keeps its position in every list changes only its own page.
        select later.id, later.slug, array['l:' || earlier.slug, 'l:' || later.slug]
          || case
            when (earlier.status, earlier.categories, earlier.pricing_model, earlier.published_at, earlier.name,
                earlier.featured, earlier.featured_position, earlier.featured_until)
              is distinct from (later.status, later.categories, later.pricing_model, later.published_at, later.name,
                later.featured, later.featured_position, later.featured_until)
            then array['m', 'w', 'p:' || coalesce(earlier.pricing_model, '')]
              || coalesce((select array_agg('c:' || category) from unnest(earlier.categories) as category), '{}')
              || array['m', 'w', 'p:' || coalesce(later.pricing_model, '')]
              || coalesce((select array_agg('c:' || category) from unnest(later.categories) as category), '{}')
            when (earlier.tagline, earlier.description, earlier.features, earlier.website_url)
              is distinct from (later.tagline, later.description, later.features, later.website_url)
            then array['w'] else '{}' end as tags
        from old_rows as earlier join new_rows as later using (id)
        where (earlier.status = 'live' or later.status = 'live')
          -- Another key for the same address (core/addresses/re-key.ts) is no change for mirrors. A new address changes
          -- updated_at as well.
          and (earlier.url_key_version = later.url_key_version or earlier.updated_at <> later.updated_at)),
      noted as (
        insert into listing_changes (listing_id, slug, noted, changed_at)
          select id, slug, nextval('listing_changes_noted'), clock_timestamp() from changes order by id
          on conflict (listing_id) do update
            set noted = excluded.noted, place = null, changed_at = excluded.changed_at
      )
      select string_agg(distinct tag, ' ') into all_tags from changes, unnest(tags) as tag;
    else
      with changes as (
        select row.id, row.slug, array['l:' || row.slug]
          || array['m', 'w', 'p:' || coalesce(row.pricing_model, '')]
          || coalesce((select array_agg('c:' || category) from unnest(row.categories) as category), '{}') as tags
        from old_rows as row where row.status = 'live'),
      noted as (
        insert into listing_changes (listing_id, slug, noted, changed_at)
          select id, slug, nextval('listing_changes_noted'), clock_timestamp() from changes order by id
          on conflict (listing_id) do update
            set noted = excluded.noted, place = null, changed_at = excluded.changed_at
      )
      select string_agg(distinct tag, ' ') into all_tags from changes, unnest(tags) as tag;
    end if;
    if all_tags is not null then perform notify_public_change(all_tags); end if;
    return null;
  end $$;
create trigger listings_note_insert after insert on listings referencing new table as new_rows
  for each statement execute function note_public_listings();
create trigger listings_note_update after update on listings referencing old table as old_rows new table as new_rows
  for each statement execute function note_public_listings();
create trigger listings_note_delete after delete on listings referencing old table as old_rows
  for each statement execute function note_public_listings();

create function count_listing() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.status = 'live' then
      insert into listing_counts
        select distinct category, coalesce(old.pricing_model, ''), -1
        from unnest(array_append(coalesce(old.categories, '{}'), '')) as category;
    end if;
    if tg_op <> 'DELETE' and new.status = 'live' then
      insert into listing_counts
        select distinct category, coalesce(new.pricing_model, ''), 1
        from unnest(array_append(coalesce(new.categories, '{}'), '')) as category;
    end if;
    return null;
  end $$;
create trigger listings_count_insert after insert on listings
  for each row when (new.status = 'live') execute function count_listing();
create trigger listings_count_update after update on listings
  for each row when ((old.status = 'live' or new.status = 'live')
    and (old.status, old.categories, old.pricing_model)
      is distinct from (new.status, new.categories, new.pricing_model)) execute function count_listing();
create trigger listings_count_delete after delete on listings
  for each row when (old.status = 'live') execute function count_listing();

create function forget_listing_counts() returns trigger language plpgsql as $$
  begin
    delete from listing_counts;
    return null;
  end $$;
create trigger listings_count_truncate after truncate on listings
  for each statement execute function forget_listing_counts();

create function follow_listing() returns trigger language plpgsql as $$
  begin
    update listing_search set live = (new.status = 'live'), published_at = new.published_at where id = new.id;
    return null;
  end $$;
create trigger listings_search_follow after update on listings
  for each row when ((old.status = 'live', old.published_at) is distinct from (new.status = 'live', new.published_at))
  execute function follow_listing();

create function queue_webhook_event(owner uuid, event text, listing uuid, facts jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, type, listing_id, data)
    select id, event, listing, facts from webhooks where user_id = owner and event = any(events)
  $$;

create function note_listing_events() returns trigger language plpgsql as $$
  begin
    if new.owner_id is null then return null; end if;
    if new.status = 'live' and (tg_op = 'INSERT' or old.status <> 'live') then
      perform queue_webhook_event(new.owner_id, 'listing.published', new.id, '{}');
    end if;
    if tg_op = 'INSERT' then return null; end if;
    if new.rejected_at is not null and old.rejected_at is null then
      perform queue_webhook_event(new.owner_id, 'listing.rejected', new.id,
        jsonb_build_object('reason', new.rejected_reason));
    end if;
    if new.screenshot_status = 'ready' and old.screenshot_status is distinct from 'ready' then
      perform queue_webhook_event(new.owner_id, 'listing.screenshot_ready', new.id,
        jsonb_build_object('screenshot_url', new.screenshot_url));
    end if;
    return null;
  end $$;
create trigger listings_events_insert after insert on listings
  for each row when (new.status = 'live') execute function note_listing_events();
-- The condition spares ordinary updates the call of a function.
create trigger listings_events_update after update on listings
  for each row when (
    (new.status = 'live' and old.status <> 'live')
    or (new.rejected_at is not null and old.rejected_at is null)
    or (new.screenshot_status = 'ready' and old.screenshot_status is distinct from 'ready')
  ) execute function note_listing_events();

create function note_link_event() returns trigger language plpgsql as $$
  begin
    perform queue_webhook_event(new.owner_id, 'listing.unreachable', new.id,
      jsonb_build_object('link_status', new.link_status));
    return null;
  end $$;
create trigger listings_link_event after update on listings
  for each row when (
    new.owner_id is not null and new.link_status is not null and old.link_status is distinct from new.link_status
  ) execute function note_link_event();

create function note_report_event() returns trigger language plpgsql as $$
  begin
    perform queue_webhook_event(listings.owner_id, 'listing.report_closed', listings.id,
      jsonb_build_object('kind', new.kind, 'outcome', new.outcome))
      from listings where listings.id = new.listing_id and listings.owner_id is not null;
    return null;
  end $$;
create trigger reports_event after update on reports
  for each row when (new.outcome is not null and old.outcome is null) execute function note_report_event();

create function note_past_categories() returns trigger language plpgsql as $$
  begin
    insert into listing_past_categories (listing_id, category)
      select old.id, unnest(old.categories) on conflict do nothing;
    return null;
  end $$;
create trigger listings_past_categories after update on listings
  for each row when (old.status = 'live' and old.categories is distinct from new.categories)
  execute function note_past_categories();
