-- As all times. It rewrites a small table: answers are kept for a day.
alter table idempotency_keys alter column leased_until type timestamptz(3);

-- down

alter table idempotency_keys alter column leased_until type timestamptz;
