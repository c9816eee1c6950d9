// Changes of public listings in an order without gaps, so that mirrors stay in sync (GET
// /api/v1/listings/changes). Writers only record that a listing changed. Readers assign positions here, one
// at a time, to committed records: anyone who sees a position also sees every lower one, even if writers
// overlap.
import { type Static, Type } from '@sinclair/typebox';
import { ListingChangeModel, ListingModel } from '../../db/models/listings.js';
import { type Actor, guest } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { fieldError } from '../kernel/errors.js';
import { clampLimit, presentEach } from '../kernel/lists.js';
import { instant, nullable, optional, response, titled, uuid } from '../kernel/schema.js';
import { listingUrl, presentListing } from '../listings/present.js';
import { Listing } from '../listings/schema.js';

const PLACING_LOCK = 0x63686e67;

/** Changes after a position, oldest first, each listing once in its current state; a listing no longer public
 * is a tombstone. @param input `{since?, limit?}`; without `since`, a full copy from the beginning */
export async function listChanges(actor: Actor, input: unknown): Promise<ListingChanges> {
  const query = check(ChangesQuery, input);
  const { limit, warnings } = clampLimit(query.limit ?? CHANGES_PAGE_SIZE, MAX_CHANGES_PAGE);
  const since = Number(query.since ?? 0);
  if (since > (await latestPosition()))
    throw fieldError('since', '"since" is not from this directory. Leave it out and copy anew.', 'unknown');
  const found = await ListingChangeModel.query()
    .where('place', '>', since)
    .orderBy('place')
    .limit(limit + 1)
    .withGraphFetched('listing');
  const rows = found.slice(0, limit);
  return {
    changes: presentEach(rows, (row) => presentChange(row, actor)),
    next_since: String(rows.at(-1)?.place ?? since),
    has_more: found.length > limit,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

export function presentChange({ listingId, slug, changedAt, listing }: ListingChangeModel, actor: Actor) {
  const isPublic = listing?.status === 'live';
  return {
    id: listingId,
    slug,
    changed_at: changedAt.toISOString(),
    removed: !isPublic,
    listing: isPublic ? presentListing(listing, guest(actor.door)) : null,
  };
}

/** Gives each committed record the next position; a record locked by another writer waits for the next call. */
async function assignPositions(): Promise<void> {
  const [waiting] = await ListingChangeModel.query().whereNull('place').select('listing_id').limit(1);
  if (!waiting) return;
  await ListingChangeModel.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [PLACING_LOCK]);
    await trx.raw(`
      with notes as materialized (
        select listing_id from listing_changes where place is null order by noted for update skip locked
      ), places as materialized (
        select listing_id, nextval('listing_changes_place') as place from notes
      )
      update listing_changes set place = places.place from places
        where listing_changes.listing_id = places.listing_id`);
  });
}

/** The highest position, after assigning one to everything committed so far. */
export async function latestPosition(): Promise<number> {
  await assignPositions();
  const { rows } = await ListingChangeModel.knex().raw<{ rows: { place: number }[] }>(
    'select case when is_called then last_value else 0 end as place from listing_changes_place',
  );
  return rows[0]?.place ?? 0;
}

const CHANGES_PAGE_SIZE = 100;
const MAX_CHANGES_PAGE = 500;

export const ChangesQuery = titled(
  'ChangesQuery',
  optional({
    since: Type.String({
      pattern: '^[0-9]{1,15}$',
      examples: ['1240'],
      description: 'next_since of the answer before; without it from the beginning.',
    }),
    limit: Type.Integer({
      minimum: 1,
      default: CHANGES_PAGE_SIZE,
      description: `At most ${MAX_CHANGES_PAGE}; a larger one is served as ${MAX_CHANGES_PAGE}, with a warning.`,
    }),
  }),
);

export const ListingChange = titled('ListingChange', {
  id: uuid({ description: 'Of the listing.' }),
  slug: Type.String({ examples: ['example-notes'] }),
  changed_at: instant(),
  removed: Type.Boolean({ description: 'true: no longer public; forget it.' }),
  listing: nullable(Listing),
});

export const ListingChanges = response('ListingChanges', {
  changes: Type.Array(ListingChange, { description: 'Oldest first; each listing once, as it is now.' }),
  next_since: Type.String({ description: 'Send this as since next time.', examples: ['1024'] }),
  has_more: Type.Boolean({ description: 'true: request the next page at once.' }),
});
export type ListingChanges = Static<typeof ListingChanges>;

/** Below the maximum of a sitemap file (sitemaps.org, protocol 0.9). */
export const SITEMAP_SIZE = 45_000;

/** A part of the sitemap, from 1; oldest first, so that new listings do not shift the parts. */
export async function listSitemap(part: number, size = SITEMAP_SIZE) {
  const rows = await ListingModel.query()
    .where('status', 'live')
    .select('id', 'slug', 'updated_at')
    .orderBy('published_at')
    .orderBy('id')
    .offset((part - 1) * size)
    .limit(size);
  return presentEach(rows, (row) => ({ url: listingUrl(row.slug), updated_at: row.updatedAt.toISOString() }));
}
