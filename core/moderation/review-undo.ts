// Undoing a decision at the review desk, with all its effects, as long as nothing has happened to the listing since.
import type { Transaction } from 'objection';
import { ListingLookModel, ReviewDecisionModel, ReviewSkipModel } from '../../db/models/desk.js';
import { LinkCheckModel, ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { forbidden, type Said, say } from '../kernel/errors.js';
import { recallBatch } from '../kernel/outbox.js';
import { notifyOwner } from '../listings/owner-mail.js';
import { openAppeal, reopenAppeal, reopenReports } from '../listings/report-outcomes.js';
import { lockListing, subjectOf } from '../listings/row.js';
import { liftOwnTakedown, takeDown } from '../listings/takedowns.js';

/**
 * Minutes within which moderators can undo their own decision. Its emails are held for BATCH_HOLD_MINUTES
 * (core/kernel/outbox.ts): an earlier undo cancels them, a later one sends another about the new state.
 */
const UNDO_MINUTES = 60;

const UNDO_COLUMNS = {
  baseStatus: 'base_status',
  publishedAt: 'published_at',
  rejectedAt: 'rejected_at',
  rejectedBy: 'rejected_by',
  rejectedReason: 'rejected_reason',
  archivedAt: 'archived_at',
  archivedBy: 'archived_by',
  archivedReason: 'archived_reason',
} as const;

/** The columns that a decision can set, and the website it is about. */
export function stateOf(row: ListingModel): Record<string, string | null> {
  const names = Object.keys(UNDO_COLUMNS) as (keyof typeof UNDO_COLUMNS)[];
  const text = (value: string | Date | null) => (value instanceof Date ? value.toISOString() : value);
  const columns = names.map((name) => [UNDO_COLUMNS[name], text(row[name])]);
  return { ...Object.fromEntries(columns), website_url: row.websiteUrl };
}

function fromColumns(columns: Record<string, string | null>): Partial<ListingModel> {
  const names = Object.entries(UNDO_COLUMNS);
  return Object.fromEntries(names.map(([name, column]) => [name, columns[column] ?? null]));
}

/** Whether the actor may undo a decision about this listing. */
export async function canUndo(actor: Actor, row: ListingModel): Promise<boolean> {
  return !('refusal' in (await findUndoable(actor, row)));
}

/** The actor's last decision, if it can still be undone. */
export async function lastDecision(
  actor: Actor,
): Promise<{ slug: string; name: string; decision: 'approve' | 'reject' } | null> {
  const last = await ReviewDecisionModel.query()
    .where({ user_id: accountId(actor) })
    .whereNull('undone_at')
    .where('created_at', '>', ReviewDecisionModel.raw(`now() - interval '${UNDO_MINUTES} minutes'`))
    .orderBy('created_at', 'desc')
    .first();
  const row = last && (await ListingModel.query().findById(last.listingId));
  return row && (await canUndo(actor, row))
    ? { slug: row.slug, name: row.name, decision: last.decision }
    : null;
}

/** The last decision about a listing, or why it cannot be undone. */
async function findUndoable(
  actor: Actor,
  row: ListingModel,
  trx?: Transaction,
): Promise<{ last: ReviewDecisionModel } | { refusal: Said }> {
  const made = () => ReviewDecisionModel.query(trx).where({ listing_id: row.id }).whereNull('undone_at');
  const recently = ReviewDecisionModel.raw(`now() - interval '${UNDO_MINUTES} minutes'`);
  const moderator = accountId(actor);
  const own = moderator
    ? await made().where({ user_id: moderator }).where('created_at', '>', recently).first()
    : undefined;
  if (!own) return { refusal: say('error.no-decision') };
  const last = await made().orderBy('created_at', 'desc').first();
  if (last?.userId !== moderator) return { refusal: say('error.decided-since') };
  if (last.undo.after && !isSame(last.undo.after, stateOf(row)))
    return {
      refusal: say('error.changed-since'),
    };
  if (await openAppeal(row.id, trx)) return { refusal: say('error.appealed-since') };
  return { last };
}

const isSame = (one: Record<string, string | null>, other: Record<string, string | null>) =>
  Object.entries(one).every(([name, value]) => value === other[name]);

/**
 * Undoes the actor's decision about a listing in the caller's transaction. Emails that are not being sent yet are
 * cancelled; an owner who has already received one is sent the new state.
 * @returns the decision that was undone
 * @throws DomainError not_found, forbidden if there is nothing to undo
 */
export async function undoDecision(
  trx: Transaction,
  actor: Actor,
  slug: string,
): Promise<'approve' | 'reject'> {
  const existing = await lockListing(trx, actor, slug);
  const found = await findUndoable(actor, existing, trx);
  if ('refusal' in found) throw forbidden(found.refusal);
  const { id, undo, decision } = found.last;
  const before = existing.status;
  const row = await existing
    .$query(trx)
    .patchAndFetch({ ...fromColumns(undo.columns), updatedAt: new Date() });
  if (row.rejectedAt) await takeDown(trx, actor, row, row.rejectedReason);
  else await liftOwnTakedown(trx, row);
  await reopenReports(trx, undo.reportIds);
  if (undo.appealId) await reopenAppeal(trx, undo.appealId);
  if (undo.isLinkSeen) await LinkCheckModel.query(trx).findById(row.id).patch({ seenAt: null });
  if (undo.isFirstLook !== false) await ListingLookModel.query(trx).deleteById(row.id);
  await ReviewSkipModel.query(trx)
    .delete()
    .where({ listing_id: row.id, user_id: accountId(actor) });
  await found.last.$query(trx).patch({ undoneAt: new Date() });
  await recordChange(trx, actor, {
    action: 'listing.undo-review',
    subject: subjectOf(row),
    before: { status: before },
    after: { status: row.status },
  });
  const recalled = await recallBatch(trx, id);
  if (recalled > 0 || row.status === before) return decision;
  const action = row.status === 'pending' ? 'hold' : row.rejectedAt ? 'reject' : 'restore';
  await notifyOwner(trx, actor, { action, reason: row.rejectedReason }, row);
  return decision;
}
