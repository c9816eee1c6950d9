-- Categories of the operator's own. What the site's settings leave out used to be hidden; now it would be gone, so it is
-- added as hidden. Merges are kept, so that they can be undone.

update site set document = jsonb_set(document, '{categories}', document -> 'categories' || coalesce((
  select jsonb_agg(jsonb_build_object('value', name, 'hidden', true))
    from unnest(string_to_array('saas developer-tools productivity marketing ai domains marketplace analytics design '
      'sales customer-support finance education security no-code other', ' ')) as standard (name)
    where not exists (
      select from jsonb_array_elements(document -> 'categories') as shown where shown ->> 'value' = name)
  ), '[]'))
  where jsonb_typeof(document -> 'categories') = 'array';
create table category_merges (
  id uuid primary key default gen_random_uuid(),
  -- The category that was merged, as it was in the settings, and the one it was merged into.
  merged jsonb not null,
  into_value text not null,
  -- The listings that had the first only, and those that had both.
  listing_ids uuid[] not null,
  both_ids uuid[] not null,
  merged_at timestamptz(3) not null default now()
);

-- down

drop table category_merges;
