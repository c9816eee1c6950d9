// API keys with scopes, an expiry and a rate limit of their own.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_keys
      -- null: everything, as all keys before.
      add column scopes text[] check (cardinality(scopes) > 0),
      -- null: no end.
      add column expires_at timestamptz(3),
      -- Requests per window; null: as many as the account.
      add column rate_limit integer check (rate_limit > 0);
    create index api_keys_expiry on api_keys (expires_at) where expires_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table api_keys drop column scopes, drop column expires_at, drop column rate_limit;');
}
