-- What names look like, so that a new listing with the name of one elsewhere is found. Filled with the search documents.

alter table listing_search add column name_shape text not null default '' collate "C";
create index listing_search_shape on listing_search (name_shape) where live;

-- down

alter table listing_search drop column name_shape;
