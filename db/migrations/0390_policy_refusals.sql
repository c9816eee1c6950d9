-- How often the content policy refused on each day: no texts, and nobody's name.

create table policy_refusals (
  day date not null,
  category text not null,
  refusals integer not null,
  primary key (day, category)
);
create index appeals_granted on appeals (closed_at) where outcome = 'granted';
create index reports_upheld on reports (closed_at) where outcome = 'upheld';

-- down

drop table policy_refusals;
drop index appeals_granted;
drop index reports_upheld;
