// Members change their email: the new address is pending in the account until its link is opened.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      -- Asked for, and not proven yet.
      add column pending_email text,
      add column pending_email_at timestamptz(3),
      add constraint users_pending_email check ((pending_email is null) = (pending_email_at is null));
    create index users_pending_email on users (pending_email_at) where pending_email is not null;

    alter table mail_tokens drop constraint mail_tokens_purpose_check;
    alter table mail_tokens add constraint mail_tokens_purpose_check
      check (purpose in ('reset-password', 'verify-email', 'change-email'));

    -- Also: to an account at another address than its own.
    alter table mails drop constraint mails_addressee;
    alter table mails add constraint mails_addressee
      check (num_nonnulls(user_id, email_key, address) = 1 or (email_key is null and num_nonnulls(user_id, address) = 2));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from mails where user_id is not null and address is not null;
    alter table mails drop constraint mails_addressee;
    alter table mails add constraint mails_addressee check (num_nonnulls(user_id, email_key, address) = 1);
    delete from mail_tokens where purpose = 'change-email';
    alter table mail_tokens drop constraint mail_tokens_purpose_check;
    alter table mail_tokens add constraint mail_tokens_purpose_check check (purpose in ('reset-password', 'verify-email'));
    alter table users drop column pending_email, drop column pending_email_at;
  `);
}
