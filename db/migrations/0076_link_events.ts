// The owner's webhooks are notified when the site of a listing cannot be reached any more.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_link_event on listings;
    drop function note_link_event();
  `);
}
