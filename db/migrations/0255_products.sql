-- Takedowns have a scope, and distinguish the variants of a page. Two listings that turn out to be of one product name
-- each other. Keys of an earlier version are computed again by the worker (core/service/url-keys.ts).

alter table takedowns
  -- Port, query and route in the fragment.
  add column variant text not null default '',
  add column is_whole_host boolean not null default false,
  add column url_key_version integer not null default 1,
  drop constraint takedowns_listing_id_host_path_key,
  add constraint takedowns_listing_id_host_path_variant_key unique (listing_id, host, path, variant);
create index takedowns_whole_host on takedowns (host) where is_whole_host;
alter table catalog_entries add column url_key_version integer not null default 1;
-- The older listing of the same product: a moderator decides whether they are merged. Merged, this one is archived,
-- and its address redirects there.
alter table listings add column duplicate_of uuid references listings on delete set null;
create index listings_duplicate_of on listings (duplicate_of) where duplicate_of is not null;
create index listings_url_key_version on listings (url_key_version);
alter table review_decisions
  drop constraint review_decisions_decision_check,
  add constraint review_decisions_decision_check check (decision in ('approve', 'reject', 'merge'));

-- down

delete from review_decisions where decision = 'merge';
alter table review_decisions
  drop constraint review_decisions_decision_check,
  add constraint review_decisions_decision_check check (decision in ('approve', 'reject'));
drop index listings_url_key_version;
alter table listings drop column duplicate_of;
alter table catalog_entries drop column url_key_version;
drop index takedowns_whole_host;
delete from takedowns as a using takedowns as b
  where a.listing_id = b.listing_id and a.host = b.host and a.path = b.path and a.id > b.id;
alter table takedowns
  drop constraint takedowns_listing_id_host_path_variant_key,
  add constraint takedowns_listing_id_host_path_key unique (listing_id, host, path),
  drop column url_key_version,
  drop column is_whole_host,
  drop column variant;
