-- The listings that the first page of a search showed, for the statistics of their owners; null: not known.
alter table searches add column shown uuid[];
create index searches_shown on searches using gin (shown);
-- down
alter table searches drop column shown;
