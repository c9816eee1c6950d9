// A listing has some eighty words to be found by, each of which was put into its place in the index when the listing was
// stored: a quarter of what a create cost the database. Now they wait in a list until it has 64 kB, some thirty
// listings, and are sorted in together. A search reads that list as well, so it is short.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter index listing_search_words set (fastupdate = on, gin_pending_list_limit = 64)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter index listing_search_words set (fastupdate = off);
    alter index listing_search_words reset (gin_pending_list_limit);
    select gin_clean_pending_list('listing_search_words'::regclass)`);
}
