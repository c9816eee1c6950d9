// Any change of a listing's content makes cached searches outdated, whichever field it is. The function named the texts
// that are searched, and a field added later would have been forgotten.
import type { Knex } from 'knex';

const NAMED = `when (earlier.tagline, earlier.description, earlier.features, earlier.website_url)
              is distinct from (later.tagline, later.description, later.features, later.website_url)`;
const ANY = 'when earlier.updated_at is distinct from later.updated_at';

async function replace(knex: Knex, before: string, after: string): Promise<void> {
  const { rows } = await knex.raw<{ rows: [{ definition: string }] }>(
    `select pg_get_functiondef('note_public_listings'::regproc) as definition`,
  );
  const { definition } = rows[0];
  if (!definition.includes(before))
    throw new Error('note_public_listings is not as the migration before left it.');
  await knex.raw(definition.replace(before, after));
}

export const up = (knex: Knex): Promise<void> => replace(knex, NAMED, ANY);
export const down = (knex: Knex): Promise<void> => replace(knex, ANY, NAMED);
