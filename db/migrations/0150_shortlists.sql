-- The listings that an account keeps for later. A guest's are in a cookie.

create table shortlist_entries (
  user_id uuid not null references users on delete cascade,
  listing_id uuid not null references listings on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, listing_id)
);
create index shortlist_entries_listing on shortlist_entries (listing_id);

-- down

drop table shortlist_entries;
