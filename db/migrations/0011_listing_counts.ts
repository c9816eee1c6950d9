// The number of live listings of each category and pricing model, maintained by triggers, so that no list has to count
// all rows. Changes are appended as differences, so that no two writers wait for each other; readers sum them up and
// fold them (core/search/counts.ts).
import type { Knex } from 'knex';

/** The counts a listing belongs to: each of its categories, and '' for any; '' also for no pricing model. */
const PLACES = (row: string, times: string) =>
  `select distinct category, coalesce(${row}.pricing_model, ''), ${times}
     from unnest(array_append(coalesce(${row}.categories, '{}'), '')) as category`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listing_counts (
      category text not null,
      pricing_model text not null,
      listings bigint not null
    );
    -- Small and rewritten often: dead rows must not pile up.
    alter table listing_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    create function count_listing() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' and old.status = 'live' then
          insert into listing_counts ${PLACES('old', '-1')};
        end if;
        if tg_op <> 'DELETE' and new.status = 'live' then
          insert into listing_counts ${PLACES('new', '1')};
        end if;
        return null;
      end $$;
    create trigger listings_count_insert after insert on listings
      for each row when (new.status = 'live') execute function count_listing();
    create trigger listings_count_update after update on listings
      for each row when ((old.status = 'live' or new.status = 'live')
        and (old.status, old.categories, old.pricing_model)
          is distinct from (new.status, new.categories, new.pricing_model)) execute function count_listing();
    create trigger listings_count_delete after delete on listings
      for each row when (old.status = 'live') execute function count_listing();

    create function forget_listing_counts() returns trigger language plpgsql as $$
      begin
        delete from listing_counts;
        return null;
      end $$;
    create trigger listings_count_truncate after truncate on listings
      for each statement execute function forget_listing_counts();

    insert into listing_counts
      select category, coalesce(pricing_model, ''), count(distinct id)
        from listings cross join lateral unnest(array_append(coalesce(categories, '{}'), '')) as category
        where status = 'live' group by 1, 2;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listings_count_insert on listings;
    drop trigger listings_count_update on listings;
    drop trigger listings_count_delete on listings;
    drop trigger listings_count_truncate on listings;
    drop function count_listing();
    drop function forget_listing_counts();
    drop table listing_counts;
  `);
}
