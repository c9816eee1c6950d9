-- Since when a moderator has had an item of the review desk open.

alter table review_claims add column since timestamptz(3) not null default now();

-- down

alter table review_claims drop column since;
