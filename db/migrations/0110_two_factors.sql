-- Second factors: authenticator apps, recovery codes, passkeys; and when a session last proved who its person is.

alter table users
  -- A confirmed authenticator app or a passkey: a password alone does not sign in.
  add column two_factor_enabled boolean not null default false;
alter table sessions add column proven_at timestamptz(3);

create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted under a key derived from SESSION_SECRET.
  secret bytea not null,
  -- null: set up, and no code given yet.
  confirmed_at timestamptz(3),
  -- The time step of the last accepted code: no code is accepted twice.
  last_step bigint,
  created_at timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  digest bytea not null,
  primary key (user_id, digest)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text[] not null,
  aaguid text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id, created_at);

-- Challenges that a passkey has signed, until they expire: none is accepted twice.
create table used_challenges (
  digest bytea primary key,
  expires_at timestamptz(3) not null
);

-- Devices on which the second factor is not asked for again.
create table trusted_devices (
  digest bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index trusted_devices_user on trusted_devices (user_id);

-- down

drop table totp_secrets, recovery_codes, passkeys, used_challenges, trusted_devices;
alter table sessions drop column proven_at;
alter table users drop column two_factor_enabled;
