-- Websites of proven listings are read with their weekly check.

alter table own_sites drop column due_at;

-- down

alter table own_sites add column due_at timestamptz(3) not null default now();
create index own_sites_due_at on own_sites (due_at);
