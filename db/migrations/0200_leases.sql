-- Who holds a row, and until when, has the same names in every table (core/kernel/leases.ts). A capture had the time
-- of its last heartbeat: one that is under way counts as expired. Icons and link checks had their lease in `due_at`.

alter table listings rename column capture_started_at to leased_until;
alter table mails rename column claimed_until to leased_until;
alter table webhooks rename column claimed_until to leased_until;
alter table idempotency_keys rename column owner to leased_by;
alter table review_claims rename column user_id to leased_by;
alter table review_claims rename column until to leased_until;
alter table imports add column leased_by uuid;
alter table listing_icons add column leased_until timestamptz(3);
alter table link_checks add column leased_until timestamptz(3);

-- down

alter table link_checks drop column leased_until;
alter table listing_icons drop column leased_until;
alter table imports drop column leased_by;
alter table review_claims rename column leased_until to until;
alter table review_claims rename column leased_by to user_id;
alter table idempotency_keys rename column leased_by to owner;
alter table webhooks rename column leased_until to claimed_until;
alter table mails rename column leased_until to claimed_until;
alter table listings rename column leased_until to capture_started_at;
