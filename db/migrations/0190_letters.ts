// The index of names has what the filters under a letter count, so that no listing is read for it.
import type { Knex } from 'knex';

const replaceIndex = (knex: Knex, include: string) =>
  knex.raw(`
    drop index listings_live_name;
    create index listings_live_name on listings (name_key, id) ${include} where status = 'live';
  `);

export const up = (knex: Knex) => replaceIndex(knex, 'include (categories, pricing_model)');

export const down = (knex: Knex) => replaceIndex(knex, '');
