-- Pages show our copy of the picture at a typed logo_url, never that address itself.

alter table listings add column logo_copy_url text
  -- Empty: the picture cannot be read. null: it was not read yet, or there is nothing to copy.
  check (logo_copy_url = '' or starts_with(logo_copy_url, '/media/'));
create index listings_logo_unread on listings (id)
  where logo_url is not null and not starts_with(logo_url, '/media/') and logo_copy_url is null;
create index listings_logo_copy on listings (logo_copy_url) where starts_with(logo_copy_url, '/media/');

-- down

alter table listings drop column logo_copy_url;
