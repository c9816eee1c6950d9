// Notifies every listening process when content that guests can read has changed (db/public-content.ts), by triggers,
// so that no writer can forget it. PostgreSQL sends one notification a transaction, after its commit.
import type { Knex } from 'knex';

/** The function of 0004, with or without the notification: it runs for exactly the changes that the public can see. */
function noteListingChange(notice: string): string {
  return `
    create or replace function note_listing_change() returns trigger language plpgsql as $$
      declare listing listings := coalesce(new, old);
      begin
        insert into listing_changes (listing_id, slug, noted, changed_at)
          values (listing.id, listing.slug, nextval('listing_changes_noted'), clock_timestamp())
          on conflict (listing_id) do update
            set noted = excluded.noted, place = null, changed_at = excluded.changed_at;
        ${notice}
        return null;
      end $$;`;
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${noteListingChange(`perform pg_notify('public_content', '');`)}
    create function notify_public_content() returns trigger language plpgsql as $$
      begin
        perform pg_notify('public_content', '');
        return null;
      end $$;
    create trigger catalog_entries_notify after insert or update or delete or truncate on catalog_entries
      for each statement execute function notify_public_content();
    create trigger listings_notify_truncate after truncate on listings
      for each statement execute function notify_public_content();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_notify_truncate on listings;
    drop trigger catalog_entries_notify on catalog_entries;
    drop function notify_public_content();
    ${noteListingChange('')}
  `);
}
