// The request that caused a pending capture, so that a job that is queued again names it, too: `{request_id,
// traceparent}`.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table listings add column capture_cause jsonb');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table listings drop column capture_cause');
}
