// Thousands of plain listings at once, for tests about their number and not their texts.
import type { Knex } from 'knex';

/** Inserts `many-1` … `many-<count>`, live and without an owner. */
export async function insertManyListings(knex: Knex, count: number): Promise<void> {
  await knex.raw(
    `insert into listings (slug, url_key, url_key_version, name, website_url, tagline, base_status,
       published_at, name_key)
     select 'many-' || n, 'many' || n || '.example.com', 1, 'Many ' || n, 'https://many' || n || '.example.com',
       'One of many', 'live', now(), 'many ' || n
     from generate_series(1, ?::int) as n`,
    [count],
  );
}
