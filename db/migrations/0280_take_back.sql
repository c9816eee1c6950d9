-- Entries of the audit log share a batch if they were made together, and name what takes a change back beyond `before`.

alter table audit_entries add column batch uuid, add column undo jsonb;
create index audit_entries_batch on audit_entries (batch, id) where batch is not null;

-- down

alter table audit_entries drop column batch, drop column undo;
