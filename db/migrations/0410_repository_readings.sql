-- What the repository of a listing said last, and which facts were written from it.

create table repository_readings (
  listing_id uuid primary key references listings on delete cascade,
  repository text not null,
  etag text,
  archived boolean not null,
  facts jsonb not null,
  read_at timestamptz(3) not null
);

-- down

drop table repository_readings;
