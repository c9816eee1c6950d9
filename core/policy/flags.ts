// Uncertain findings, stored with the listing until its texts change, for the review desk.
import type { Transaction } from 'objection';
import { ListingLookModel } from '../../db/models/desk.js';
import { PolicyFlagModel } from '../../db/models/listings.js';
import type { PolicyFinding } from './screening.js';

export async function flagOf(listingId: string, trx?: Transaction): Promise<PolicyFinding | null> {
  const row = await PolicyFlagModel.query(trx).findById(listingId);
  return row?.evidence ?? null;
}

export async function flagsAmong(listingIds: readonly string[]): Promise<Map<string, PolicyFinding>> {
  const rows = await PolicyFlagModel.query().whereIn('listing_id', [...listingIds]);
  return new Map(rows.map(({ listingId, evidence }) => [listingId, evidence]));
}

/** Whether the flagged words are new: moderators do not review the same ones twice. */
export async function isNewFlag(listingId: string, flag: PolicyFinding | null, trx?: Transaction) {
  if (!flag) return false;
  const before = await flagOf(listingId, trx);
  return before?.category !== flag.category || before.field !== flag.field || before.matched !== flag.matched;
}

/** Stores the result of screening; null removes an earlier flag. A new flag queues the listing for review even
 * if a moderator has reviewed it earlier. @returns whether anything changed */
export async function recordFlag(
  trx: Transaction,
  listingId: string,
  { flag, version }: { flag: PolicyFinding | null; version: string },
): Promise<boolean> {
  if (!flag) return (await PolicyFlagModel.query(trx).deleteById(listingId)) > 0;
  if (!(await isNewFlag(listingId, flag, trx))) return false;
  await PolicyFlagModel.query(trx)
    .insert({ listingId, evidence: flag, policyVersion: version, createdAt: new Date() })
    .onConflict('listing_id')
    .merge();
  await ListingLookModel.query(trx).deleteById(listingId);
  return true;
}
