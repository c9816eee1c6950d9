// Pages of a category, however deep, are read from an index of that category only. One index for each category takes
// about a tenth of a kilobyte a listing.
import type { Knex } from 'knex';

const CATEGORIES =
  'saas developer-tools productivity marketing ai domains marketplace analytics design sales customer-support finance education security no-code other'.split(
    ' ',
  );
const nameOf = (category: string) => `listings_live_in_${category.replace('-', '_')}`;

export async function up(knex: Knex): Promise<void> {
  for (const category of CATEGORIES) {
    await knex.raw(
      `create index ${nameOf(category)} on listings (published_at desc, id desc)
       where status = 'live' and categories @> '{${category}}'::text[]`,
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const category of CATEGORIES) await knex.raw(`drop index ${nameOf(category)}`);
}
