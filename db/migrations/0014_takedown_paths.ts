// Paths of takedowns are compared case-insensitively: many servers do not distinguish /Shop from /shop.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from takedowns as twin using takedowns as kept
      where twin.listing_id = kept.listing_id and twin.host = kept.host
        and lower(twin.path) = lower(kept.path) and twin.id > kept.id;
    update takedowns set path = lower(path) where path <> lower(path);
  `);
}

/** The typed case is in website_url; nothing compares by it. */
export async function down(): Promise<void> {}
