-- A database that the 44 migrations before 0100_schema made and filled at several steps of their way, as pg_dump of
-- PostgreSQL 15 wrote it (--inserts, without comments). Adopting it is tested in test/db/baseline.test.ts.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.count_listing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op <> 'INSERT' and old.status = 'live' then
          insert into listing_counts select distinct category, coalesce(old.pricing_model, ''), -1
     from unnest(array_append(coalesce(old.categories, '{}'), '')) as category;
        end if;
        if tg_op <> 'DELETE' and new.status = 'live' then
          insert into listing_counts select distinct category, coalesce(new.pricing_model, ''), 1
     from unnest(array_append(coalesce(new.categories, '{}'), '')) as category;
        end if;
        return null;
      end $$;
CREATE FUNCTION public.follow_listing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        update listing_search set live = (new.status = 'live'), published_at = new.published_at where id = new.id;
        return null;
      end $$;
CREATE FUNCTION public.forget_listing_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        delete from listing_counts;
        return null;
      end $$;
CREATE FUNCTION public.note_link_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform queue_webhook_event(new.owner_id, 'listing.unreachable', new.id,
          jsonb_build_object('link_status', new.link_status));
        return null;
      end $$;
CREATE FUNCTION public.note_listing_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.note_past_categories() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into listing_past_categories (listing_id, category)
          select old.id, unnest(old.categories) on conflict do nothing;
        return null;
      end $$;
CREATE FUNCTION public.note_public_listings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare all_tags text;
      begin
        if tg_op = 'INSERT' then 
  with changes as (select row.id, row.slug, array['l:' || row.slug] || array['m', 'w', 'p:' || coalesce(row.pricing_model, '')]
     || coalesce((select array_agg('c:' || category) from unnest(row.categories) as category), '{}') as tags from new_rows as row where row.status = 'live'), noted as (
    insert into listing_changes (listing_id, slug, noted, changed_at)
      select id, slug, nextval('listing_changes_noted'), clock_timestamp() from changes order by id
      on conflict (listing_id) do update
        set noted = excluded.noted, place = null, changed_at = excluded.changed_at
  )
  select string_agg(distinct tag, ' ') into all_tags from changes, unnest(tags) as tag;
        elsif tg_op = 'UPDATE' then 
  with changes as (
  select later.id, later.slug, array['l:' || earlier.slug, 'l:' || later.slug]
    || case when (earlier.status, earlier.categories, earlier.pricing_model, earlier.published_at, earlier.name, earlier.featured, earlier.featured_position, earlier.featured_until)
              is distinct from (later.status, later.categories, later.pricing_model, later.published_at, later.name, later.featured, later.featured_position, later.featured_until)
            then array['m', 'w', 'p:' || coalesce(earlier.pricing_model, '')]
     || coalesce((select array_agg('c:' || category) from unnest(earlier.categories) as category), '{}') || array['m', 'w', 'p:' || coalesce(later.pricing_model, '')]
     || coalesce((select array_agg('c:' || category) from unnest(later.categories) as category), '{}')
            when (earlier.tagline, earlier.description, earlier.features, earlier.website_url)
              is distinct from (later.tagline, later.description, later.features, later.website_url)
            then array['w'] else '{}' end as tags
  from old_rows as earlier join new_rows as later using (id)
  where (earlier.status = 'live' or later.status = 'live')
    -- Another key for the same address is no change that anybody follows (0015).
    and (earlier.url_key_version = later.url_key_version or earlier.updated_at <> later.updated_at)), noted as (
    insert into listing_changes (listing_id, slug, noted, changed_at)
      select id, slug, nextval('listing_changes_noted'), clock_timestamp() from changes order by id
      on conflict (listing_id) do update
        set noted = excluded.noted, place = null, changed_at = excluded.changed_at
  )
  select string_agg(distinct tag, ' ') into all_tags from changes, unnest(tags) as tag;
        else 
  with changes as (select row.id, row.slug, array['l:' || row.slug] || array['m', 'w', 'p:' || coalesce(row.pricing_model, '')]
     || coalesce((select array_agg('c:' || category) from unnest(row.categories) as category), '{}') as tags from old_rows as row where row.status = 'live'), noted as (
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
CREATE FUNCTION public.note_report_event() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform queue_webhook_event(listings.owner_id, 'listing.report_closed', listings.id,
          jsonb_build_object('kind', new.kind, 'outcome', new.outcome))
          from listings where listings.id = new.listing_id and listings.owner_id is not null;
        return null;
      end $$;
CREATE FUNCTION public.notify_public_change(tags text) RETURNS void
    LANGUAGE plpgsql
    AS $$
      declare payload text := case when octet_length(tags) < 8000 then tags else '*' end;
      begin
        perform pg_notify('public_content', payload);
        raise notice '%', payload using errcode = 'LD001';
      end $$;
CREATE FUNCTION public.notify_public_content() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform notify_public_change(case tg_table_name when 'catalog_entries' then 'k' else '*' end);
        return null;
      end $$;
CREATE FUNCTION public.queue_webhook_event(owner uuid, event text, listing uuid, facts jsonb) RETURNS void
    LANGUAGE sql
    AS $$
        insert into webhook_deliveries (webhook_id, type, listing_id, data)
          select id, event, listing, facts from webhooks where user_id = owner and event = any(events)
      $$;
CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      -- Said for one transaction by the code that knows how old is old; what is younger than a day never goes.
      if tg_op = 'DELETE' and old.at < now() - interval '1 day'
        and current_setting('directory.audit_retention', true) = 'on' then
        return old;
      end if;
      raise exception 'audit entries are append-only';
    end $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.api_keys (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    name text,
    prefix text NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    scopes text[],
    expires_at timestamp(3) with time zone,
    rate_limit integer,
    CONSTRAINT api_keys_name_check CHECK ((char_length(name) <= 60)),
    CONSTRAINT api_keys_rate_limit_check CHECK ((rate_limit > 0)),
    CONSTRAINT api_keys_scopes_check CHECK ((cardinality(scopes) > 0))
);
CREATE TABLE public.appeals (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    listing_id uuid NOT NULL,
    rejected_at timestamp(3) with time zone NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    closed_at timestamp(3) with time zone,
    closed_by uuid,
    outcome text,
    answer text,
    CONSTRAINT appeals_check CHECK (((closed_at IS NULL) = (outcome IS NULL))),
    CONSTRAINT appeals_outcome_check CHECK ((outcome = ANY (ARRAY['granted'::text, 'denied'::text])))
);
CREATE TABLE public.apps (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    client_id text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone
);
CREATE TABLE public.audit_entries (
    id bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    actor_id uuid,
    actor_email text,
    key_id uuid,
    key_name text,
    door text NOT NULL,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id text,
    subject_label text,
    before jsonb,
    after jsonb,
    reason text,
    request_id text,
    CONSTRAINT audit_entries_door_check CHECK ((door = ANY (ARRAY['web'::text, 'rest'::text, 'mcp'::text, 'cli'::text, 'job'::text])))
);
ALTER TABLE public.audit_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.catalog_entries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    url_key text NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    submit_url text,
    kind text,
    notes text,
    status text NOT NULL,
    proposed_by uuid,
    added_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    checked_at timestamp(3) with time zone,
    CONSTRAINT catalog_entries_kind_check CHECK ((char_length(kind) <= 60)),
    CONSTRAINT catalog_entries_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
    CONSTRAINT catalog_entries_notes_check CHECK ((char_length(notes) <= 500)),
    CONSTRAINT catalog_entries_status_check CHECK ((status = ANY (ARRAY['live'::text, 'submitted'::text]))),
    CONSTRAINT catalog_entries_submit_url_check CHECK ((char_length(submit_url) <= 508)),
    CONSTRAINT catalog_entries_url_check CHECK ((char_length(url) <= 508))
);
CREATE TABLE public.claims (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    url_key text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    checked_at timestamp(3) with time zone,
    verified_at timestamp(3) with time zone,
    method text,
    previous_owner_id uuid,
    undone_at timestamp(3) with time zone,
    CONSTRAINT claims_check CHECK (((verified_at IS NULL) = (method IS NULL))),
    CONSTRAINT claims_method_check CHECK ((method = ANY (ARRAY['dns'::text, 'file'::text, 'meta'::text])))
);
CREATE TABLE public.idempotency_keys (
    user_id uuid NOT NULL,
    route text NOT NULL,
    hash bytea NOT NULL,
    request_hash bytea NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    status smallint,
    answer bytea
);
CREATE TABLE public.knex_migrations (
    id integer NOT NULL,
    name character varying(255),
    batch integer,
    migration_time timestamp with time zone
);
CREATE SEQUENCE public.knex_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.knex_migrations_id_seq OWNED BY public.knex_migrations.id;
CREATE TABLE public.knex_migrations_lock (
    index integer NOT NULL,
    is_locked integer
);
CREATE SEQUENCE public.knex_migrations_lock_index_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.knex_migrations_lock_index_seq OWNED BY public.knex_migrations_lock.index;
CREATE TABLE public.link_checks (
    listing_id uuid NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    asked_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    outcome text,
    detail text,
    failures integer DEFAULT 0 NOT NULL,
    first_failed_at timestamp(3) with time zone,
    seen_at timestamp(3) with time zone,
    CONSTRAINT link_checks_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'skipped'::text, 'unreachable'::text, 'parked'::text])))
);
CREATE TABLE public.listing_changes (
    listing_id uuid NOT NULL,
    slug text NOT NULL,
    noted bigint NOT NULL,
    place bigint,
    changed_at timestamp(3) with time zone NOT NULL
);
CREATE SEQUENCE public.listing_changes_noted
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE SEQUENCE public.listing_changes_place
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.listing_counts (
    category text NOT NULL,
    pricing_model text NOT NULL,
    listings bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
CREATE TABLE public.listing_looks (
    listing_id uuid NOT NULL,
    looked_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.listing_past_categories (
    listing_id uuid NOT NULL,
    category text NOT NULL
);
CREATE TABLE public.listing_search (
    id uuid NOT NULL,
    live boolean NOT NULL,
    published_at timestamp(3) with time zone,
    version smallint NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    name_joined text NOT NULL COLLATE pg_catalog."C",
    search tsvector NOT NULL
);
ALTER TABLE ONLY public.listing_search ALTER COLUMN search SET STATISTICS 3000;
ALTER TABLE ONLY public.listing_search ALTER COLUMN search SET STORAGE MAIN;
CREATE TABLE public.listing_visits (
    listing_id uuid NOT NULL,
    day date NOT NULL,
    views integer DEFAULT 0 NOT NULL,
    clicks integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.listings (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    owner_id uuid,
    slug text NOT NULL,
    url_key text NOT NULL,
    url_key_version smallint NOT NULL,
    name text NOT NULL,
    website_url text NOT NULL,
    tagline text NOT NULL,
    description text,
    categories text[],
    pricing_model text,
    pricing_summary text,
    cta_label text,
    features text[],
    logo_url text,
    source text DEFAULT 'human'::text NOT NULL,
    featured boolean DEFAULT false NOT NULL,
    base_status text NOT NULL,
    rejected_at timestamp(3) with time zone,
    rejected_by uuid,
    rejected_reason text,
    archived_at timestamp(3) with time zone,
    archived_by uuid,
    archived_reason text,
    status text GENERATED ALWAYS AS (
CASE
    WHEN (archived_at IS NOT NULL) THEN 'archived'::text
    WHEN (rejected_at IS NOT NULL) THEN 'rejected'::text
    ELSE base_status
END) STORED NOT NULL,
    screenshot_url text,
    screenshot_status text,
    screenshot_updated_at timestamp(3) with time zone,
    capture_number integer DEFAULT 0 NOT NULL,
    capture_url text,
    capture_queued_at timestamp(3) with time zone,
    name_key text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    published_at timestamp(3) with time zone,
    capture_started_at timestamp(3) with time zone,
    capture_attempts smallint DEFAULT 0 NOT NULL,
    featured_position smallint,
    featured_until timestamp(3) with time zone,
    link_status text,
    link_status_at timestamp(3) with time zone,
    verified_by uuid,
    verified_key text,
    capture_cause jsonb,
    CONSTRAINT listings_archived_reason_check CHECK ((char_length(archived_reason) <= 500)),
    CONSTRAINT listings_base_status_check CHECK ((base_status = ANY (ARRAY['draft'::text, 'pending'::text, 'live'::text]))),
    CONSTRAINT listings_categories_check CHECK (((cardinality(categories) >= 1) AND (cardinality(categories) <= 5))),
    CONSTRAINT listings_check CHECK (((base_status <> 'live'::text) OR (published_at IS NOT NULL))),
    CONSTRAINT listings_cta_label_check CHECK ((char_length(cta_label) <= 40)),
    CONSTRAINT listings_description_check CHECK ((char_length(description) <= 4000)),
    CONSTRAINT listings_featured CHECK ((featured OR ((featured_position IS NULL) AND (featured_until IS NULL)))),
    CONSTRAINT listings_featured_position_check CHECK (((featured_position >= 1) AND (featured_position <= 1000))),
    CONSTRAINT listings_features_check CHECK (((cardinality(features) >= 1) AND (cardinality(features) <= 8))),
    CONSTRAINT listings_link_status CHECK (((link_status IS NULL) = (link_status_at IS NULL))),
    CONSTRAINT listings_link_status_check CHECK ((link_status = ANY (ARRAY['unreachable'::text, 'parked'::text]))),
    CONSTRAINT listings_logo_url_check CHECK ((char_length(logo_url) <= 1000)),
    CONSTRAINT listings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT listings_pricing_model_check CHECK ((char_length(pricing_model) <= 40)),
    CONSTRAINT listings_pricing_summary_check CHECK ((char_length(pricing_summary) <= 80)),
    CONSTRAINT listings_rejected_reason_check CHECK ((char_length(rejected_reason) <= 500)),
    CONSTRAINT listings_screenshot_status_check CHECK ((screenshot_status = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text]))),
    CONSTRAINT listings_screenshot_url_check CHECK ((char_length(screenshot_url) <= 1000)),
    CONSTRAINT listings_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
    CONSTRAINT listings_source_check CHECK ((source = 'human'::text)),
    CONSTRAINT listings_tagline_check CHECK (((char_length(tagline) >= 1) AND (char_length(tagline) <= 160))),
    CONSTRAINT listings_website_url_check CHECK ((char_length(website_url) <= 508))
)
WITH (toast_tuple_target='1024');
ALTER TABLE ONLY public.listings ALTER COLUMN slug SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN url_key SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN name SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN website_url SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN tagline SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN description SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN categories SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN pricing_model SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN pricing_summary SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN cta_label SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN features SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN logo_url SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN source SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN base_status SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN status SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN screenshot_url SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN screenshot_status SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN capture_url SET STORAGE MAIN;
ALTER TABLE ONLY public.listings ALTER COLUMN name_key SET STORAGE MAIN;
CREATE TABLE public.mail_tokens (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    email_key text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset-password'::text, 'verify-email'::text, 'change-email'::text])))
);
CREATE TABLE public.mails (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    email_key text,
    batch uuid,
    data jsonb NOT NULL,
    request_id text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    claimed_until timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    last_error text,
    address text,
    CONSTRAINT mails_addressee CHECK (((num_nonnulls(user_id, email_key, address) = 1) OR ((email_key IS NULL) AND (num_nonnulls(user_id, address) = 2))))
);
CREATE TABLE public.media (
    id text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    size integer NOT NULL,
    has_thumbnail boolean NOT NULL,
    bytes bytea,
    thumbnail bytea,
    held_until timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT media_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{43}$'::text))
);
ALTER TABLE ONLY public.media ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.media ALTER COLUMN thumbnail SET STORAGE EXTERNAL;
CREATE TABLE public.oauth_records (
    model text NOT NULL,
    id text NOT NULL,
    payload jsonb NOT NULL,
    app_id uuid,
    expires_at timestamp(3) with time zone,
    consumed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.policy_flags (
    listing_id uuid NOT NULL,
    evidence jsonb NOT NULL,
    policy_version text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.policy_passes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    url_key text NOT NULL,
    website_url text NOT NULL,
    category text NOT NULL,
    reason text NOT NULL,
    granted_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT policy_passes_category_check CHECK ((category = ANY (ARRAY['adult'::text, 'drugs'::text, 'illegal'::text])))
);
CREATE TABLE public.policy_screenings (
    policy_version text NOT NULL,
    finished_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE UNLOGGED TABLE public.rate_limits (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE TABLE public.reports (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    listing_id uuid NOT NULL,
    kind text NOT NULL,
    message text,
    email text,
    reporter_id uuid,
    reporter_key bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    closed_at timestamp(3) with time zone,
    closed_by uuid,
    outcome text,
    CONSTRAINT reports_check CHECK (((closed_at IS NULL) = (outcome IS NULL))),
    CONSTRAINT reports_kind_check CHECK ((kind = ANY (ARRAY['prohibited'::text, 'scam'::text, 'broken'::text, 'wrong'::text, 'rights'::text, 'other'::text]))),
    CONSTRAINT reports_outcome_check CHECK ((outcome = ANY (ARRAY['upheld'::text, 'dismissed'::text])))
);
CREATE TABLE public.review_claims (
    listing_id uuid NOT NULL,
    user_id uuid NOT NULL,
    until timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.review_decisions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    listing_id uuid NOT NULL,
    user_id uuid,
    decision text NOT NULL,
    undo jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    undone_at timestamp(3) with time zone,
    CONSTRAINT review_decisions_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'reject'::text])))
);
CREATE TABLE public.review_reasons (
    "position" integer NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.review_skips (
    listing_id uuid NOT NULL,
    user_id uuid NOT NULL,
    until timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.saved_views (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    list text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT saved_views_list_check CHECK ((list = ANY (ARRAY['listings'::text, 'users'::text, 'audit'::text])))
);
CREATE TABLE public.search_misses (
    query text NOT NULL,
    searches integer DEFAULT 1 NOT NULL,
    last_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT search_misses_query_check CHECK ((char_length(query) <= 100))
);
CREATE TABLE public.search_words (
    word text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.sessions (
    sid text NOT NULL,
    sess jsonb NOT NULL,
    expire timestamp(3) with time zone NOT NULL,
    user_id uuid GENERATED ALWAYS AS (((sess ->> 'userId'::text))::uuid) STORED,
    public_id uuid GENERATED ALWAYS AS (((sess ->> 'publicId'::text))::uuid) STORED
);
CREATE TABLE public.setup_links (
    hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.site (
    id boolean DEFAULT true NOT NULL,
    version integer NOT NULL,
    document jsonb NOT NULL,
    logo_url text,
    favicon_url text,
    social_image_url text,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_id_check CHECK (id),
    CONSTRAINT site_version_check CHECK ((version > 0))
);
CREATE TABLE public.takedowns (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    host text NOT NULL,
    path text NOT NULL,
    url_key text NOT NULL,
    website_url text NOT NULL,
    listing_id uuid NOT NULL,
    listing_name text NOT NULL,
    reason text,
    taken_down_by uuid,
    taken_down_by_email text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT takedowns_reason_check CHECK ((char_length(reason) <= 500))
);
CREATE TABLE public.users (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    password_hash text NOT NULL,
    role text DEFAULT 'user'::text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    last_sign_in_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    suspended_at timestamp(3) with time zone,
    suspended_until timestamp(3) with time zone,
    suspended_reason text,
    pending_email text,
    pending_email_at timestamp(3) with time zone,
    archives_listings boolean DEFAULT false NOT NULL,
    CONSTRAINT users_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
    CONSTRAINT users_pending_email CHECK (((pending_email IS NULL) = (pending_email_at IS NULL))),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text]))),
    CONSTRAINT users_suspension CHECK (((suspended_at IS NOT NULL) OR ((suspended_until IS NULL) AND (suspended_reason IS NULL))))
);
CREATE TABLE public.webhook_deliveries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    webhook_id uuid NOT NULL,
    type text NOT NULL,
    listing_id uuid,
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now(),
    attempts integer DEFAULT 0 NOT NULL,
    attempted_at timestamp(3) with time zone,
    delivered_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    last_status integer,
    last_error text
);
CREATE TABLE public.webhooks (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    categories text[],
    secret bytea NOT NULL,
    old_secret bytea,
    old_secret_until timestamp(3) with time zone,
    feed_place bigint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    paused_at timestamp(3) with time zone,
    paused_reason text,
    last_success_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    CONSTRAINT webhooks_categories_check CHECK ((cardinality(categories) > 0)),
    CONSTRAINT webhooks_events_check CHECK ((cardinality(events) > 0))
);
ALTER TABLE ONLY public.knex_migrations ALTER COLUMN id SET DEFAULT nextval('public.knex_migrations_id_seq'::regclass);
ALTER TABLE ONLY public.knex_migrations_lock ALTER COLUMN index SET DEFAULT nextval('public.knex_migrations_lock_index_seq'::regclass);
INSERT INTO public.api_keys VALUES
	('5368f9c8-9172-42a8-a8fc-02740017e8cc', '1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'Schlüssel', 'prefix-0', '\x1c74ffa58c77716d7173c63e961e42cfcb451b2bd85361f64e59df16d2de8bae', '2026-11-23 15:38:36.891+00', NULL, NULL, NULL, NULL),
	('7d84249e-cc22-427b-8128-9e34311755ca', '8d5a8fc6-a6ba-474e-8991-533fe2bf43de', 'Schlüssel', 'prefix-13', '\x4dac26e78ac3a149af27a3c0a8328fa4bbf5ad2d47a9816cf242e79cd93821d5', '2026-11-23 15:38:38.118+00', NULL, NULL, NULL, NULL),
	('ff616641-62fd-4db2-825d-839bd34b36df', '5a7f2eb1-72b2-4263-83f9-437cf334051a', 'Schlüssel', 'prefix-28', '\x0733b48e44cddabf9f6ff85351a6183dfcef4190872001eb0f29305cc997936d', '2026-11-23 15:38:39.162+00', NULL, NULL, NULL, NULL),
	('b459d645-caaa-4009-9b1b-503bb66cf513', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', 'Schlüssel', 'prefix-43', '\xb9cc5d012b4547189dd533c862005c8fb628bc3901b8e1bf1931a3071c842e5b', '2026-11-23 15:38:39.952+00', NULL, NULL, NULL, NULL);
INSERT INTO public.appeals VALUES
	('0e0f2d0e-3c2c-454a-8226-d63cf2fc34c7', '02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', '2025-03-04 05:06:07.089+00', 'message-28', '2026-11-23 15:38:39.205+00', NULL, NULL, NULL, NULL),
	('42e54a1f-3843-4f29-afc6-8a64b990b726', 'd52ff52f-7a41-420d-891e-a934bcef9e87', '2025-03-04 05:06:07.089+00', 'message-43', '2026-11-23 15:38:40+00', NULL, NULL, NULL, NULL);
INSERT INTO public.apps VALUES
	('b5809219-735c-4a14-9154-64882d0e35d3', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', 'client_id-43', 'name-43', '{one}', '2026-11-23 15:38:39.954+00', NULL);
INSERT INTO public.audit_entries OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-23 15:38:36.865+00', NULL, NULL, NULL, NULL, 'rest', 'action-0', 'subject_type-0', NULL, NULL, '{"tagline": "before"}', NULL, NULL, NULL),
	(2, '2026-11-23 15:38:38.105+00', NULL, NULL, NULL, NULL, 'rest', 'action-13', 'subject_type-13', NULL, NULL, '{"tagline": "before"}', NULL, NULL, NULL),
	(3, '2026-11-23 15:38:39.121+00', NULL, NULL, NULL, NULL, 'rest', 'action-28', 'subject_type-28', NULL, NULL, '{"tagline": "before"}', NULL, NULL, NULL),
	(4, '2026-11-23 15:38:39.927+00', NULL, NULL, NULL, NULL, 'rest', 'action-43', 'subject_type-43', NULL, NULL, '{"tagline": "before"}', NULL, NULL, NULL);
INSERT INTO public.catalog_entries VALUES
	('ea077125-e9d4-42fd-997d-5617ce736ed2', 'places.example.com/0', 'name-0', 'https://places.example.com/0', NULL, NULL, NULL, 'live', NULL, '2026-11-23 15:38:36.902+00', NULL),
	('9889074d-13cb-479b-97c2-f8807bc2558e', '10words.io', '10words', 'https://10words.io/', 'https://10words.io', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('686bad4c-2828-484b-975c-f93b57d99c7b', 'thataicollection.com', 'AI Collection', 'https://www.thataicollection.com/', 'https://www.thataicollection.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('85affe88-809a-49cf-a56d-cbaf9edc7e8e', 'allmyfaves.com', 'All My Faves', 'https://www.allmyfaves.com/', 'https://www.allmyfaves.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('87c6a57c-d011-4a65-b2b6-c0ae285a30a9', 'allstartups.info', 'All Startups', 'https://www.allstartups.info/', 'https://www.allstartups.info/Startups/Submit', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('660818f5-a2b8-45bb-b70d-918bc1073561', 'alltopstartups.com', 'All Top Startups', 'https://alltopstartups.com/', 'https://alltopstartups.com/submit-startup/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('866efc8a-3365-475e-a71b-70f1c4eb7245', 'alternativeto.net', 'Alternative To', 'https://alternativeto.net/', 'https://alternativeto.net/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('cb0b05a8-6f5f-41b8-a996-85113575fbfa', 'alternative.me', 'Alternative.me', 'https://alternative.me/', 'https://alternative.me/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('7324ecfc-562c-41af-b174-5848c3ea066a', 'angel.co', 'AngelList', 'https://angel.co/', 'https://angel.co/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('7ca9a7e7-2b4f-4638-886e-c64021390e00', 'apprater.net', 'App Rater', 'https://apprater.net/', 'https://apprater.net/add/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('3615a8b2-ae91-45cc-98e4-bc0ee31b000c', 'appiod.com', 'Appoid', 'https://appiod.com/', 'https://appiod.com/submit-app-for-review/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('4fa451fd-2891-4a71-8950-4e9657f613b1', 'apppicker.com', 'appPicker', 'https://www.apppicker.com/', 'https://www.apppicker.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('4619be9c-abc0-459c-990d-ecdb10b2c4ed', 'appslisto.com', 'Apps Listo', 'https://appslisto.com/', 'https://appslisto.com/submit-your-app/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('74c8c0ef-d21c-436b-9d1d-51bd3195d404', 'appsmamma.com', 'Apps Mamma', 'https://appsmamma.com/', 'https://appsmamma.com/submit-your-app/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('c54c3573-ba1e-4357-97e7-93901bdf970c', 'appsthunder.com', 'AppsThunder', 'https://appsthunder.com/', 'https://appsthunder.com/submit-your-app/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('24da5355-741e-4102-a3cf-99fa45894a70', 'appvita.com', 'Appvita', 'https://www.appvita.com/', 'https://www.appvita.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('a822a46b-4ab0-472b-bace-5001e61063df', 'arcticstartup.com', 'Arctic Startup', 'https://arcticstartup.com/', 'https://arcticstartup.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('bcc7636e-85cb-4344-a3dc-124e9083b60b', 'awesomeindie.com', 'Awesome Indie', 'https://awesomeindie.com/', 'https://awesomeindie.com', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('174eb328-8c81-4ca7-a99d-bea086eed85b', 'betabound.com', 'Beta Bound', 'https://www.betabound.com/', 'https://www.betabound.com/announce/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('ebe11524-a5d6-4e33-8154-f37da34e6fa0', 'betatesting.com', 'Beta Testing', 'https://betatesting.com/', 'https://betatesting.com/beta-testing', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('e263569b-cc94-405b-8036-8d766336c107', 'builtinchicago.org', 'BuiltInChicago', 'https://www.builtinchicago.org/', 'https://www.builtinchicago.org/send-us-tip', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('ae7764d3-8c32-4118-8b6c-fb229d1d0c03', 'capterra.com', 'Capterra', 'https://www.capterra.com/', 'https://www.capterra.com/vendors/sign-up', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('4800cb5c-a540-412e-85c7-7801b2b9195f', 'collaborizm.com', 'Collaborizm', 'https://www.collaborizm.com/', 'https://www.collaborizm.com', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('e4aa144e-0823-403c-be77-8a0227542698', 'vendor.crozdesk.com', 'CrozDesk', 'https://vendor.crozdesk.com/', 'https://vendor.crozdesk.com/user/signup', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('271006d6-4f8a-4e2e-8962-3c1727c73752', 'crunchbase.com', 'Crunch Base', 'https://www.crunchbase.com/', 'https://www.crunchbase.com/#/home/index', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('0cd4a091-3cb3-4377-aa82-e0be74a73868', 'discovercloud.com', 'Discover Cloud', 'https://www.discovercloud.com/', 'https://www.discovercloud.com/become-a-vendor', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('b3b9ca67-a64c-4a19-bc80-147222cb5ca9', 'ebool.com', 'eBool', 'https://www.ebool.com/', 'https://www.ebool.com/submit', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('9bc62000-a77a-47d3-b2ff-36cbb5394106', 'f6s.com', 'F6S', 'https://www.f6s.com/', 'https://www.f6s.com/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('942701a7-018f-4ffb-93ad-852dbd50eb14', 'fiddy.co', 'Fiddy', 'https://fiddy.co/', 'https://fiddy.co', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('84a33757-491c-4516-9732-63cf9be723b1', 'g2crowd.com', 'G2 Crowd', 'https://www.g2crowd.com/', 'https://www.g2crowd.com/products/new', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('44390577-33a8-45de-8f53-47be90444d7f', 'geekwire.com', 'Geek Wire', 'https://geekwire.com/', 'https://geekwire.com/startup-list/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('08e0e42f-8a8b-4118-b7ba-46f502d48c9a', 'getapp.com', 'Get App', 'https://getapp.com/', 'https://getapp.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('f42ca2c1-b5cc-4cf7-a1ef-cd63eb5f0f8d', 'getworm.com', 'Getworm', 'https://getworm.com/', 'https://getworm.com/submit-startup', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('17a62bab-c7d1-4b67-a679-3105cb78deba', 'gust.com', 'Gust', 'https://www.gust.com/', 'https://www.gust.com', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('5d7a51cc-d115-45c9-b304-61257a41ae3c', 'inc42.com', 'Inc 42', 'https://inc42.com/', 'https://inc42.com/startup-submission/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('46ec13e2-1680-43fb-8269-0476fb434c26', 'indiehackers.com', 'Indie Hackers', 'https://www.indiehackers.com/', 'https://www.indiehackers.com/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('3afb36d3-5724-447c-ab34-b538c4332ef8', 'killerstartups.com', 'Killer Startups', 'https://killerstartups.com/', 'https://killerstartups.com/submit-startup/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('78a76081-1b75-40c5-9655-cb0d5f23a78e', 'land-book.com', 'Land-book', 'https://land-book.com/', 'https://land-book.com/guidelines', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('f56371f6-c53c-4304-a88f-8b2015da7b18', 'launched.io', 'Launched', 'https://launched.io/', 'https://launched.io/SubmitStartup', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('66a807ad-c4b6-4c62-87e4-0029e4b63626', 'launchigniter.com', 'LaunchIgniter', 'https://launchigniter.com/', 'https://launchigniter.com/submit', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('ffdf7cd7-6b31-42a5-aaf1-e8b21b22e756', 'launchingnext.com', 'Launching Next', 'https://www.launchingnext.com/', 'https://www.launchingnext.com/submit/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('a4384e9d-eea7-4e94-a4d3-53f9339c0b3f', 'app.loopinput.com', 'Loop', 'https://app.loopinput.com/', 'https://app.loopinput.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('66e0d6e8-4d76-489c-8ab7-11ffa17c100c', 'makeuseof.com', 'MakeUseOf', 'https://www.makeuseof.com/', 'https://www.makeuseof.com/about/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('e2beeb7f-565e-4907-880d-8439400d61b9', 'microsaasexamples.com', 'Micro SaaS Examples', 'https://www.microsaasexamples.com/', 'https://www.microsaasexamples.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('3cc147f2-85eb-4be7-8246-e1c6686d36b1', 'netted.net', 'Netted', 'https://www.netted.net/', 'https://www.netted.net/contact-us/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('83bb58a5-c021-462b-a724-47639e24f4c4', 'nextbigwhat.com', 'Next Big What', 'https://nextbigwhat.com/', 'https://nextbigwhat.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('1f34ca38-3462-4409-9eaf-7044b3b7815f', 'pitchwall.co', 'PitchWall', 'https://pitchwall.co/', 'https://pitchwall.co/product/submit', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('7e1bfe8d-4f75-473d-863a-f519bafc1b67', 'postmake.io', 'Postmake', 'https://postmake.io/', 'https://postmake.io/submit', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('3ceb8bea-1946-463d-83be-459dadd5e42f', 'preapps.com', 'PreApps', 'https://www.preapps.com/', 'https://www.preapps.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('27d8b8c5-7035-45c6-abe0-873c89ca4295', 'producthunt.com', 'Product Hunt', 'https://www.producthunt.com/', 'https://www.producthunt.com/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL);
INSERT INTO public.catalog_entries VALUES
	('715585c5-721b-4497-ac2b-7951fc9aa981', 'projecthatch.co', 'Project Hatch', 'https://www.projecthatch.co/', 'https://www.projecthatch.co/your-story/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('0c17ce52-6d81-4054-8772-07123848c6d4', 'saashub.com', 'SaaSHub', 'https://www.saashub.com/', 'https://www.saashub.com/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('adcb3bea-0638-48af-9760-cf0f8bff2bf6', 'saasrow.com', 'SaasRow', 'https://saasrow.com/', 'https://saasrow.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('9cf8050c-f59c-4f8e-b55c-dd709fb156e0', 'saijogeorge.com', 'Saijo''s Tools List', 'https://saijogeorge.com/', 'https://saijogeorge.com/best-marketing-tools/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('5d03bd39-ab1b-4a23-8e84-5e3612c443c0', 'news.ycombinator.com', 'Show HN', 'https://news.ycombinator.com/', 'https://news.ycombinator.com/showhn.html', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('4f43100d-c20f-4ef3-a449-6de70c5feaeb', 'sideprojectors.com', 'Side Projectors', 'https://www.sideprojectors.com/', 'https://www.sideprojectors.com', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('778feb06-f380-406b-a5fd-f1b0ca98d0fd', 'simplelister.com', 'Simple Lister', 'https://simplelister.com/', 'https://simplelister.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('acb757ae-0bce-46f0-bdaf-7f3280423874', 'similarsitesearch.com', 'SimilarSiteSearch', 'https://www.similarsitesearch.com/', 'https://www.similarsitesearch.com/tips.html', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('b142e62b-d5bd-4ad0-ae33-dd548a57874e', 'slant.co', 'Slant', 'https://www.slant.co/', 'https://www.slant.co/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('9c080e72-60be-4ad5-92ad-0ea970db3062', 'snapmunk.com', 'SnapMunk', 'https://www.snapmunk.com/', 'https://www.snapmunk.com/submit-your-startup/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('47c94eb4-eb7c-40de-a584-6c4328cfa82f', 'softwareadvice-markets.questionpro.com', 'Software Advice', 'https://softwareadvice-markets.questionpro.com/', 'https://softwareadvice-markets.questionpro.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('4ea13b01-4295-4c5f-b86b-d2de7686faf4', 'stackshare.io', 'Stack Share', 'https://stackshare.io/', 'https://stackshare.io/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('14a5b3f3-ab63-49e9-b0f6-4156d366304e', 'starterstory.com', 'Starter Story', 'https://starterstory.com/', 'https://starterstory.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('b58eab66-7b1b-473f-afe0-47bf32610e60', 'startup88.com', 'Startup 88', 'https://startup88.com/', 'https://startup88.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('742fb351-1c1c-4c53-8676-f6968de77fb3', 'startupbase.io', 'Startup Base', 'https://startupbase.io/', 'https://startupbase.io/submit', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('819e479f-0cf1-4cd4-b2d3-3547223fc63c', 'startupbeat.com', 'Startup Beat', 'https://startupbeat.com/', 'https://startupbeat.com/startup-beat-featured-startup-pitch-guidelines/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('c0cd952e-07d7-4d75-9338-d58de2233bc1', 'startupbenchmarks.com', 'Startup Benchmarks', 'https://www.startupbenchmarks.com/', 'https://www.startupbenchmarks.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('00a11a6c-49e2-4132-afd3-3b03f57af579', 'startupbuffer.com', 'Startup Buffer', 'https://startupbuffer.com/', 'https://startupbuffer.com', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('e6db8e14-1fd5-41f7-9912-e5100c49ccf7', 'startupinspire.com', 'Startup Inspire', 'https://www.startupinspire.com/', 'https://www.startupinspire.com/submit', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('e2a9f5aa-6ee9-424e-8758-fcd0612e092f', 'startupranking.com', 'Startup Ranking', 'https://www.startupranking.com/', 'https://www.startupranking.com/', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('b35377de-203c-4ea6-8775-b76d3e726c03', 'startupstash.com', 'Startup Stash', 'https://startupstash.com/', 'https://startupstash.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('cc9c9fcd-61e5-48f5-a613-23680c26f319', 'startuptabs.com', 'Startup Tabs', 'https://startuptabs.com/', 'https://startuptabs.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('b738a3cb-0581-4037-886e-28e7239feefc', 'startuptracker.io', 'Startup Tracker', 'https://startuptracker.io/', 'https://startuptracker.io/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('140a63c1-0be5-483d-9e71-31826bf9b46f', 'startupblink.com', 'StartupBlink', 'https://www.startupblink.com/', 'https://www.startupblink.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('077bce5c-df72-475c-b764-81986e665a1b', 'startups.gallery', 'Startups Gallery', 'https://startups.gallery/', 'https://startups.gallery/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('e3d0b307-3f92-402f-abb8-e96e12052a21', 'stateoftech.net', 'State of Tech', 'https://stateoftech.net/', 'https://stateoftech.net/advertise?submit-an-app-for-review', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('cc506314-cd41-44a5-a82a-66642abb4367', 'tapscape.com', 'Tabscape', 'https://www.tapscape.com/', 'https://www.tapscape.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('222cb497-07f0-4ba5-9858-83b9235492e9', 'thetechmap.com', 'Tech Map', 'https://thetechmap.com/', 'https://thetechmap.com/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('f2b5dc5f-339a-4abe-a98c-27dba5a541c5', 'techpluto.com', 'Tech Pluto', 'https://www.techpluto.com/', 'https://www.techpluto.com/submit-a-startup/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('81c15f3e-436d-41d8-99b5-f2c0aa385bb8', 'tinylaunch.com', 'Tiny Launch', 'https://www.tinylaunch.com/', 'https://www.tinylaunch.com', 'startup directory', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('fa535398-b825-4fd4-843b-fb9bb41d1ad0', 'github.com', 'The Changelog', 'https://github.com/', 'https://github.com/thechangelog/ping', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('9529a8c4-5738-4dd6-a5d9-84eddbfe053f', 'vator.tv', 'Vator', 'https://www.vator.tv/', 'https://www.vator.tv/', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('9fb19116-31e5-455c-95ad-2c0c46e00975', 'webapprater.com', 'Web App Rater', 'https://webapprater.com/', 'https://webapprater.com/submit-your-web-application-for-review-html', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('b1bbda10-e16f-4907-8b24-5988c780c8b9', 'websitehunt.co', 'Website Hunt', 'https://www.websitehunt.co/', 'https://www.websitehunt.co', 'startup directory', NULL, 'submitted', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('de8daac6-bcab-4a04-84bf-b7a71c2e8457', 'registry.modelcontextprotocol.io', 'Official MCP Registry', 'https://registry.modelcontextprotocol.io/', 'https://github.com/modelcontextprotocol/registry', 'mcp registry', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('6b5b23dc-eb26-47e5-bd98-8a74ee974376', 'smithery.ai', 'Smithery', 'https://smithery.ai/', 'https://smithery.ai/new', 'mcp registry', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('808d98b7-d64d-4e27-9142-08a85a6c638e', 'glama.ai/mcp/servers', 'Glama', 'https://glama.ai/mcp/servers', 'https://glama.ai/mcp/servers', 'mcp registry', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('22b7c962-abac-4864-b710-c0ed83ad0560', 'pulsemcp.com', 'PulseMCP', 'https://www.pulsemcp.com/', 'https://www.pulsemcp.com/submit', 'mcp registry', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('6472db9a-b44e-48c9-bd09-797b2ee4f070', 'github.com/punkpeye/awesome-mcp-servers', 'awesome-mcp-servers', 'https://github.com/punkpeye/awesome-mcp-servers', 'https://github.com/punkpeye/awesome-mcp-servers/pulls', 'curated list', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('3d0abe0e-b052-43d1-b0ba-cd107c579448', 'awesome-selfhosted.net', 'awesome-selfhosted', 'https://awesome-selfhosted.net/', 'https://github.com/awesome-selfhosted/awesome-selfhosted-data/issues', 'curated list', NULL, 'live', NULL, '2026-11-23 15:38:37.118+00', NULL),
	('f6e7b02d-de47-4eff-9d32-93d4b9c63698', 'places.example.com/13', 'name-13', 'https://places.example.com/13', NULL, NULL, NULL, 'live', NULL, '2026-11-23 15:38:38.122+00', NULL),
	('4f715730-4cb2-41e1-a6b9-34a9f90f07c1', 'places.example.com/28', 'name-28', 'https://places.example.com/28', NULL, NULL, NULL, 'live', NULL, '2026-11-23 15:38:39.17+00', NULL),
	('249b844f-f893-45f6-89dd-74c9b52847ab', 'places.example.com/43', 'name-43', 'https://places.example.com/43', NULL, NULL, NULL, 'live', NULL, '2026-11-23 15:38:39.955+00', NULL);
INSERT INTO public.claims VALUES
	('a28c8118-c7ed-46cc-80b2-530caaf62916', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', 'd52ff52f-7a41-420d-891e-a934bcef9e87', 'url_key-43', '2026-11-23 15:38:40.005+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.idempotency_keys VALUES
	('1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'route-0', '\x785c9de2769c06813b0ef88e7541f8b4f623f751cb017c1d9b9e0b5499c4b724', '\xd6dfafc73df8827666d34d16130a3af1aeb677b94aa61ea3880b693a26d524eb', '2026-11-23 15:38:36.91+00', NULL, NULL),
	('8d5a8fc6-a6ba-474e-8991-533fe2bf43de', 'route-13', '\x5182f163123a90b3a5c8afb378fbba24c10702965683a027c2feef8f417eec13', '\xc504aad97e540c7bb3ea620fcdcde9b78b22ff7cbe475596fffe7f8fcd63dc03', '2026-11-23 15:38:38.13+00', NULL, NULL),
	('5a7f2eb1-72b2-4263-83f9-437cf334051a', 'route-28', '\xf7b2784cfd58b1201645fa94f5cb940432091d54002b360dff5de4294fba1cd8', '\x871ce4884b566a05c6a79b688833734798b1dd3703a604281673e3d9651e2a2d', '2026-11-23 15:38:39.178+00', NULL, NULL),
	('d567427e-0e4e-4196-8e1a-569fe9d839ba', 'route-43', '\xd57f5c9c4b4603428825c156d430f96f52a17f2b16a1f0de6914c86c6d485eee', '\xe2553398babbb7bde13ee981dcca077823722a283888c490b4fb308e66a3ee62', '2026-11-23 15:38:39.96+00', NULL, NULL);
INSERT INTO public.knex_migrations VALUES
	(1, '0001_directory', 1, '2026-11-23 15:38:36.718+00'),
	(2, '0002_catalog_seed', 2, '2026-11-23 15:38:37.182+00'),
	(3, '0003_media', 3, '2026-11-23 15:38:37.261+00'),
	(4, '0004_changes', 4, '2026-11-23 15:38:37.351+00'),
	(5, '0005_featured_listings', 5, '2026-11-23 15:38:37.459+00'),
	(6, '0006_audit_lookups', 6, '2026-11-23 15:38:37.556+00'),
	(7, '0007_deleting_accounts', 7, '2026-11-23 15:38:37.629+00'),
	(8, '0009_policy_passes', 8, '2026-11-23 15:38:37.693+00'),
	(9, '0010_public_content_notices', 9, '2026-11-23 15:38:37.785+00'),
	(10, '0011_listing_counts', 10, '2026-11-23 15:38:37.812+00'),
	(11, '0012_takedowns', 11, '2026-11-23 15:38:37.837+00'),
	(12, '0013_setup_links', 12, '2026-11-23 15:38:37.903+00'),
	(13, '0014_takedown_paths', 13, '2026-11-23 15:38:38.016+00'),
	(14, '0015_re_keying', 14, '2026-11-23 15:38:38.035+00'),
	(15, '0017_listing_search', 15, '2026-11-23 15:38:38.27+00'),
	(16, '0018_drop_old_search', 16, '2026-11-23 15:38:38.303+00'),
	(17, '0019_smaller_listings', 17, '2026-11-23 15:38:38.331+00'),
	(18, '0020_search_misses', 18, '2026-11-23 15:38:38.387+00'),
	(19, '0021_category_pages', 19, '2026-11-23 15:38:38.465+00'),
	(20, '0025_precise_public_content_notices', 20, '2026-11-23 15:38:38.516+00'),
	(21, '0030_audit_retention', 21, '2026-11-23 15:38:38.576+00'),
	(22, '0032_mails', 22, '2026-11-23 15:38:38.64+00'),
	(23, '0035_policy_flags', 23, '2026-11-23 15:38:38.728+00'),
	(24, '0038_reviews', 24, '2026-11-23 15:38:38.823+00'),
	(25, '0039_suspensions', 25, '2026-11-23 15:38:38.868+00'),
	(26, '0040_words_by_their_ends', 26, '2026-11-23 15:38:38.905+00'),
	(27, '0041_features_in_their_rows', 27, '2026-11-23 15:38:38.931+00'),
	(28, '0050_email_changes', 28, '2026-11-23 15:38:38.989+00'),
	(29, '0051_suspension_archives', 29, '2026-11-23 15:38:39.05+00'),
	(30, '0052_saved_views', 30, '2026-11-23 15:38:39.336+00'),
	(31, '0055_featured_order', 31, '2026-11-23 15:38:39.377+00'),
	(32, '0056_link_checks', 32, '2026-11-23 15:38:39.436+00'),
	(33, '0065_key_terms', 33, '2026-11-23 15:38:39.458+00'),
	(34, '0066_webhooks', 34, '2026-11-23 15:38:39.498+00'),
	(35, '0067_claims', 35, '2026-11-23 15:38:39.529+00'),
	(36, '0070_site', 36, '2026-11-23 15:38:39.544+00'),
	(37, '0075_apps', 37, '2026-11-23 15:38:39.597+00'),
	(38, '0076_link_events', 38, '2026-11-23 15:38:39.626+00'),
	(39, '0077_listing_visits', 39, '2026-11-23 15:38:39.653+00'),
	(40, '0080_unlogged_limits', 40, '2026-11-23 15:38:39.67+00'),
	(41, '0085_smaller_indexes', 41, '2026-11-23 15:38:39.785+00'),
	(42, '0086_usual_reasons', 42, '2026-11-23 15:38:39.825+00'),
	(43, '0090_capture_causes', 43, '2026-11-23 15:38:39.84+00'),
	(44, '0091_pending_search_words', 44, '2026-11-23 15:38:39.858+00');
INSERT INTO public.knex_migrations_lock VALUES
	(4, 0);
INSERT INTO public.link_checks VALUES
	('d52ff52f-7a41-420d-891e-a934bcef9e87', '2025-03-04 05:06:07.089+00', NULL, NULL, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.listing_changes VALUES
	('fc87877a-b355-4cbe-8226-e88d7887f744', 'step-0', 1, NULL, '2026-11-23 15:38:36.918+00'),
	('e7b292d1-7079-49f8-8147-9e8a0653e742', 'step-13', 5, NULL, '2026-11-23 15:38:40.064+00'),
	('02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', 'step-28', 6, NULL, '2026-11-23 15:38:40.075+00'),
	('d52ff52f-7a41-420d-891e-a934bcef9e87', 'step-43', 7, NULL, '2026-11-23 15:38:40.078+00');
INSERT INTO public.listing_counts VALUES
	('', 'free', 1),
	('ai', 'free', 1),
	('developer-tools', 'free', 1),
	('', 'free', 1),
	('ai', 'free', 1),
	('developer-tools', 'free', 1),
	('', 'free', 1),
	('ai', 'free', 1),
	('developer-tools', 'free', 1),
	('', 'free', 1),
	('ai', 'free', 1),
	('developer-tools', 'free', 1),
	('', 'free', -1),
	('ai', 'free', -1),
	('developer-tools', 'free', -1),
	('', 'free', -1),
	('ai', 'free', -1),
	('developer-tools', 'free', -1);
INSERT INTO public.listing_looks VALUES
	('02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', '2026-11-23 15:38:39.214+00'),
	('d52ff52f-7a41-420d-891e-a934bcef9e87', '2026-11-23 15:38:40.018+00');
INSERT INTO public.listing_past_categories VALUES
	('d52ff52f-7a41-420d-891e-a934bcef9e87', 'category-43');
INSERT INTO public.listing_search VALUES
	('fc87877a-b355-4cbe-8226-e88d7887f744', true, '2025-03-04 05:06:07.089+00', 0, 'etape 0', 'etape0', '''etape'' ''schema'''),
	('e7b292d1-7079-49f8-8147-9e8a0653e742', false, NULL, 0, 'etape 13', 'etape13', '''etape'' ''schema''');
INSERT INTO public.listing_visits VALUES
	('d52ff52f-7a41-420d-891e-a934bcef9e87', '2026-01-13', 0, 0);
INSERT INTO public.listings VALUES
	('fc87877a-b355-4cbe-8226-e88d7887f744', '1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'step-0', 'step-0.example.com', 0, 'Étape 0', 'https://step-0.example.com', 'Words written under schema number100', 'A description with “quotes”,
lines and a 🦓. long long long long long long long long long long long long long long long long long long long long ', '{ai,developer-tools}', 'free', NULL, NULL, NULL, NULL, 'human', false, 'live', NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT, NULL, NULL, NULL, 0, NULL, NULL, 'etape 0', '2025-03-04 05:06:07.089+00', '2026-11-23 15:38:36.918+00', '2025-03-04 05:06:07.089+00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('e7b292d1-7079-49f8-8147-9e8a0653e742', '8d5a8fc6-a6ba-474e-8991-533fe2bf43de', 'step-13', 'step-13.example.com', 13, 'Étape 13', 'https://step-13.example.com', 'Words written under schema number113', 'A description with “quotes”,
lines and a 🦓. long long long long long long long long long long long long long long long long long long long long ', '{ai,developer-tools}', 'free', NULL, NULL, NULL, NULL, 'human', false, 'pending', NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT, NULL, NULL, NULL, 0, NULL, NULL, 'etape 13', '2025-03-04 05:06:07.089+00', '2026-11-23 15:38:38.132+00', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', '5a7f2eb1-72b2-4263-83f9-437cf334051a', 'step-28', 'step-28.example.com', 28, 'Étape 28', 'https://step-28.example.com', 'Words written under schema number128', 'A description with “quotes”,
lines and a 🦓. long long long long long long long long long long long long long long long long long long long long ', '{ai,developer-tools}', 'free', NULL, NULL, NULL, NULL, 'human', false, 'live', NULL, NULL, NULL, '2026-11-23 15:38:40.062+00', '1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'Moved — see elsewhere', DEFAULT, NULL, NULL, NULL, 0, NULL, NULL, 'etape 28', '2025-03-04 05:06:07.089+00', '2026-11-23 15:38:39.18+00', '2025-03-04 05:06:07.089+00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('d52ff52f-7a41-420d-891e-a934bcef9e87', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', 'step-43', 'step-43.example.com', 43, 'Étape 43', 'https://step-43.example.com', 'Words written under schema number143', 'A description with “quotes”,
lines and a 🦓. long long long long long long long long long long long long long long long long long long long long ', '{ai,developer-tools}', 'free', NULL, NULL, '{"Works \"offline\"","C:\\two","(a, b)"}', '/media/n7m_AyT-Cde-pjRKhKTghE2FozdLbGRie8URpOSFGPU.webp', 'human', true, 'live', NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT, NULL, NULL, NULL, 0, NULL, NULL, 'etape 43', '2025-03-04 05:06:07.089+00', '2026-11-23 15:38:39.97+00', '2025-03-04 05:06:07.089+00', NULL, 0, 3, NULL, 'parked', '2026-11-23 15:38:40.062+00', NULL, NULL, NULL),
	('7743eb1f-ea8f-45c8-a76c-17a8d4b75e14', '1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'refused', 'refused.example.com', 1, 'Refused', 'https://refused.example.com', 'Was rejected', NULL, '{other}', NULL, NULL, NULL, NULL, NULL, 'human', false, 'live', '2026-11-23 15:38:40.062+00', '1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'Not a product', NULL, NULL, NULL, DEFAULT, NULL, NULL, NULL, 0, NULL, NULL, 'refused', '2026-11-23 15:38:40.062+00', '2026-11-23 15:38:40.062+00', '2026-11-23 15:38:40.062+00', NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.mail_tokens VALUES
	('\x1ff941bbf13a2fcf769f00d675c852a1159bdab5e70eac5568bfa8a6b2fcc1bc', '1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'reset-password', 'email_key-0', '2025-03-04 05:06:07.089+00'),
	('\xd86c8a4fc444adec6d38dff871d547b0b3af948e84c970e8457801f0b07ba3cc', '8d5a8fc6-a6ba-474e-8991-533fe2bf43de', 'reset-password', 'email_key-13', '2025-03-04 05:06:07.089+00'),
	('\xcef7e98d1d4ec383697ca38b5c69625fed3964bcbe091c6f8f95e19bcb33624c', '5a7f2eb1-72b2-4263-83f9-437cf334051a', 'reset-password', 'email_key-28', '2025-03-04 05:06:07.089+00'),
	('\x7e14f10c594f6b213d41dd51751da422c4f9312cbad5d8c33b1216fa23220cec', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', 'reset-password', 'email_key-43', '2025-03-04 05:06:07.089+00');
INSERT INTO public.mails VALUES
	('56f5a358-e64f-4e6a-ac01-47223e3d0242', 'reset-password', '5a7f2eb1-72b2-4263-83f9-437cf334051a', NULL, NULL, '{"step": 28}', NULL, '2026-11-23 15:38:39.198+00', '2026-11-23 15:38:39.198+00', 0, NULL, NULL, NULL, NULL, NULL),
	('9f5fb42f-9f4d-46c4-8eae-821475b1c3a2', 'reset-password', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', NULL, NULL, '{"step": 43}', NULL, '2026-11-23 15:38:39.982+00', '2026-11-23 15:38:39.982+00', 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.media VALUES
	('n7m_AyT-Cde-pjRKhKTghE2FozdLbGRie8URpOSFGPU', 13, 13, 13, false, '\x000102ff', NULL, '2025-03-04 05:06:07.089+00', '2026-11-23 15:38:38.11+00'),
	('cHu1fZKmKBfUrtkxilMBz2mJ6dZ6xZeVugXXX5c3e80', 28, 28, 28, false, '\x000102ff', NULL, '2025-03-04 05:06:07.089+00', '2026-11-23 15:38:39.128+00'),
	('Z0T2ejYIuJ5mtAcPHwkzG09Q2_GKFPEhV1vrd0AoZm8', 43, 43, 43, false, '\x000102ff', NULL, '2025-03-04 05:06:07.089+00', '2026-11-23 15:38:39.93+00');
INSERT INTO public.oauth_records VALUES
	('model-43', 'id-43', '{"step": 43}', NULL, NULL, NULL, '2026-11-23 15:38:40.023+00');
INSERT INTO public.policy_flags VALUES
	('02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', '{"step": 28}', 'policy_version-28', '2026-11-23 15:38:39.216+00'),
	('d52ff52f-7a41-420d-891e-a934bcef9e87', '{"step": 43}', 'policy_version-43', '2026-11-23 15:38:40.031+00');
INSERT INTO public.policy_passes VALUES
	('65151cb3-9a84-413b-b98c-715f32a27f35', 'pass-13.example.com', 'https://pass-13.example.com', 'drugs', 'reason-13', NULL, '2026-11-23 15:38:38.141527+00'),
	('77111c4b-33a1-4493-b5b8-3599642d5c20', 'pass-28.example.com', 'https://pass-28.example.com', 'drugs', 'reason-28', NULL, '2026-11-23 15:38:39.199353+00'),
	('b92b0e86-248e-4da0-a8eb-27cb95386036', 'pass-43.example.com', 'https://pass-43.example.com', 'drugs', 'reason-43', NULL, '2026-11-23 15:38:39.98339+00');
INSERT INTO public.policy_screenings VALUES
	('policy_version-28', '2026-11-23 15:38:39.137+00'),
	('policy_version-43', '2026-11-23 15:38:39.932+00');
INSERT INTO public.rate_limits VALUES
	('key-0', 0, 4000000000000),
	('key-13', 0, 4000000000000),
	('key-28', 0, 4000000000000),
	('key-43', 0, 4000000000000);
INSERT INTO public.reports VALUES
	('3a9305cd-2a15-4393-b28d-1fb8d302ce5f', '02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', 'broken', NULL, NULL, NULL, '\x15d492604137095c98e440467741235c7772230e8ef5e9221dc9b58a3108fbbf', '2026-11-23 15:38:39.222+00', NULL, NULL, NULL),
	('f3e854ad-9a0c-4bed-a2e3-dcffeceecfc0', 'd52ff52f-7a41-420d-891e-a934bcef9e87', 'broken', NULL, NULL, NULL, '\x2b112c05897b371c34bd21d166c6a67216f726a86f97393155334ae137fa580d', '2026-11-23 15:38:40.032+00', NULL, NULL, NULL);
INSERT INTO public.review_claims VALUES
	('02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', '5a7f2eb1-72b2-4263-83f9-437cf334051a', '2025-03-04 05:06:07.089+00'),
	('d52ff52f-7a41-420d-891e-a934bcef9e87', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', '2025-03-04 05:06:07.089+00');
INSERT INTO public.review_decisions VALUES
	('5955c669-c8a2-4835-a0c8-47d0fb34dbbd', '02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', NULL, 'approve', '{"step": 28}', '2026-11-23 15:38:39.232+00', NULL),
	('1a994750-5c49-4b57-bd2c-613e443b91e4', 'd52ff52f-7a41-420d-891e-a934bcef9e87', NULL, 'approve', '{"step": 43}', '2026-11-23 15:38:40.042+00', NULL);
INSERT INTO public.review_reasons VALUES
	(1, 'Not a genuine product: there is nothing here that can be used or bought.'),
	(2, 'Against the content policy.'),
	(3, 'The website cannot be reached, or is empty.'),
	(4, 'The text does not describe what the website offers.'),
	(5, 'The same product is listed already.'),
	(6, 'Advertising or a link list rather than a product.'),
	(1028, 'text-28'),
	(1043, 'text-43');
INSERT INTO public.review_skips VALUES
	('02ffb8f5-6718-4c03-86d4-e56a2fa5be1d', '5a7f2eb1-72b2-4263-83f9-437cf334051a', '2025-03-04 05:06:07.089+00'),
	('d52ff52f-7a41-420d-891e-a934bcef9e87', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', '2025-03-04 05:06:07.089+00');
INSERT INTO public.saved_views VALUES
	('3507298e-f82b-45c1-9f7b-1a9a9065624b', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', 'listings', 'name-43', 'query-43', '2026-11-23 15:38:39.984+00');
INSERT INTO public.search_misses VALUES
	('query-28', 1, '2026-11-23 15:38:39.151+00'),
	('query-43', 1, '2026-11-23 15:38:39.94+00');
INSERT INTO public.search_words VALUES
	('schema'),
	('etape');
INSERT INTO public.sessions VALUES
	('sid-0', '{"cookie": {}, "userId": "1d4a30d7-8de6-4e5f-8885-ffac2c6b8425", "publicId": "6a979d3a-a72f-4e4e-85e6-4bde08b16928"}', '2090-01-01 00:00:00+00', DEFAULT, DEFAULT),
	('sid-13', '{"cookie": {}, "userId": "8d5a8fc6-a6ba-474e-8991-533fe2bf43de", "publicId": "d98441e7-eb3e-40c4-807b-280278e2da58"}', '2090-01-01 00:00:00+00', DEFAULT, DEFAULT),
	('sid-28', '{"cookie": {}, "userId": "5a7f2eb1-72b2-4263-83f9-437cf334051a", "publicId": "5d68831c-d46c-47d7-8b6a-9947e04d6490"}', '2090-01-01 00:00:00+00', DEFAULT, DEFAULT),
	('sid-43', '{"cookie": {}, "userId": "d567427e-0e4e-4196-8e1a-569fe9d839ba", "publicId": "30c9408a-7fc0-41c1-8876-4ef586fb4d73"}', '2090-01-01 00:00:00+00', DEFAULT, DEFAULT);
INSERT INTO public.setup_links VALUES
	('\xbfea025f1dd47802aa22254fc2f351804ea6c651a5dad7db2d98a20ae1e9c554', '2025-03-04 05:06:07.089+00'),
	('\x8f9f55356ff1d9bc34a432b727101b4f84fcfcb9450f51f19be8afc35859d2c7', '2025-03-04 05:06:07.089+00'),
	('\xff7d18d3d99fe3ad8c10bd2cb669e062131cb459329c2ffff1b5d6060394a147', '2025-03-04 05:06:07.089+00');
INSERT INTO public.site VALUES
	(true, 43, '{"name": "Verzeichnis für Agenten"}', NULL, NULL, NULL, '2026-11-23 15:38:39.949+00');
INSERT INTO public.takedowns VALUES
	('e1c5e794-41a1-42e5-9cca-e4bf7a8f93af', 'host-13', 'path-13', 'url_key-13', 'website_url-13', '54734410-7bad-441c-812c-5d928f189201', 'listing_name-13', NULL, NULL, NULL, '2026-11-23 15:38:38.155+00'),
	('72dccae8-6638-436d-8ed5-dd4b177c9cb2', 'host-28', 'path-28', 'url_key-28', 'website_url-28', '16e324a5-8a3b-4b17-8e89-5fd121c2ec2a', 'listing_name-28', NULL, NULL, NULL, '2026-11-23 15:38:39.203+00'),
	('34fbf32e-33b3-43cb-b540-be17bc3824c7', 'host-43', 'path-43', 'url_key-43', 'website_url-43', 'd5d104fc-e0d9-4829-822e-13448123c485', 'listing_name-43', NULL, NULL, NULL, '2026-11-23 15:38:39.998+00'),
	('1d8b1839-9f0b-45b4-9b71-eb6c4db58d9a', 'refused.example.com', '', 'refused.example.com', 'https://refused.example.com', '7743eb1f-ea8f-45c8-a76c-17a8d4b75e14', 'Refused', 'Not a product', NULL, NULL, '2026-11-23 15:38:40.062+00');
INSERT INTO public.users VALUES
	('1d4a30d7-8de6-4e5f-8885-ffac2c6b8425', 'name-0', 'Ada+0@Example.com', 'ada+0@example.com', 'password_hash-0', 'admin', false, NULL, '2026-11-23 15:38:36.878+00', '2026-11-23 15:38:36.878+00', NULL, NULL, NULL, NULL, NULL, false),
	('5a7f2eb1-72b2-4263-83f9-437cf334051a', 'name-28', 'Ada+28@Example.com', 'ada+28@example.com', 'password_hash-28', 'user', false, NULL, '2026-11-23 15:38:39.157+00', '2026-11-23 15:38:39.157+00', NULL, NULL, NULL, NULL, NULL, false),
	('d567427e-0e4e-4196-8e1a-569fe9d839ba', 'name-43', 'Ada+43@Example.com', 'ada+43@example.com', 'password_hash-43', 'user', false, NULL, '2026-11-23 15:38:39.952+00', '2026-11-23 15:38:39.952+00', NULL, NULL, NULL, NULL, NULL, false),
	('8d5a8fc6-a6ba-474e-8991-533fe2bf43de', 'name-13', 'Ada+13@Example.com', 'ada+13@example.com', 'password_hash-13', 'user', false, NULL, '2026-11-23 15:38:38.114+00', '2026-11-23 15:38:38.114+00', '2026-11-23 15:38:40.062+00', NULL, 'Spam', NULL, NULL, false);
INSERT INTO public.webhook_deliveries VALUES
	('bb6f8671-5541-4672-815d-652719cfd1a1', '8d0bab4f-5cf5-4724-8cdb-af1894e0b383', 'type-43', NULL, '{}', '2026-11-23 15:38:40.046+00', '2026-11-23 15:38:40.046+00', 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.webhooks VALUES
	('8d0bab4f-5cf5-4724-8cdb-af1894e0b383', 'd567427e-0e4e-4196-8e1a-569fe9d839ba', 'url-43', '{one}', NULL, '\x5e64fb1370fa1bd909ee8909a6216c08d81a0312c80c89934292311e34adf35b', NULL, NULL, 43, '2026-11-23 15:38:39.999+00', NULL, NULL, NULL, NULL);
SELECT pg_catalog.setval('public.audit_entries_id_seq', 4, true);
SELECT pg_catalog.setval('public.knex_migrations_id_seq', 44, true);
SELECT pg_catalog.setval('public.knex_migrations_lock_index_seq', 4, true);
SELECT pg_catalog.setval('public.listing_changes_noted', 7, true);
SELECT pg_catalog.setval('public.listing_changes_place', 1, false);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.appeals
    ADD CONSTRAINT appeals_listing_id_rejected_at_key UNIQUE (listing_id, rejected_at);
ALTER TABLE ONLY public.appeals
    ADD CONSTRAINT appeals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.apps
    ADD CONSTRAINT apps_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.catalog_entries
    ADD CONSTRAINT catalog_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.catalog_entries
    ADD CONSTRAINT catalog_entries_url_key_key UNIQUE (url_key);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_user_id_listing_id_key UNIQUE (user_id, listing_id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, route, hash);
ALTER TABLE ONLY public.knex_migrations_lock
    ADD CONSTRAINT knex_migrations_lock_pkey PRIMARY KEY (index);
ALTER TABLE ONLY public.knex_migrations
    ADD CONSTRAINT knex_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.link_checks
    ADD CONSTRAINT link_checks_pkey PRIMARY KEY (listing_id);
ALTER TABLE ONLY public.listing_changes
    ADD CONSTRAINT listing_changes_pkey PRIMARY KEY (listing_id);
ALTER TABLE ONLY public.listing_changes
    ADD CONSTRAINT listing_changes_place_key UNIQUE (place);
ALTER TABLE ONLY public.listing_looks
    ADD CONSTRAINT listing_looks_pkey PRIMARY KEY (listing_id);
ALTER TABLE ONLY public.listing_past_categories
    ADD CONSTRAINT listing_past_categories_pkey PRIMARY KEY (listing_id, category);
ALTER TABLE ONLY public.listing_search
    ADD CONSTRAINT listing_search_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.listing_visits
    ADD CONSTRAINT listing_visits_pkey PRIMARY KEY (listing_id, day);
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_url_key_key UNIQUE (url_key);
ALTER TABLE ONLY public.mail_tokens
    ADD CONSTRAINT mail_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.media
    ADD CONSTRAINT media_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth_records
    ADD CONSTRAINT oauth_records_pkey PRIMARY KEY (model, id);
ALTER TABLE ONLY public.policy_flags
    ADD CONSTRAINT policy_flags_pkey PRIMARY KEY (listing_id);
ALTER TABLE ONLY public.policy_passes
    ADD CONSTRAINT policy_passes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.policy_passes
    ADD CONSTRAINT policy_passes_url_key_category_key UNIQUE (url_key, category);
ALTER TABLE ONLY public.policy_screenings
    ADD CONSTRAINT policy_screenings_pkey PRIMARY KEY (policy_version);
ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.review_claims
    ADD CONSTRAINT review_claims_pkey PRIMARY KEY (listing_id);
ALTER TABLE ONLY public.review_decisions
    ADD CONSTRAINT review_decisions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.review_reasons
    ADD CONSTRAINT review_reasons_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.review_skips
    ADD CONSTRAINT review_skips_pkey PRIMARY KEY (listing_id, user_id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_user_id_list_name_key UNIQUE (user_id, list, name);
ALTER TABLE ONLY public.search_misses
    ADD CONSTRAINT search_misses_pkey PRIMARY KEY (query);
ALTER TABLE ONLY public.search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (word);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (sid);
ALTER TABLE ONLY public.setup_links
    ADD CONSTRAINT setup_links_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.takedowns
    ADD CONSTRAINT takedowns_listing_id_host_path_key UNIQUE (listing_id, host, path);
ALTER TABLE ONLY public.takedowns
    ADD CONSTRAINT takedowns_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key_key UNIQUE (email_key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX api_keys_expiry ON public.api_keys USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id, created_at DESC);
CREATE INDEX appeals_open ON public.appeals USING btree (created_at) WHERE (closed_at IS NULL);
CREATE INDEX apps_user ON public.apps USING btree (user_id, created_at DESC);
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, id DESC);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, id DESC);
CREATE INDEX audit_entries_email ON public.audit_entries USING btree (lower(actor_email), id DESC);
CREATE INDEX audit_entries_label ON public.audit_entries USING btree (lower(subject_label), id DESC);
CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject_type, subject_id, id DESC);
CREATE INDEX catalog_entries_proposed_by ON public.catalog_entries USING btree (proposed_by) WHERE (proposed_by IS NOT NULL);
CREATE INDEX claims_listing ON public.claims USING btree (listing_id);
CREATE INDEX claims_previous_owner ON public.claims USING btree (previous_owner_id) WHERE (previous_owner_id IS NOT NULL);
CREATE INDEX claims_verified ON public.claims USING btree (verified_at DESC, id) WHERE (verified_at IS NOT NULL);
CREATE INDEX idempotency_keys_started ON public.idempotency_keys USING btree (started_at);
CREATE INDEX link_checks_due ON public.link_checks USING btree (due_at);
CREATE INDEX listing_changes_unplaced ON public.listing_changes USING btree (noted) WHERE (place IS NULL);
CREATE INDEX listing_search_joined ON public.listing_search USING btree (name_joined) WHERE live;
CREATE INDEX listing_search_name ON public.listing_search USING btree (name_key, id) WHERE live;
CREATE INDEX listing_search_newest ON public.listing_search USING btree (published_at, id) WHERE live;
CREATE INDEX listing_search_words ON public.listing_search USING gin (search) WITH (fastupdate='on', gin_pending_list_limit='64') WHERE live;
CREATE INDEX listing_visits_day ON public.listing_visits USING btree (day);
CREATE INDEX listings_archived_by ON public.listings USING btree (archived_by) WHERE (archived_by IS NOT NULL);
CREATE INDEX listings_capturing ON public.listings USING btree (capture_queued_at) WHERE (screenshot_status = 'pending'::text);
CREATE INDEX listings_link_status_index ON public.listings USING btree (link_status_at) WHERE (link_status IS NOT NULL);
CREATE INDEX listings_live_categories ON public.listings USING gin (categories) WHERE (status = 'live'::text);
CREATE INDEX listings_live_featured ON public.listings USING btree (featured_position, published_at DESC, id DESC) WHERE ((status = 'live'::text) AND featured);
CREATE INDEX listings_live_in_ai ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{ai}'::text[]));
CREATE INDEX listings_live_in_analytics ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{analytics}'::text[]));
CREATE INDEX listings_live_in_customer_support ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{customer-support}'::text[]));
CREATE INDEX listings_live_in_design ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{design}'::text[]));
CREATE INDEX listings_live_in_developer_tools ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{developer-tools}'::text[]));
CREATE INDEX listings_live_in_domains ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{domains}'::text[]));
CREATE INDEX listings_live_in_education ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{education}'::text[]));
CREATE INDEX listings_live_in_finance ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{finance}'::text[]));
CREATE INDEX listings_live_in_marketing ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{marketing}'::text[]));
CREATE INDEX listings_live_in_marketplace ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{marketplace}'::text[]));
CREATE INDEX listings_live_in_no_code ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{no-code}'::text[]));
CREATE INDEX listings_live_in_other ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{other}'::text[]));
CREATE INDEX listings_live_in_productivity ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{productivity}'::text[]));
CREATE INDEX listings_live_in_saas ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{saas}'::text[]));
CREATE INDEX listings_live_in_sales ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{sales}'::text[]));
CREATE INDEX listings_live_in_security ON public.listings USING btree (published_at, id) WHERE ((status = 'live'::text) AND (categories @> '{security}'::text[]));
CREATE INDEX listings_live_name ON public.listings USING btree (name_key, id) WHERE (status = 'live'::text);
CREATE INDEX listings_live_newest ON public.listings USING btree (published_at, id) WHERE (status = 'live'::text);
CREATE INDEX listings_live_pricing ON public.listings USING btree (pricing_model, published_at, id) WHERE (status = 'live'::text);
CREATE INDEX listings_logo_media ON public.listings USING btree (logo_url) WHERE starts_with(logo_url, '/media/'::text);
CREATE INDEX listings_newest ON public.listings USING btree (created_at, id);
CREATE INDEX listings_not_live ON public.listings USING btree (status, created_at DESC, id DESC) WHERE (status <> 'live'::text);
CREATE INDEX listings_owner ON public.listings USING btree (owner_id, created_at, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX listings_rejected_by ON public.listings USING btree (rejected_by) WHERE (rejected_by IS NOT NULL);
CREATE INDEX listings_screenshot_media ON public.listings USING btree (screenshot_url) WHERE starts_with(screenshot_url, '/media/'::text);
CREATE INDEX mail_tokens_expires ON public.mail_tokens USING btree (expires_at);
CREATE INDEX mail_tokens_user ON public.mail_tokens USING btree (user_id);
CREATE INDEX mails_batch ON public.mails USING btree (batch, user_id) WHERE (batch IS NOT NULL);
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX mails_failed ON public.mails USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX mails_user ON public.mails USING btree (user_id, kind, created_at);
CREATE INDEX media_created ON public.media USING btree (created_at);
CREATE INDEX oauth_records_app ON public.oauth_records USING btree (app_id) WHERE (app_id IS NOT NULL);
CREATE INDEX oauth_records_expiry ON public.oauth_records USING btree (expires_at);
CREATE INDEX policy_flags_oldest ON public.policy_flags USING btree (created_at);
CREATE INDEX policy_passes_granted_by ON public.policy_passes USING btree (granted_by);
CREATE INDEX rate_limits_expire ON public.rate_limits USING btree (expire);
CREATE INDEX reports_listing ON public.reports USING btree (listing_id, created_at);
CREATE INDEX reports_open ON public.reports USING btree (created_at) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX reports_open_once ON public.reports USING btree (listing_id, kind, reporter_key) WHERE (closed_at IS NULL);
CREATE INDEX review_decisions_user ON public.review_decisions USING btree (user_id, created_at DESC) WHERE (undone_at IS NULL);
CREATE INDEX search_misses_most ON public.search_misses USING btree (searches DESC, last_at DESC);
CREATE INDEX search_words_reversed ON public.search_words USING btree (reverse(word)) INCLUDE (word);
CREATE INDEX sessions_expire ON public.sessions USING btree (expire);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX takedowns_newest ON public.takedowns USING btree (created_at DESC, id DESC);
CREATE INDEX takedowns_page ON public.takedowns USING btree (host, path);
CREATE INDEX takedowns_taken_down_by ON public.takedowns USING btree (taken_down_by) WHERE (taken_down_by IS NOT NULL);
CREATE INDEX users_admins ON public.users USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX users_archives_listings ON public.users USING btree (id) WHERE archives_listings;
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_pending_email ON public.users USING btree (pending_email_at) WHERE (pending_email IS NOT NULL);
CREATE INDEX users_suspended ON public.users USING btree (suspended_at) WHERE (suspended_at IS NOT NULL);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_undelivered ON public.webhook_deliveries USING btree (webhook_id) WHERE (delivered_at IS NULL);
CREATE INDEX webhooks_user ON public.webhooks USING btree (user_id);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();
CREATE TRIGGER catalog_entries_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.catalog_entries FOR EACH STATEMENT EXECUTE FUNCTION public.notify_public_content();
CREATE TRIGGER listings_count_delete AFTER DELETE ON public.listings FOR EACH ROW WHEN ((old.status = 'live'::text)) EXECUTE FUNCTION public.count_listing();
CREATE TRIGGER listings_count_insert AFTER INSERT ON public.listings FOR EACH ROW WHEN ((new.status = 'live'::text)) EXECUTE FUNCTION public.count_listing();
CREATE TRIGGER listings_count_truncate AFTER TRUNCATE ON public.listings FOR EACH STATEMENT EXECUTE FUNCTION public.forget_listing_counts();
CREATE TRIGGER listings_count_update AFTER UPDATE ON public.listings FOR EACH ROW WHEN ((((old.status = 'live'::text) OR (new.status = 'live'::text)) AND (((old.status IS DISTINCT FROM new.status) OR (old.categories IS DISTINCT FROM new.categories)) OR (old.pricing_model IS DISTINCT FROM new.pricing_model)))) EXECUTE FUNCTION public.count_listing();
CREATE TRIGGER listings_events_insert AFTER INSERT ON public.listings FOR EACH ROW WHEN ((new.status = 'live'::text)) EXECUTE FUNCTION public.note_listing_events();
CREATE TRIGGER listings_events_update AFTER UPDATE ON public.listings FOR EACH ROW WHEN ((((new.status = 'live'::text) AND (old.status <> 'live'::text)) OR ((new.rejected_at IS NOT NULL) AND (old.rejected_at IS NULL)) OR ((new.screenshot_status = 'ready'::text) AND (old.screenshot_status IS DISTINCT FROM 'ready'::text)))) EXECUTE FUNCTION public.note_listing_events();
CREATE TRIGGER listings_link_event AFTER UPDATE ON public.listings FOR EACH ROW WHEN (((new.owner_id IS NOT NULL) AND (new.link_status IS NOT NULL) AND (old.link_status IS DISTINCT FROM new.link_status))) EXECUTE FUNCTION public.note_link_event();
CREATE TRIGGER listings_note_delete AFTER DELETE ON public.listings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_public_listings();
CREATE TRIGGER listings_note_insert AFTER INSERT ON public.listings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_public_listings();
CREATE TRIGGER listings_note_update AFTER UPDATE ON public.listings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_public_listings();
CREATE TRIGGER listings_notify_truncate AFTER TRUNCATE ON public.listings FOR EACH STATEMENT EXECUTE FUNCTION public.notify_public_content();
CREATE TRIGGER listings_past_categories AFTER UPDATE ON public.listings FOR EACH ROW WHEN (((old.status = 'live'::text) AND (old.categories IS DISTINCT FROM new.categories))) EXECUTE FUNCTION public.note_past_categories();
CREATE TRIGGER listings_search_follow AFTER UPDATE ON public.listings FOR EACH ROW WHEN ((((old.status = 'live'::text) IS DISTINCT FROM (new.status = 'live'::text)) OR (old.published_at IS DISTINCT FROM new.published_at))) EXECUTE FUNCTION public.follow_listing();
CREATE TRIGGER reports_event AFTER UPDATE ON public.reports FOR EACH ROW WHEN (((new.outcome IS NOT NULL) AND (old.outcome IS NULL))) EXECUTE FUNCTION public.note_report_event();
CREATE TRIGGER site_notify AFTER INSERT OR DELETE OR UPDATE ON public.site FOR EACH STATEMENT EXECUTE FUNCTION public.notify_public_content();
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.appeals
    ADD CONSTRAINT appeals_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.appeals
    ADD CONSTRAINT appeals_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.apps
    ADD CONSTRAINT apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.catalog_entries
    ADD CONSTRAINT catalog_entries_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_previous_owner_id_fkey FOREIGN KEY (previous_owner_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.link_checks
    ADD CONSTRAINT link_checks_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.listing_looks
    ADD CONSTRAINT listing_looks_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.listing_past_categories
    ADD CONSTRAINT listing_past_categories_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.listing_search
    ADD CONSTRAINT listing_search_id_fkey FOREIGN KEY (id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.listing_visits
    ADD CONSTRAINT listing_visits_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_archived_by_fkey FOREIGN KEY (archived_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_rejected_by_fkey FOREIGN KEY (rejected_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.mail_tokens
    ADD CONSTRAINT mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_records
    ADD CONSTRAINT oauth_records_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.policy_flags
    ADD CONSTRAINT policy_flags_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.policy_passes
    ADD CONSTRAINT policy_passes_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.review_claims
    ADD CONSTRAINT review_claims_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_claims
    ADD CONSTRAINT review_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_decisions
    ADD CONSTRAINT review_decisions_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_decisions
    ADD CONSTRAINT review_decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_skips
    ADD CONSTRAINT review_skips_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.review_skips
    ADD CONSTRAINT review_skips_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.takedowns
    ADD CONSTRAINT takedowns_taken_down_by_fkey FOREIGN KEY (taken_down_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
