-- How many people made a search on a day, for what the front page says is wanted; and an index for what is kept most.

alter table searches add column askers integer not null default 0;
create index listing_visits_kept on listing_visits (day) where keeps > 0;

-- down

drop index listing_visits_kept;
alter table searches drop column askers;
