-- Messages of the service are stored as key and values, `{key, values}`, and said in the language of who reads them. The
-- texts beside them are the words of people, and sentences of earlier releases.

alter table audit_entries add column said jsonb;
alter table link_checks add column said jsonb;
alter table webhooks add column paused_said jsonb;
alter table webhook_deliveries add column said jsonb;
alter table import_faults add column said jsonb;

-- down

alter table audit_entries drop column said;
alter table link_checks drop column said;
alter table webhooks drop column paused_said;
alter table webhook_deliveries drop column said;
alter table import_faults drop column said;
