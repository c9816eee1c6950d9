// What the screen was unsure of, kept beside the listing until its words change: the review desk shows it.
import type { Transaction } from 'objection';
import { PolicyFlagModel } from '../../db/models/policy-flag.js';
import { ListingLookModel } from '../../db/models/review.js';
import type { PolicyFlag } from './screening.js';

/** The flag of a listing, or null. */
export async function flagOf(listingId: string, trx?: Transaction): Promise<PolicyFlag | null> {
  const row = await PolicyFlagModel.query(trx).findById(listingId);
  return row?.evidence ?? null;
}

/** Whether a listing is flagged for other words than before: what a moderator has let be is not asked again. */
export async function isNewFlag(
  listingId: string,
  flag: PolicyFlag | null,
  trx?: Transaction,
): Promise<boolean> {
  if (!flag) return false;
  const before = await flagOf(listingId, trx);
  const isSame =
    before?.category === flag.category && before.field === flag.field && before.matched === flag.matched;
  return !isSame;
}

/**
 * Stores what the screen says of a listing now, in the transaction that stores its words. A new flag brings it before
 * a moderator also where one has looked at it earlier.
 * @param flag null takes an earlier flag away
 * @returns whether that changed anything
 */
export async function recordFlag(
  trx: Transaction,
  listingId: string,
  { flag, version }: { flag: PolicyFlag | null; version: string },
): Promise<boolean> {
  if (!flag) return (await PolicyFlagModel.query(trx).deleteById(listingId)) > 0;
  if (!(await isNewFlag(listingId, flag, trx))) return false;
  const evidence = { ...flag, rules: [...flag.rules] };
  await PolicyFlagModel.query(trx)
    .insert({ listingId, evidence, policyVersion: version, createdAt: new Date() })
    .onConflict('listing_id')
    .merge();
  await ListingLookModel.query(trx).deleteById(listingId);
  return true;
}
