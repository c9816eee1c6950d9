// Picture bytes by content, and the state of a listing's capture.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The id is the SHA-256 of the bytes. With MEDIA_STORE=s3://… bytes and thumbnail are null here and
    -- objects there; the row stays the truth about what exists.
    create table media (
      id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
      width integer not null,
      height integer not null,
      size integer not null,
      has_thumbnail boolean not null,
      bytes bytea,
      thumbnail bytea,
      -- Nothing may refer to it yet: a capture is stored before it is reported.
      held_until timestamptz(3) not null,
      created_at timestamptz(3) not null default now()
    );
    -- WebP does not compress further.
    alter table media alter column bytes set storage external, alter column thumbnail set storage external;
    create index media_created on media (created_at);

    -- Who still shows a picture; paths of our own media start like this, other addresses with http.
    create index listings_logo_media on listings (logo_url) where starts_with(logo_url, '/media/');
    create index listings_screenshot_media on listings (screenshot_url) where starts_with(screenshot_url, '/media/');

    -- A worker has taken the capture; it renews the time while it works and is believed dead when it does not.
    alter table listings
      add column capture_started_at timestamptz(3),
      add column capture_attempts smallint not null default 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listings drop column capture_started_at, drop column capture_attempts;
    drop index listings_logo_media, listings_screenshot_media;
    drop table media;
  `);
}
