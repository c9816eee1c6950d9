// Featured listings have an order and an end, and cached pages are invalidated when either changes.
import type { Knex } from 'knex';

/** What moves a listing in guests' lists, as the trigger of 0025 compares it. */
const FEATURED = (row: string) => `${row}.featured`;
const ORDERED = (row: string) => `${row}.featured, ${row}.featured_position, ${row}.featured_until`;

/** Replaces a part of the trigger's function, which must contain it. */
const REWRITE = (from: typeof FEATURED, to: typeof FEATURED) => `
  do $$
    declare
      source text := pg_get_functiondef('note_public_listings'::regproc);
      rewritten text := replace(replace(source, '${from('earlier')})', '${to('earlier')})'),
        '${from('later')})', '${to('later')})');
    begin
      if rewritten = source then raise exception 'note_public_listings is not as expected'; end if;
      execute rewritten;
    end $$;`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listings
      add column featured_position smallint check (featured_position between 1 and 1000),
      -- null: until an admin ends it.
      add column featured_until timestamptz(3),
      add constraint listings_featured check (featured or (featured_position is null and featured_until is null));
    drop index listings_live_featured;
    create index listings_live_featured on listings (featured_position, published_at desc, id desc)
      where status = 'live' and featured;
    ${REWRITE(FEATURED, ORDERED)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${REWRITE(ORDERED, FEATURED)}
    drop index listings_live_featured;
    alter table listings drop column featured_position, drop column featured_until;
    create index listings_live_featured on listings (published_at desc, id desc) where status = 'live' and featured;
  `);
}
