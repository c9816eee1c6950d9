// Queued emails, written in the transaction that causes them. Their text is rendered when they are sent, so that no row
// contains a secret link.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mails (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      -- To an account; or to an address somebody typed, which may have none: that is found out when it is sent.
      user_id uuid references users on delete cascade,
      email_key text,
      check (num_nonnulls(user_id, email_key) = 1),
      -- Mails of one batch to one account are sent as one.
      batch uuid,
      data jsonb not null,
      request_id text,
      created_at timestamptz(3) not null default now(),
      -- The next try.
      due_at timestamptz(3) not null default now(),
      attempts integer not null default 0,
      -- A worker is sending it; after this time the worker is believed dead.
      claimed_until timestamptz(3),
      sent_at timestamptz(3),
      -- Given up.
      failed_at timestamptz(3),
      last_error text
    );
    create index mails_due on mails (due_at) where sent_at is null and failed_at is null;
    create index mails_failed on mails (failed_at) where failed_at is not null;
    create index mails_user on mails (user_id, kind, created_at);
    create index mails_batch on mails (batch, user_id) where batch is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mails');
}
