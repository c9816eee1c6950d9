// Webhooks. Events of an owner's listings become deliveries in the transaction of the change, written by triggers, so
// that no writer can forget one. Events of the public feed need no such rows: they are derived from listing_changes
// when it is a webhook's turn, and `feed_place` is its cursor.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
      -- The next try; null: done with.
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

    create function queue_webhook_event(owner uuid, event text, listing uuid, facts jsonb) returns void
      language sql as $$
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
    -- Ordinary updates do not come so far as to call a function.
    create trigger listings_events_update after update on listings
      for each row when (
        (new.status = 'live' and old.status <> 'live')
        or (new.rejected_at is not null and old.rejected_at is null)
        or (new.screenshot_status = 'ready' and old.screenshot_status is distinct from 'ready')
      ) execute function note_listing_events();

    create function note_report_event() returns trigger language plpgsql as $$
      begin
        perform queue_webhook_event(listings.owner_id, 'listing.report_closed', listings.id,
          jsonb_build_object('kind', new.kind, 'outcome', new.outcome))
          from listings where listings.id = new.listing_id and listings.owner_id is not null;
        return null;
      end $$;
    create trigger reports_event after update on reports
      for each row when (new.outcome is not null and old.outcome is null) execute function note_report_event();

    -- Where a listing was: who follows a category is told when it leaves.
    create table listing_past_categories (
      listing_id uuid not null references listings on delete cascade,
      category text not null,
      primary key (listing_id, category)
    );
    create function note_past_categories() returns trigger language plpgsql as $$
      begin
        insert into listing_past_categories (listing_id, category)
          select old.id, unnest(old.categories) on conflict do nothing;
        return null;
      end $$;
    create trigger listings_past_categories after update on listings
      for each row when (old.status = 'live' and old.categories is distinct from new.categories)
      execute function note_past_categories();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_past_categories on listings;
    drop trigger reports_event on reports;
    drop trigger listings_events_update on listings;
    drop trigger listings_events_insert on listings;
    drop function note_past_categories(), note_report_event(), note_listing_events(),
      queue_webhook_event(uuid, text, uuid, jsonb);
    drop table listing_past_categories, webhook_deliveries, webhooks;
  `);
}
