// OAuth apps that members have authorized, and the authorization server's records of tokens.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table apps (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users (id) on delete cascade,
      -- The client_id: a random one of a registered client, or the address of a metadata document.
      client_id text not null,
      name text not null,
      scopes text[] not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    );
    create index apps_user on apps (user_id, created_at desc);

    create table oauth_records (
      -- The kind of record, in the words of the protocol library: AccessToken, RefreshToken, Client, …
      model text not null,
      -- Of a record whose id is a secret (a token, a code, a cookie): its SHA-256 in base64url.
      id text not null,
      payload jsonb not null,
      app_id uuid references apps (id) on delete cascade,
      expires_at timestamptz(3),
      consumed_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (model, id)
    );
    create index oauth_records_app on oauth_records (app_id) where app_id is not null;
    create index oauth_records_expiry on oauth_records (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table oauth_records, apps');
}
