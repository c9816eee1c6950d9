// The changes of public listings in an order without gaps, so that mirrors stay in sync (GET /api/v1/listings/changes).
// Writers only record that a listing changed. Readers assign positions here, one at a time, to committed records:
// anyone who sees a position also sees every lower one, even if writers overlap.
import { ListingChangeModel } from '../../db/models/listings.js';
import { type Actor, guest } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { fieldError } from '../kernel/errors.js';
import { clampLimit } from '../kernel/lists.js';
import { presentListing } from '../listings/present.js';
import {
  CHANGES_PAGE_SIZE,
  ChangesQuery,
  type ListingChange,
  type ListingChanges,
  MAX_CHANGES_PAGE,
} from './changes-schema.js';

/** 'chng' in ASCII. */
const PLACING_LOCK = 0x63686e67;

/**
 * The changes after a position, oldest first, each listing once with its current state; one that is no longer public is
 * a tombstone. The same for everyone: public facts only.
 * @param input `{since?, limit?}`; without `since` from the beginning, which yields a full copy
 * @throws DomainError validation_error, also for a `since` that this directory has not issued
 */
export async function listChanges(actor: Actor, input: unknown): Promise<ListingChanges> {
  const query = check(ChangesQuery, input);
  const { limit, warnings } = clampLimit(query.limit ?? CHANGES_PAGE_SIZE, MAX_CHANGES_PAGE);
  const since = Number(query.since ?? 0);
  if (since > (await latestPosition())) {
    throw fieldError('since', '"since" is not from this directory. Leave it out and copy anew.', 'unknown');
  }
  const found = await ListingChangeModel.query()
    .where('place', '>', since)
    .orderBy('place')
    .limit(limit + 1)
    .withGraphFetched('listing');
  const rows = found.slice(0, limit);
  return {
    changes: rows.map((row) => presentChange(row, actor)),
    next_since: String(rows.at(-1)?.place ?? since),
    has_more: found.length > limit,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** A change as it appears in the feed. */
export function presentChange(
  { listingId, slug, changedAt, listing }: ListingChangeModel,
  actor: Actor,
): ListingChange {
  const isPublic = listing?.status === 'live';
  return {
    id: listingId,
    slug,
    changed_at: changedAt.toISOString(),
    removed: !isPublic,
    listing: isPublic ? presentListing(listing, guest(actor.door)) : null,
  };
}

/** Assigns the next position to every committed record. A record locked by another writer waits for the next call. */
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

/** The highest position so far, after assigning one to everything committed until now. */
export async function latestPosition(): Promise<number> {
  await assignPositions();
  return lastPlace();
}

async function lastPlace(): Promise<number> {
  const { rows } = await ListingChangeModel.knex().raw<{ rows: { place: number }[] }>(
    'select case when is_called then last_value else 0 end as place from listing_changes_place',
  );
  return rows[0]?.place ?? 0;
}
