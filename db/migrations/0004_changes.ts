// The changes feed for mirrors: one row for every listing that was ever live, written by triggers, so that no writer
// can forget it. A new row has no position yet; readers assign positions (core/search/changes.ts), only to committed
// rows, so that no position lower than one already read can appear later.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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

    create function note_listing_change() returns trigger language plpgsql as $$
      declare listing listings := coalesce(new, old);
      begin
        insert into listing_changes (listing_id, slug, noted, changed_at)
          values (listing.id, listing.slug, nextval('listing_changes_noted'), clock_timestamp())
          on conflict (listing_id) do update
            set noted = excluded.noted, place = null, changed_at = excluded.changed_at;
        return null;
      end $$;
    -- Only what the public could see before or can see now.
    create trigger listings_note_insert after insert on listings
      for each row when (new.status = 'live') execute function note_listing_change();
    create trigger listings_note_update after update on listings
      for each row when (old.status = 'live' or new.status = 'live') execute function note_listing_change();
    create trigger listings_note_delete after delete on listings
      for each row when (old.status = 'live') execute function note_listing_change();

    insert into listing_changes (listing_id, slug, noted, changed_at)
      select id, slug, nextval('listing_changes_noted'), updated_at
        from (select * from listings where status = 'live' order by updated_at, id) as live;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_note_insert on listings;
    drop trigger listings_note_update on listings;
    drop trigger listings_note_delete on listings;
    drop function note_listing_change();
    drop table listing_changes;
    drop sequence listing_changes_place, listing_changes_noted;
  `);
}
