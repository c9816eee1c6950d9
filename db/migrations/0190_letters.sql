-- The index of names has what the filters under a letter count, so that no listing is read for it.

-- Reads go on while the new one is built: only dropping locks them out.
create index listings_live_name_next on listings (name_key, id) include (categories, pricing_model) where status = 'live';
drop index listings_live_name;
alter index listings_live_name_next rename to listings_live_name;

-- down

create index listings_live_name_next on listings (name_key, id) where status = 'live';
drop index listings_live_name;
alter index listings_live_name_next rename to listings_live_name;
