-- What people search for, by day, found or not (before, only what was not found was counted); and where the views of
-- a listing come from.

create table searches (
  day date not null,
  query text not null check (char_length(query) <= 100),
  searches integer not null,
  -- Whether the last of them found something; null: it was answered from a cache, or had filters.
  found boolean,
  last_at timestamptz(3) not null default now(),
  primary key (day, query)
);
insert into searches (day, query, searches, found, last_at)
  select (last_at at time zone 'UTC')::date, query, searches, false, last_at from search_misses;
drop table search_misses;

create table listing_sources (
  listing_id uuid not null references listings on delete cascade,
  day date not null,
  kind text not null check (kind in ('site', 'search', 'inside', 'direct')),
  -- Of a site its host, of a search its words; '' for those beyond the number that a day stores, and for the others.
  source text not null check (char_length(source) <= 100),
  views integer not null,
  primary key (listing_id, day, kind, source)
);
create index listing_sources_day on listing_sources (day);

-- down

drop table listing_sources;
create table search_misses (
  query text primary key check (char_length(query) <= 100),
  searches integer not null default 1,
  last_at timestamptz(3) not null default now()
);
create index search_misses_most on search_misses (searches desc, last_at desc);
insert into search_misses (query, searches, last_at)
  select query, sum(searches), max(last_at) from searches where found is false group by query;
drop table searches;
