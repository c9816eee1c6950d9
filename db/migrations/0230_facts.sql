-- Facts that the operator defines (core/settings/facts.ts): what listings have of them, how values are spelled, and how
-- many live listings have each term of the filters.

alter table listings add column facts jsonb;
alter table listings alter column facts set storage main;

-- term: what all spellings of a value have in common (termOf, core/listings/facts.ts). A renamed or merged value stays
-- as an alias with its new name.
create table fact_values (
  key text not null,
  term text not null collate "C",
  value text not null,
  is_alias boolean not null default false,
  primary key (key, term)
);
create index fact_values_aliases on fact_values (key, term) where is_alias;

-- The terms are the lexemes of weight A (core/listings/search-document.ts). Changes are appended as differences, as
-- in listing_counts; readers add them up, and fold them (core/search/term-counts.ts).
create table term_counts (
  term text not null collate "C",
  listings bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function terms_of(search tsvector) returns setof text language sql immutable as $$
  select unnest(tsvector_to_array(ts_filter(search, '{a}'))) $$;

-- Once a statement, not once a row: an import writes hundreds of rows at once.
create function count_terms() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into term_counts select term, count(*) from new_rows, terms_of(search) as term where live group by term;
    elsif tg_op = 'UPDATE' then
      insert into term_counts select term, sum(change) from (
        select term, 1 as change from new_rows, terms_of(search) as term where live
        union all select term, -1 from old_rows, terms_of(search) as term where live
      ) as changes group by term having sum(change) <> 0;
    else
      insert into term_counts select term, -count(*) from old_rows, terms_of(search) as term where live group by term;
    end if;
    return null;
  end $$;
create trigger listing_search_count_insert after insert on listing_search referencing new table as new_rows
  for each statement execute function count_terms();
create trigger listing_search_count_update after update on listing_search
  referencing old table as old_rows new table as new_rows for each statement execute function count_terms();
create trigger listing_search_count_delete after delete on listing_search referencing old table as old_rows
  for each statement execute function count_terms();
create or replace function forget_listing_counts() returns trigger language plpgsql as $$
  begin
    delete from listing_counts;
    delete from term_counts;
    return null;
  end $$;

-- down

drop trigger listing_search_count_insert on listing_search;
drop trigger listing_search_count_update on listing_search;
drop trigger listing_search_count_delete on listing_search;
create or replace function forget_listing_counts() returns trigger language plpgsql as $$
  begin
    delete from listing_counts;
    return null;
  end $$;
drop function count_terms();
drop function terms_of(tsvector);
drop table term_counts;
drop table fact_values;
alter table listings drop column facts;
