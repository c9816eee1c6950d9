// Updating the key of a listing (core/addresses/re-key.ts) is not a change for mirrors: only the key and its version
// differ. A change of the website sets updated_at as well.
import type { Knex } from 'knex';

const noteUpdates = (condition: string) => `
  drop trigger listings_note_update on listings;
  create trigger listings_note_update after update on listings
    for each row when ((old.status = 'live' or new.status = 'live') ${condition})
    execute function note_listing_change();`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    noteUpdates('and (old.url_key_version = new.url_key_version or old.updated_at <> new.updated_at)'),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(noteUpdates(''));
}
