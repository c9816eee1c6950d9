-- Searches and categories that somebody follows by email. The id is the secret of the links in the emails.

create table follows (
  id uuid primary key default gen_random_uuid(),
  -- The address, as addresses are compared.
  email_key text not null check (char_length(email_key) <= 254),
  -- Of the pages on which it was asked for.
  language text not null,
  -- What is followed; '' for any.
  q text not null default '',
  category text not null default '',
  pricing text not null default '',
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  -- Listings published before have been told of.
  told_until timestamptz(3),
  -- The next digest of this address.
  next_at timestamptz(3),
  unique (email_key, q, category, pricing),
  check ((confirmed_at is null) = (next_at is null) and (confirmed_at is null) = (told_until is null))
);
create index follows_due on follows (next_at) where next_at is not null;
create index mails_address on mails (address, kind) where address is not null;

-- down

drop index mails_address;
drop table follows;
