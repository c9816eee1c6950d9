-- Listings without a logo get the icon of their site.

create table listing_icons (
  listing_id uuid primary key references listings on delete cascade,
  -- When the site is to be read; null: no more.
  due_at timestamptz(3),
  attempts smallint not null default 0,
  -- The logo that was taken from the site.
  logo_url text,
  -- The owner removed a logo: none is taken.
  declined boolean not null default false
);
create index listings_without_logo on listings (id) where logo_url is null and status = 'live';

-- down

drop index listings_without_logo;
drop table listing_icons;
