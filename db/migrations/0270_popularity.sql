-- Listings kept on shortlists are counted by day as clicks are, and the popularity of the last 30 days is stored for
-- lists. Its own table: a change is no change of the listing.

alter table listing_visits add column keeps integer not null default 0;
create table listing_popularity (
  listing_id uuid primary key references listings on delete cascade,
  popularity integer not null check (popularity > 0)
);
create index listing_popularity_most on listing_popularity (popularity, listing_id);

-- down

drop table listing_popularity;
alter table listing_visits drop column keeps;
