// Reports what the service finds, and closes reports and appeals: any decision about a listing closes its open ones,
// at every door, and emails the outcome to reporters who left an address. core/moderation receives their reports.
import type { Transaction } from 'objection';
import { insertUnlessTaken } from '../../db/models/base.js';
import { AppealModel, ListingLookModel, ReportModel } from '../../db/models/desk.js';
import type { ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId } from '../kernel/actor.js';
import type { Said } from '../kernel/errors.js';
import { sha256 } from '../kernel/sealing.js';
import { type Mails, queueMail } from '../mail/outbox.js';
import { listingUrl } from './present.js';
import { recordListing } from './rights.js';

/** Marks a listing as reviewed by staff. @returns whether this was the first time */
export async function markReviewed(trx: Transaction, listingId: string): Promise<boolean> {
  return (await insertUnlessTaken(ListingLookModel, trx, { listingId })) !== null;
}

export function openReports(listingId: string, trx?: Transaction) {
  return ReportModel.query(trx).where({ listing_id: listingId }).whereNull('closed_at').orderBy('created_at');
}

export async function openAppeal(listingId: string, trx?: Transaction): Promise<AppealModel | undefined> {
  return AppealModel.query(trx).findOne({ listing_id: listingId, closed_at: null });
}

/** Reports a listing in the service's name, unless the same report is open. @param by names the check that reports */
export async function reportFinding(
  trx: Transaction,
  actor: Actor,
  listing: ListingModel,
  { by, said }: { by: string; said: Said },
): Promise<void> {
  const [listingId, kind] = [listing.id, 'other' as const];
  if (await insertUnlessTaken(ReportModel, trx, { listingId, kind, said, reporterKey: sha256(by) }))
    await recordListing(trx, actor, listing, 'listing.report', { after: { kind }, reason: said });
}

/** Closes a listing's open reports and emails reporters who gave an address. @returns their ids */
export async function closeReports(
  trx: Transaction,
  actor: Actor,
  listing: ListingModel,
  { outcome, batch = null }: { outcome: 'upheld' | 'dismissed' | 'fixed'; batch?: string | null },
): Promise<string[]> {
  const open = await openReports(listing.id, trx).forUpdate();
  const ids = open.map(({ id }) => id);
  await ReportModel.query(trx)
    .findByIds(ids)
    .patch({ closedAt: new Date(), closedBy: accountId(actor), outcome });
  await notifyReporters(trx, actor, open, { name: listing.name, outcome }, batch);
  return ids;
}

/** Emails the reporters of listings about to be deleted along with their reports. */
export async function answerReportsOfDeleted(
  trx: Transaction,
  actor: Actor,
  listings: readonly ListingModel[],
  batch: string | null = null,
): Promise<void> {
  const open = await ReportModel.query(trx)
    .whereIn(
      'listing_id',
      listings.map(({ id }) => id),
    )
    .whereNull('closed_at')
    .whereNotNull('email');
  for (const { id, name, ownerId } of listings) {
    const about = open.filter(({ listingId }) => listingId === id);
    const outcome = ownerId !== null && ownerId === accountId(actor) ? 'withdrawn' : 'deleted';
    await notifyReporters(trx, actor, about, { name, outcome }, batch);
  }
}

/** Before an account is deleted: removes its email from its reports, so that no outcome is sent. */
export async function clearEmailOfReporter(trx: Transaction, userId: string): Promise<void> {
  await ReportModel.query(trx).where({ reporter_id: userId }).whereNotNull('email').patch({ email: null });
}

async function notifyReporters(
  trx: Transaction,
  actor: Actor,
  reports: readonly ReportModel[],
  data: Mails['report-closed'],
  batch: string | null,
): Promise<void> {
  const asked = reports.filter(({ email }) => email !== null);
  // Anyone may have typed the address: only an account that verified it gets the email (sending/gate.ts).
  const told = new Map(asked.map(({ email, reporterId }) => [email?.toLowerCase(), { email, reporterId }]));
  for (const { email: address, reporterId: userId } of told.values()) {
    const to = userId ? { userId, address: address as string } : { address: address as string };
    await queueMail(trx, actor, { kind: 'report-closed', to, data, batch });
  }
}

/** Reopens the reports of an undone decision, except those filed again since. */
export async function reopenReports(trx: Transaction, ids: readonly string[]): Promise<void> {
  await ReportModel.query(trx)
    .findByIds([...ids])
    .whereNotExists(
      ReportModel.query(trx)
        .alias('anew')
        .whereNull('anew.closed_at')
        .whereRaw(
          '(anew.listing_id, anew.kind, anew.reporter_key) = (reports.listing_id, reports.kind, reports.reporter_key)',
        ),
    )
    .patch({ closedAt: null, closedBy: null, outcome: null });
}

/** Answers the open appeal of a listing, with an email to its owner. @returns its id */
export async function closeAppeal(
  trx: Transaction,
  actor: Actor,
  listing: ListingModel,
  { outcome, answer, batch }: { outcome: 'granted' | 'denied'; answer: string | null; batch: string | null },
): Promise<string | null> {
  const [closed] = await AppealModel.query(trx)
    .where({ listing_id: listing.id })
    .whereNull('closed_at')
    .patch({ closedAt: new Date(), closedBy: accountId(actor), outcome, answer })
    .returning('*');
  if (!closed) return null;
  // If granted, the owner gets the email about the restored listing instead.
  if (outcome === 'denied' && listing.ownerId !== null) {
    await queueMail(trx, actor, {
      kind: 'appeal-denied',
      to: { userId: listing.ownerId },
      data: { name: listing.name, address: listingUrl(listing.slug), answer },
      batch,
    });
  }
  return closed.id;
}

export async function reopenAppeal(trx: Transaction, id: string): Promise<void> {
  await AppealModel.query(trx)
    .findById(id)
    .patch({ closedAt: null, closedBy: null, outcome: null, answer: null });
}
