// The index of names has what the filters under a letter count, so that no listing is read for it.
import type { Knex } from 'knex';

/** Reads go on while the new one is built: only dropping locks them out. */
const replaceIndex = (knex: Knex, include: string) =>
  knex.raw(`
    create index listings_live_name_next on listings (name_key, id) ${include} where status = 'live';
    drop index listings_live_name;
    alter index listings_live_name_next rename to listings_live_name;
  `);

export const up = (knex: Knex) => replaceIndex(knex, 'include (categories, pricing_model)');

export const down = (knex: Knex) => replaceIndex(knex, '');
