-- The ready reasons of the review desk are texts of the interface.
drop table review_reasons;

-- down

create table review_reasons (position integer primary key, text text not null);
