// Notifies what has changed for guests, not only that something did: each statement on listings sends tags
// (db/public-content.ts), to every listening process by a notification after the commit, and to the session itself by a
// NOTICE in the statement's own response, which a pooler passes on, too. The cost is per statement, not per row: an
// import writes hundreds of rows at once.
import type { Knex } from 'knex';

/** The tags of the lists that contain a row. */
const LISTS = (row: string) =>
  `array['m', 'w', 'p:' || coalesce(${row}.pricing_model, '')]
     || coalesce((select array_agg('c:' || category) from unnest(${row}.categories) as category), '{}')`;

const APPEARED = (rows: string) =>
  `select row.id, row.slug, array['l:' || row.slug] || ${LISTS('row')} as tags from ${rows} as row where row.status = 'live'`;

/** A listing that keeps its position in every list changes only its own tag. */
const CHANGED = `
  select later.id, later.slug, array['l:' || earlier.slug, 'l:' || later.slug]
    || case when (earlier.status, earlier.categories, earlier.pricing_model, earlier.published_at, earlier.name, earlier.featured)
              is distinct from (later.status, later.categories, later.pricing_model, later.published_at, later.name, later.featured)
            then ${LISTS('earlier')} || ${LISTS('later')}
            when (earlier.tagline, earlier.description, earlier.features, earlier.website_url)
              is distinct from (later.tagline, later.description, later.features, later.website_url)
            then array['w'] else '{}' end as tags
  from old_rows as earlier join new_rows as later using (id)
  where (earlier.status = 'live' or later.status = 'live')
    -- Another key for the same address is no change that anybody follows (0015).
    and (earlier.url_key_version = later.url_key_version or earlier.updated_at <> later.updated_at)`;

/** Records the changes for mirrors, as 0004 did by row, and collects the tags. */
const NOTE = (changes: string) => `
  with changes as (${changes}), noted as (
    insert into listing_changes (listing_id, slug, noted, changed_at)
      select id, slug, nextval('listing_changes_noted'), clock_timestamp() from changes order by id
      on conflict (listing_id) do update
        set noted = excluded.noted, place = null, changed_at = excluded.changed_at
  )
  select string_agg(distinct tag, ' ') into all_tags from changes, unnest(tags) as tag;`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function notify_public_change(tags text) returns void language plpgsql as $$
      declare payload text := case when octet_length(tags) < 8000 then tags else '*' end;
      begin
        perform pg_notify('public_content', payload);
        raise notice '%', payload using errcode = 'LD001';
      end $$;

    create function note_public_listings() returns trigger language plpgsql as $$
      declare all_tags text;
      begin
        if tg_op = 'INSERT' then ${NOTE(APPEARED('new_rows'))}
        elsif tg_op = 'UPDATE' then ${NOTE(CHANGED)}
        else ${NOTE(APPEARED('old_rows'))}
        end if;
        if all_tags is not null then perform notify_public_change(all_tags); end if;
        return null;
      end $$;
    drop trigger listings_note_insert on listings;
    drop trigger listings_note_update on listings;
    drop trigger listings_note_delete on listings;
    drop function note_listing_change();
    create trigger listings_note_insert after insert on listings referencing new table as new_rows
      for each statement execute function note_public_listings();
    create trigger listings_note_update after update on listings
      referencing old table as old_rows new table as new_rows
      for each statement execute function note_public_listings();
    create trigger listings_note_delete after delete on listings referencing old table as old_rows
      for each statement execute function note_public_listings();

    create or replace function notify_public_content() returns trigger language plpgsql as $$
      begin
        perform notify_public_change(case tg_table_name when 'catalog_entries' then 'k' else '*' end);
        return null;
      end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_note_insert on listings;
    drop trigger listings_note_update on listings;
    drop trigger listings_note_delete on listings;
    drop function note_public_listings();
    create function note_listing_change() returns trigger language plpgsql as $$
      declare listing listings := coalesce(new, old);
      begin
        insert into listing_changes (listing_id, slug, noted, changed_at)
          values (listing.id, listing.slug, nextval('listing_changes_noted'), clock_timestamp())
          on conflict (listing_id) do update
            set noted = excluded.noted, place = null, changed_at = excluded.changed_at;
        perform pg_notify('public_content', '');
        return null;
      end $$;
    create trigger listings_note_insert after insert on listings
      for each row when (new.status = 'live') execute function note_listing_change();
    create trigger listings_note_update after update on listings
      for each row when ((old.status = 'live' or new.status = 'live')
        and (old.url_key_version = new.url_key_version or old.updated_at <> new.updated_at))
      execute function note_listing_change();
    create trigger listings_note_delete after delete on listings
      for each row when (old.status = 'live') execute function note_listing_change();
    create or replace function notify_public_content() returns trigger language plpgsql as $$
      begin
        perform pg_notify('public_content', '');
        return null;
      end $$;
    drop function notify_public_change(text);
  `);
}
