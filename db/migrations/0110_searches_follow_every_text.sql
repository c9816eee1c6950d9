-- Any change of a listing's content makes cached searches outdated, whichever field it is. The function named the texts
-- that are searched, and a field added later would have been forgotten.

do $$
  declare
    definition text := pg_get_functiondef('note_public_listings'::regproc);
    named text := 'when (earlier.tagline, earlier.description, earlier.features, earlier.website_url)
              is distinct from (later.tagline, later.description, later.features, later.website_url)';
  begin
    if strpos(definition, named) = 0 then
      raise exception 'note_public_listings is not as the migration before left it.';
    end if;
    execute replace(definition, named, 'when earlier.updated_at is distinct from later.updated_at');
  end $$;

-- down

do $$
  declare
    definition text := pg_get_functiondef('note_public_listings'::regproc);
    found text := 'when earlier.updated_at is distinct from later.updated_at';
  begin
    if strpos(definition, found) = 0 then
      raise exception 'note_public_listings is not as the migration after left it.';
    end if;
    execute replace(definition, found,
      'when (earlier.tagline, earlier.description, earlier.features, earlier.website_url)
              is distinct from (later.tagline, later.description, later.features, later.website_url)');
  end $$;
