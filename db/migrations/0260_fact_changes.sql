-- Values of facts that were renamed or merged, kept so that it can be undone.

create table fact_changes (
  id uuid primary key default gen_random_uuid(),
  action text not null check (action in ('rename', 'merge')),
  key text not null,
  value text not null,
  into_value text not null,
  -- The spellings that led to the value.
  terms text[] not null,
  -- The listings that had the value only, and those that had both.
  listing_ids uuid[] not null,
  both_ids uuid[] not null,
  changed_at timestamptz(3) not null default now()
);

-- down

drop table fact_changes;
