// Changes a listing's status, and deletes listings.
import { raw, type Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId, may, requireSignedIn } from '../kernel/actor.js';
import { type AuditedChange, recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { fieldError, forbidden, inColumns, type Said, say } from '../kernel/errors.js';
import { Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf } from './content.js';
import { notifyOwner } from './owner-mail.js';
import { freePictures } from './pictures.js';
import { presentListing } from './present.js';
import { answerReportsOfDeleted, closeAppeal, closeReports, markReviewed } from './report-outcomes.js';
import { authorize, can, lockListing, recordListing, refuseColleagues, subjectOf } from './rights.js';
import { ListingAction, type StatusAction } from './schema.js';
import { screenListing } from './screen.js';
import { liftOwnTakedown, standingOf, type TakedownScope, takeDown } from './takedowns.js';

const NO_ARCHIVE = { archivedAt: null, archivedBy: null, archivedReason: null, archivedSaid: null };
const NO_REJECTION = { rejectedAt: null, rejectedBy: null, rejectedReason: null };

/** Archives, rejects or restores a listing, unless it is so already. @throws DomainError not_found, content_policy */
export async function setListingStatus(actor: Actor, slug: string, input: unknown) {
  requireSignedIn(actor, 'listings:write');
  const { action, reason = null } = check(ListingAction, input);
  requireReason(actor, action, reason);
  const moved = await inTransaction(actor, (trx) => moveListing(trx, actor, slug, { action, reason }));
  return { listing: presentListing(moved.row, actor) };
}

/** Moderators can do more than owners: `approve` publishes a pending listing or a draft, `grant` also a
 * rejected one; an archived one stays archived. */
type Move = StatusAction | 'approve' | 'grant';

interface Moving {
  readonly action: Move;
  /** A message of the service only when the action archives. */
  readonly reason: string | Said | null;
  readonly scope?: TakedownScope | undefined;
  readonly batch?: string | null;
}

/** setListingStatus within the caller's transaction.
 * @throws DomainError as setListingStatus, and validation_error (approve) */
export async function moveListing(
  trx: Transaction,
  actor: Actor,
  slug: string,
  { action, reason, scope, batch = null }: Moving,
) {
  const existing = await lockListing(trx, actor, slug);
  const isOpening = action === 'restore' || action === 'approve' || action === 'grant';
  authorize(actor, isOpening ? 'restore' : action, existing);
  const { text, said } = inColumns(reason);
  const change = nextState(actor, existing, action, { text, said });
  if (change === null) return { row: existing, isChanged: false };
  if (isOpening) {
    // Only staff may restore an archived listing if its page, or one near it, was taken down.
    const isFree = may(actor, 'listings') || existing.rejectedAt !== null;
    if (!isFree && (await standingOf(trx, existing.websiteUrl, existing.id)).verdict !== 'free')
      throw forbidden(say('error.taken-down'));
    await screenListing({ content: contentOf(existing) }, trx);
  }
  const { status: before } = existing;
  const was = stateOf(existing);
  const row = await existing.$query(trx).patchAndFetch({ ...change, updatedAt: new Date() });
  if (action === 'reject') await takeDown(trx, actor, row, text, scope);
  if (was.rejectedAt === null && row.rejectedAt !== null)
    await closeReports(trx, actor, row, { outcome: 'upheld', batch });
  if (was.rejectedAt !== null && row.rejectedAt === null) {
    await liftOwnTakedown(trx, row);
    await closeAppeal(trx, actor, row, { outcome: 'granted', answer: text, batch });
  }
  // Publishing a pending listing for the first time is an approval, whichever action was requested.
  const done = change.baseStatus === 'live' ? 'approve' : action === 'grant' ? 'restore' : action;
  await recordListing(trx, actor, row, `listing.${done}`, {
    before: { status: before },
    after: { status: row.status },
    reason,
    undo: { was, is: stateOf(row) },
  });
  await notifyOwner(trx, actor, { action: done, reason, was: before, batch }, row);
  // Staff who publish a listing have reviewed it.
  if (isOpening && may(actor, 'listings')) await markReviewed(trx, row.id);
  return { row, isChanged: true };
}

/** Restores an earlier state with its takedown, and emails the owner. */
export async function restoreState(
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  { was, action }: { was: Partial<ListingModel>; action: 'listing.take-back' | 'listing.undo-review' },
): Promise<ListingModel> {
  const before = { status: row.status, state: stateOf(row) };
  const restored = await row.$query(trx).patchAndFetch({ archivedSaid: null, ...was, updatedAt: new Date() });
  if (restored.rejectedAt) await takeDown(trx, actor, restored, restored.rejectedReason);
  else await liftOwnTakedown(trx, restored);
  await recordListing(trx, actor, restored, action, {
    before: { status: before.status },
    after: { status: restored.status },
    undo: { was: before.state, is: stateOf(restored) },
  });
  const reason = (restored.archivedSaid as Said | null) ?? restored.archivedReason ?? restored.rejectedReason;
  await notifyOwner(trx, actor, { reason, was: before.status, batch: actor.batch }, restored);
  return restored;
}

export const stateOf = (row: ListingModel) => ({
  baseStatus: row.baseStatus,
  publishedAt: row.publishedAt,
  rejectedAt: row.rejectedAt,
  rejectedBy: row.rejectedBy,
  rejectedReason: row.rejectedReason,
  archivedAt: row.archivedAt,
  archivedBy: row.archivedBy,
  archivedReason: row.archivedReason,
  archivedSaid: row.archivedSaid ?? undefined,
  duplicateOf: row.duplicateOf,
});

/** Requires a reason for a rejection on a page; programs may omit it. @throws DomainError validation_error */
export function requireReason(actor: Actor, action: string, reason: string | null): void {
  if (action === 'reject' && actor.door === 'web' && !reason)
    throw fieldError('reason', say('error.reject-reason'), 'required');
}

/** The columns an action sets, or null if the listing is already in that state. */
function nextState(
  actor: Actor,
  row: ListingModel,
  action: Move,
  { text, said }: ReturnType<typeof inColumns>,
): Partial<ListingModel> | null {
  const now = new Date();
  switch (action) {
    case 'archive':
      if (row.archivedAt) return null;
      return { archivedAt: now, archivedBy: accountId(actor), archivedReason: text, archivedSaid: said };
    case 'reject':
      if (row.rejectedAt && !row.archivedAt) return null;
      return { ...NO_ARCHIVE, rejectedAt: now, rejectedBy: accountId(actor), rejectedReason: text };
    case 'approve':
      if (row.archivedAt || row.rejectedAt) throw fieldError('action', say('error.approve-pending'));
      return approval(row);
    case 'grant': {
      if (row.archivedAt) return null;
      const change = { ...(row.rejectedAt ? NO_REJECTION : {}), ...approval(row) };
      return Object.keys(change).length > 0 ? change : null;
    }
    case 'restore':
      if (row.archivedAt) return NO_ARCHIVE;
      if (row.rejectedAt) return NO_REJECTION;
      return approval(row);
  }
}

/** The columns that an approval sets; null if the listing is already approved. */
export function approval(row: ListingModel): Partial<ListingModel> | null {
  if (row.baseStatus === 'live') return null;
  // Lists are ordered by this time: use the database's clock, as application hosts may drift.
  return { baseStatus: 'live', publishedAt: row.publishedAt ?? (raw('now()') as never) };
}

/** Deletes a listing permanently and frees its address and slug. @throws DomainError not_found */
export async function deleteListing(actor: Actor, slug: string, input: unknown = {}) {
  requireSignedIn(actor, 'listings:write');
  const { reason = null } = check(Reason, input);
  const row = await inTransaction(actor, (trx) => removeListing(trx, actor, slug, { reason }));
  return { deleted: true as const, slug: row.slug };
}

export async function removeListing(
  trx: Transaction,
  actor: Actor,
  slug: string,
  { reason, batch = null }: { reason: string | Said | null; batch?: string | null },
): Promise<ListingModel> {
  const existing = await lockListing(trx, actor, slug);
  if (!can(actor, 'edit', existing)) throw forbidden(say('error.delete-own'));
  authorize(actor, 'delete', existing);
  await refuseColleagues(trx, actor, existing);
  await answerReportsOfDeleted(trx, actor, [existing], batch);
  await existing.$query(trx).delete();
  await freePictures(trx, [existing]);
  await recordChange(trx, actor, removalOf(existing, reason));
  await notifyOwner(trx, actor, { action: 'delete', reason, was: existing.status, batch }, existing);
  return existing;
}

export function removalOf(row: ListingModel, reason: AuditedChange['reason']): AuditedChange {
  return {
    action: 'listing.delete',
    subject: subjectOf(row),
    before: { ...contentOf(row), status: row.status },
    reason,
  };
}
