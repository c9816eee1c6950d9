// Smaller indexes for the same queries. Times only grow: an ascending index fills its blocks as it grows, where a
// descending one leaves half of each empty; newest first, it is scanned backwards. Short texts stay in their rows: rows
// over 2 kB moved them out of line, before the long texts that can be compressed.
import type { Knex } from 'knex';

const CATEGORIES =
  'saas developer-tools productivity marketing ai domains marketplace analytics design sales customer-support finance education security no-code other'.split(
    ' ',
  );
/** Name, table, columns before the time, the time, and the condition on its rows. */
const INDEXES: readonly (readonly [string, string, string, string, string])[] = [
  ['listings_newest', 'listings', '', 'created_at', ''],
  ['listings_owner', 'listings', 'owner_id, ', 'created_at', 'owner_id is not null'],
  ['listings_live_newest', 'listings', '', 'published_at', "status = 'live'"],
  ['listings_live_pricing', 'listings', 'pricing_model, ', 'published_at', "status = 'live'"],
  ['listing_search_newest', 'listing_search', '', 'published_at', 'live'],
  ...CATEGORIES.map(
    (category) =>
      [
        `listings_live_in_${category.replace('-', '_')}`,
        'listings',
        '',
        'published_at',
        `status = 'live' and categories @> '{${category}}'::text[]`,
      ] as const,
  ),
];
const SHORT_TEXTS =
  'slug url_key name website_url tagline categories pricing_model pricing_summary cta_label source base_status status logo_url screenshot_url screenshot_status capture_url name_key'.split(
    ' ',
  );

export async function up(knex: Knex): Promise<void> {
  for (const [name, table, before, time, rows] of INDEXES) {
    await knex.raw(
      `drop index ${name}; create index ${name} on ${table} (${before}${time}, id) ${rows && `where ${rows}`}`,
    );
  }
  await knex.raw(`alter table listings ${storage('main')}`);
}

export async function down(knex: Knex): Promise<void> {
  for (const [name, table, before, time, rows] of INDEXES) {
    const where = rows && name !== 'listings_owner' ? `where ${rows}` : '';
    await knex.raw(
      `drop index ${name}; create index ${name} on ${table} (${before}${time} desc, id desc) ${where}`,
    );
  }
  await knex.raw(`alter table listings ${storage('extended')}`);
}

const storage = (kind: string) =>
  SHORT_TEXTS.map((column) => `alter column ${column} set storage ${kind}`).join(', ');
