-- One list of the operator's verdicts on hosts. Passes of sites become entries of it; the imported list of hashed hosts
-- cannot, as it has no names.

create table host_verdicts (
  id uuid primary key default gen_random_uuid(),
  -- A host without www., which includes its ports and subdomains, or a page of one with all below it.
  address text not null unique,
  verdict text not null check (verdict in ('refuse', 'hold', 'pass')),
  -- Of the content policy, with "pass"; empty: all.
  categories text[] not null default '{}',
  reason text not null check (char_length(reason) <= 500),
  created_at timestamptz(3) not null default now()
);
create index host_verdicts_newest on host_verdicts (created_at desc, id desc);
insert into host_verdicts (address, verdict, categories, reason, created_at)
  select lower(regexp_replace(url_key, '[?].*$', '')) as address, 'pass',
    array_agg(distinct category order by category),
    left(string_agg(distinct reason, '; '), 500), min(created_at)
  from policy_passes group by 1;
drop table policy_passes;

-- down

create table policy_passes (
  id uuid primary key default gen_random_uuid(),
  url_key text not null,
  website_url text not null,
  category text not null check (category in ('adult', 'drugs', 'illegal')),
  reason text not null,
  granted_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (url_key, category)
);
create index policy_passes_granted_by on policy_passes (granted_by);
insert into policy_passes (url_key, website_url, category, reason, created_at)
  select address, 'https://' || address, category, reason, created_at
  from host_verdicts, unnest(case categories when '{}' then '{adult,drugs,illegal}' else categories end) as category
  where verdict = 'pass';
drop table host_verdicts;
