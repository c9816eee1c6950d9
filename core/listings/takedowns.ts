// Takedowns: a rejection remembered beyond its listing and its owner (C5). Written when a listing is rejected, kept
// when the listing or the account is deleted, and lifted by admins alone.
import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listing.js';
import { TakedownModel } from '../../db/models/takedown.js';
import { pageOf } from '../addresses/page.js';
import type { Actor } from '../kernel/actor.js';

/** Remembers that the page of a listing was taken down. */
export async function takeDown(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  reason: string | null,
): Promise<void> {
  const by = actor.kind === 'user' ? actor.account : actor.kind === 'system' ? actor.onBehalfOf : null;
  const why = { reason, takenDownBy: by?.id ?? null, takenDownByEmail: by?.email ?? null };
  await TakedownModel.query(trx)
    .insert({
      ...pageOf(row.websiteUrl),
      urlKey: row.urlKey,
      websiteUrl: row.websiteUrl,
      listingId: row.id,
      listingName: row.name,
      ...why,
    })
    .onConflict(['listing_id', 'host', 'path'])
    .merge({ ...why, createdAt: new Date() });
}

/** A restored listing is taken down no longer. */
export async function forgetTakedowns(trx: Transaction, row: ListingModel): Promise<void> {
  await TakedownModel.query(trx).delete().where('listing_id', row.id);
}

/**
 * How takedowns stand to a page: `refused` where it was taken down itself, `held` where the front page of its host
 * was, so that an admin looks at it first.
 * @param listingId a listing whose own takedown does not count
 */
export async function standingOf(
  trx: Transaction | undefined,
  websiteUrl: string,
  listingId: string | null = null,
): Promise<'refused' | 'held' | 'free'> {
  const { host, path } = pageOf(websiteUrl);
  const rows = await TakedownModel.query(trx)
    .where({ host })
    .whereIn('path', [path, ''])
    .modify((query) => {
      if (listingId !== null) query.whereNot('listing_id', listingId);
    })
    .select('path');
  if (rows.some((row) => row.path === path)) return 'refused';
  return rows.length > 0 ? 'held' : 'free';
}

/** Why a listing that was held waits: in the history. */
export const HELD_REASON = 'The front page of this host was taken down, so an admin looks at this first.';
