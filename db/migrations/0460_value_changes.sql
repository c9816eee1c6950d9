-- Merges of categories are kept as changes of facts' values are.
alter table fact_changes rename to value_changes;
alter table value_changes add column merged jsonb;
insert into value_changes (id, action, key, value, into_value, terms, merged, listing_ids, both_ids, changed_at)
  select id, 'merge', 'categories', merged ->> 'value', into_value, '{}', merged, listing_ids, both_ids, merged_at
    from category_merges;
drop table category_merges;

-- down

create table category_merges (
  id uuid primary key default gen_random_uuid(),
  merged jsonb not null,
  into_value text not null,
  listing_ids uuid[] not null,
  both_ids uuid[] not null,
  merged_at timestamptz(3) not null default now()
);
insert into category_merges (id, merged, into_value, listing_ids, both_ids, merged_at)
  select id, merged, into_value, listing_ids, both_ids, changed_at
    from value_changes where key = 'categories' and action = 'merge';
delete from value_changes where key = 'categories';
alter table value_changes drop column merged;
alter table value_changes rename to fact_changes;
