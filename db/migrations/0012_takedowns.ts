// Rejections that outlive the listing and its owner: otherwise, deleting the account and submitting the site again
// would undo a takedown.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table takedowns (
      id uuid primary key default gen_random_uuid(),
      -- The page, whatever its query (core/addresses/page.ts): host without www., path '' for the front page.
      host text not null,
      path text not null,
      url_key text not null,
      website_url text not null,
      -- No foreign key: it outlives the listing.
      listing_id uuid not null,
      listing_name text not null,
      reason text check (char_length(reason) <= 500),
      taken_down_by uuid references users on delete set null,
      taken_down_by_email text,
      created_at timestamptz(3) not null default now(),
      unique (listing_id, host, path)
    );
    create index takedowns_page on takedowns (host, path);
    create index takedowns_newest on takedowns (created_at desc, id desc);
    create index takedowns_taken_down_by on takedowns (taken_down_by) where taken_down_by is not null;

    insert into takedowns (host, path, url_key, website_url, listing_id, listing_name, reason, taken_down_by,
        taken_down_by_email, created_at)
      select split_part(page, '/', 1), coalesce(substring(page from '/.*'), ''), url_key, website_url, listings.id,
          listings.name, rejected_reason, rejected_by, users.email, rejected_at
        from listings
        cross join lateral (
          select regexp_replace(regexp_replace(regexp_replace(split_part(url_key, '?', 1),
            '(%20|%09|%C2%A0)+', '', 'gi'), '/+', '/', 'g'), '/$', '') as page) as pages
        left join users on users.id = rejected_by
        where rejected_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table takedowns');
}
