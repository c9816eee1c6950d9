-- Which emails about the desk a moderator gets, and since when a webhook knows what waits there.

alter table users
  add column desk_emails text not null default 'none' check (desk_emails in ('none', 'daily', 'appeals')),
  add column desk_mailed_at timestamptz(3);
alter table webhooks add column reviews_since timestamptz(3) not null default now();

-- down

alter table users drop column desk_emails, drop column desk_mailed_at;
alter table webhooks drop column reviews_since;
