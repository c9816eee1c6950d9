-- A request that runs under an Idempotency-Key holds it by a lease, which it renews: the key of a process that died is
-- free after seconds. `owner` names the request, so that one whose lease another has taken over stores nothing.

alter table idempotency_keys
  add column owner uuid,
  add column leased_until timestamptz not null default now();

-- down

alter table idempotency_keys drop column owner, drop column leased_until;
