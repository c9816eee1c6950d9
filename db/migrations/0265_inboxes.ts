// Emails of an unproven inbox are counted over all kinds and senders.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Once it was sent: the inbox, if nobody has proven that it is theirs (core/mail/sending/gate.ts).
    alter table mails add column inbox text;
    create index mails_inbox on mails (inbox) where inbox is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table mails drop column inbox');
}
