-- Reasons and reports of the service itself are messages, worded for each reader. Sentences of earlier releases are
-- converted where their origin is certain; audit entries stay as they were written.

alter table listings add column archived_said jsonb;
alter table reports add column said jsonb;
-- When this source last archived the listing.
alter table import_rows add column archived_at timestamptz(3);

update import_rows set archived_at = listings.archived_at
  from imports, listings
  where imports.id = import_id and listings.id = listing_id and archived_reason = left('No longer at ' || imports.source, 500);
update listings set archived_reason = null,
    archived_said = jsonb_build_object('key', 'audit-reason.gone', 'values', jsonb_build_object('source', left(imports.source, 400)))
  from imports, import_rows
  where imports.id = import_id and listings.id = listing_id and archived_reason = left('No longer at ' || imports.source, 500);
update listings set archived_reason = null, archived_said = '{"key": "audit-reason.merged", "values": {}}'
  where archived_reason = 'It is the same product as an older listing, to which its address leads now.';
update reports set message = null,
    said = jsonb_build_object('key', 'audit-reason.gone', 'values', jsonb_build_object('source', left(imports.source, 400)))
  from imports where reporter_key = sha256(convert_to('source ' || imports.id, 'UTF8'));
update reports set message = null,
    said = jsonb_build_object('key', 'console.review.repository-archived', 'values', jsonb_build_object('repository', repository))
  from repository_readings
  where reports.listing_id = repository_readings.listing_id and position(repository in message) > 0
    and reporter_key = sha256('archived repository');

-- down

update listings set archived_reason = left('No longer at ' || (archived_said -> 'values' ->> 'source'), 500)
  where archived_said ->> 'key' = 'audit-reason.gone';
update listings set archived_reason = 'It is the same product as an older listing, to which its address leads now.'
  where archived_said ->> 'key' = 'audit-reason.merged';
update reports set message = case said ->> 'key' when 'audit-reason.gone' then 'No longer at ' || (said -> 'values' ->> 'source')
    else 'The repository ' || (said -> 'values' ->> 'repository') || ' is archived: nobody maintains it there.' end
  where said is not null;
alter table listings drop column archived_said;
alter table reports drop column said;
alter table import_rows drop column archived_at;
