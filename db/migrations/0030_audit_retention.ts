// The audit log stays append-only for everything but retention: AUDIT_KEEP_DAYS deletes older entries.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      -- Said for one transaction by the code that knows how old is old; what is younger than a day never goes.
      if tg_op = 'DELETE' and old.at < now() - interval '1 day'
        and current_setting('directory.audit_retention', true) = 'on' then
        return old;
      end if;
      raise exception 'audit entries are append-only';
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
      begin raise exception 'audit entries are append-only'; end $$;
  `);
}
