-- More kinds of files; what the row of a fault was, so that refused rows can be mended and sent again; and sources that are
-- read again and again.

alter table imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind = any (string_to_array('csv xlsx ndjson json yaml markdown bookmarks opml mcp directory', ' ')));
alter table import_faults add column input jsonb;
alter table imports
  -- How often it is read again; null: not by itself.
  add column every text check (every in ('night', 'week')),
  -- What becomes of listings that it no longer has.
  add column gone text not null default 'archive' check (gone in ('archive', 'review')),
  add column due_at timestamptz(3);
create index imports_due on imports (due_at) where every is not null;
-- The site of a row, which tells a listing that was deleted here from one that is new there.
alter table import_rows add column url_key text;
update import_rows set url_key = listings.url_key from listings where listings.id = listing_id;
create index import_rows_site on import_rows (import_id, url_key);

-- down

alter table import_faults drop column input;
alter table imports drop column every, drop column gone, drop column due_at;
alter table import_rows drop column url_key;
delete from imports where kind in ('xlsx', 'yaml', 'bookmarks', 'opml');
alter table imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind = any (string_to_array('csv ndjson json markdown mcp directory', ' ')));
