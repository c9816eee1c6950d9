-- What the websites of proven listings say of their products, as they were last read.

create table own_sites (
  listing_id uuid primary key references listings on delete cascade,
  read_at timestamptz(3),
  due_at timestamptz(3) not null,
  offered jsonb,
  dismissed jsonb,
  follows boolean not null default false
);
create index own_sites_due_at on own_sites (due_at);
insert into own_sites (listing_id, due_at)
select id, now() from listings where verified_key = url_key and verified_by = owner_id;

-- down

drop table own_sites;
