-- Columns that nothing reads: findings in the words of an earlier release, and whether a suspension still archives listings.

alter table users drop column archives_listings;
alter table link_checks drop column detail;

-- down

alter table users add column archives_listings boolean not null default false;
create index users_archives_listings on users (id) where archives_listings;
alter table link_checks add column detail text;
