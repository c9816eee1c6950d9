// Whether the sites of live listings still respond: when each is checked, and the results.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listings
      add column link_status text check (link_status in ('unreachable', 'parked')),
      add column link_status_at timestamptz(3),
      add constraint listings_link_status check ((link_status is null) = (link_status_at is null));
    create index listings_link_status_index on listings (link_status_at) where link_status is not null;

    create table link_checks (
      listing_id uuid primary key references listings on delete cascade,
      due_at timestamptz(3) not null,
      -- An admin wants to know now, whether regular checks are on or off.
      asked_at timestamptz(3),
      checked_at timestamptz(3),
      outcome text check (outcome in ('ok', 'skipped', 'unreachable', 'parked')),
      detail text,
      -- In a row, and since when.
      failures integer not null default 0,
      first_failed_at timestamptz(3),
      -- A moderator has looked at what was found.
      seen_at timestamptz(3)
    );
    create index link_checks_due on link_checks (due_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table link_checks;
    alter table listings drop column link_status, drop column link_status_at;
  `);
}
