-- Imports: what was read from where, how far each has come, and what its rows changed, so that it can be continued and
-- undone. And the policy that each listing was screened with.

create table imports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('csv', 'ndjson', 'json', 'markdown', 'mcp', 'directory')),
  -- The name of a file, or an address.
  source text not null check (char_length(source) <= 2000),
  -- How its rows are read: columns, categories, separator, whether nothing is to be written.
  options jsonb not null default '{}',
  owner_id uuid references users on delete set null,
  started_by uuid references users on delete set null,
  state text not null check (state in ('draft', 'waiting', 'running', 'stopped', 'failed', 'done', 'undoing', 'undone')),
  -- A worker takes it; otherwise the command that began it goes on with it.
  by_worker boolean not null default false,
  -- Whoever runs it is believed dead after this time.
  leased_until timestamptz(3),
  -- The last row that is settled; the place to go on at in a source of pages.
  position integer not null default 0,
  cursor text,
  -- Copies of a whole directory so far: rows of an earlier one that the latest lacks are gone there.
  generation integer not null default 0,
  total integer,
  counts jsonb not null default '{}',
  -- The directory's categories before it, if it added any, and those it added.
  categories_before jsonb,
  categories_added text[] not null default '{}',
  error text,
  -- The file, until the import has ended.
  content bytea,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
alter table imports alter column content set storage external;
create index imports_newest on imports (created_at desc, id);
create index imports_owner on imports (owner_id) where owner_id is not null;
create index imports_started_by on imports (started_by) where started_by is not null;
create index imports_unfinished on imports (created_at) where state in ('waiting', 'running', 'undoing');

-- What a row changed, until it is undone. No foreign key to listings: a row is written with each listing.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  listing_id uuid not null,
  line integer not null,
  -- The listing's id in the directory that is mirrored.
  remote_id text,
  generation integer not null default 0,
  -- The changed fields as they were; null: the listing was created.
  before jsonb,
  -- Of the content afterwards: a listing that has another one was changed by somebody since.
  digest text not null,
  primary key (import_id, listing_id)
);
create index import_rows_remote on import_rows (import_id, remote_id) where remote_id is not null;

-- Why rows had no effect, the first of each import.
create table import_faults (
  import_id uuid not null references imports on delete cascade,
  line integer not null,
  name text,
  field text,
  code text not null,
  error text not null,
  primary key (import_id, line)
);

-- A number for the policy and the list of hosts that screened it last.
alter table listings add column screened_by integer;

-- down

alter table listings drop column screened_by;
drop table import_faults, import_rows, imports;
