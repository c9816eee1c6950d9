-- The addresses of the site's pictures are members of its document, like all its settings.
update site set document = document || jsonb_strip_nulls(jsonb_build_object(
  'logo_url', logo_url, 'favicon_url', favicon_url, 'social_image_url', social_image_url));

alter table site
  drop column logo_url,
  drop column favicon_url,
  drop column social_image_url;

-- down
alter table site
  add column logo_url text,
  add column favicon_url text,
  add column social_image_url text;

update site set logo_url = document ->> 'logo_url', favicon_url = document ->> 'favicon_url',
  social_image_url = document ->> 'social_image_url',
  document = document - array['logo_url', 'favicon_url', 'social_image_url'];
