// The site's settings: name, colours, texts, pages. One row, or none while everything has its default.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table site (
      id boolean primary key default true check (id),
      version integer not null check (version > 0),
      document jsonb not null,
      -- Paths of our own media, in columns so that nothing deletes the pictures (see references in core/pictures/media.ts).
      logo_url text,
      favicon_url text,
      social_image_url text,
      updated_at timestamptz(3) not null default now()
    );
    -- It is on every page.
    create trigger site_notify after insert or update or delete on site
      for each statement execute function notify_public_content();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table site');
}
