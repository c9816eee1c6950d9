-- One table of counts: term_counts has those of categories and prices already, and now of all live listings, as an
-- empty term.
create or replace function terms_of(search tsvector) returns setof text language sql immutable as $$
  select unnest(array_append(tsvector_to_array(ts_filter(search, '{a}')), '')) $$;
insert into term_counts select '', count(*) from listing_search where live having count(*) > 0;
drop trigger listings_count_insert on listings;
drop trigger listings_count_update on listings;
drop trigger listings_count_delete on listings;
create or replace function forget_listing_counts() returns trigger language plpgsql as $$
  begin
    delete from term_counts;
    return null;
  end $$;
drop function count_listing();
drop table listing_counts;
-- down
create table listing_counts (
  category text not null,
  pricing_model text not null,
  listings bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create function count_listing() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.status = 'live' then
      insert into listing_counts
        select distinct category, coalesce(old.pricing_model, ''), -1
        from unnest(array_append(coalesce(old.categories, '{}'), '')) as category;
    end if;
    if tg_op <> 'DELETE' and new.status = 'live' then
      insert into listing_counts
        select distinct category, coalesce(new.pricing_model, ''), 1
        from unnest(array_append(coalesce(new.categories, '{}'), '')) as category;
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
create or replace function forget_listing_counts() returns trigger language plpgsql as $$
  begin
    delete from listing_counts;
    delete from term_counts;
    return null;
  end $$;
insert into listing_counts
  select category, coalesce(pricing_model, ''), count(*)
  from listings, unnest(array_append(coalesce(categories, '{}'), '')) as category where status = 'live' group by 1, 2;
create or replace function terms_of(search tsvector) returns setof text language sql immutable as $$
  select unnest(tsvector_to_array(ts_filter(search, '{a}'))) $$;
delete from term_counts where term = '';
