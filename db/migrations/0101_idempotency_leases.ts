// A request that runs under an Idempotency-Key holds it by a lease, which it renews: the key of a process that died is
// free after seconds. `owner` names the request, so that one whose lease another has taken over stores nothing.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table idempotency_keys
    add column owner uuid,
    add column leased_until timestamptz not null default now()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table idempotency_keys drop column owner, drop column leased_until');
}
