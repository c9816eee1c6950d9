// Deciding about a listing at the review desk, and taking the decision back.
import type { Transaction } from 'objection';
import { LinkCheckModel } from '../../db/models/link-check.js';
import { ListingModel } from '../../db/models/listing.js';
import {
  ListingLookModel,
  ReviewDecisionModel,
  ReviewSkipModel,
  type ReviewUndo,
} from '../../db/models/review.js';
import { requireAccount, requireAdmin } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { forbidden, notFound } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { lockListing, subjectOf } from '../listings/row.js';
import { isSlug } from '../listings/slugs.js';
import { moveListing } from '../listings/status.js';
import { forgetTakedowns, takeDown } from '../listings/takedowns.js';
import { closeAppeal, openAppeal, reopenAppeal, requireAnswer } from './appeals.js';
import { presentWithOwner, WITH_OWNER } from './listings.js';
import { closeReports, reopenReports } from './reports.js';
import { releaseClaim, skipReview } from './review-queue.js';
import { ReviewDecision, type ReviewResult } from './review-schema.js';

/** Minutes in which a decision can be taken back by who made it. */
const UNDO_MINUTES = 60;

/**
 * Decides about a listing, in the queue or not; or puts it off, or takes the actor's last decision back.
 * @param input `{decision: approve | reject | skip | undo, reason?}`
 * @throws DomainError unauthorized, forbidden (also where there is nothing to take back), not_found,
 *   validation_error (an appeal is denied with a reason), content_policy (an approval that restores)
 */
export async function decideReview(actor: Actor, slug: string, input: unknown): Promise<ReviewResult> {
  requireAdmin(actor);
  const { decision, reason = null } = check(ReviewDecision, input);
  if (decision === 'skip') {
    requireAccount(actor, 'admin:*');
    const row = isSlug(slug) ? await ListingModel.query().findOne({ slug }) : undefined;
    if (!row) throw notFound('listing');
    await skipReview(row.id, actor.account.id);
  } else {
    await inTransaction(actor, (trx) =>
      decision === 'undo'
        ? undo(trx, actor, slug)
        : decide(trx, actor, slug, { decision, reason: reason || null }),
    );
  }
  const row = await ListingModel.query()
    .findOne({ slug })
    .withGraphFetched(WITH_OWNER)
    .throwIfNotFound(() => notFound('listing'));
  return { listing: presentWithOwner(row, actor), decision };
}

async function decide(
  trx: Transaction,
  actor: Actor,
  slug: string,
  { decision, reason }: { decision: 'approve' | 'reject'; reason: string | null },
): Promise<void> {
  const existing = await lockListing(trx, actor, slug);
  const isApproved = decision === 'approve';
  const appeal = await openAppeal(existing.id, trx);
  if (appeal && !isApproved) requireAnswer(reason);
  const columns = undoColumns(existing);
  // What is live is looked at and let be; an archive is its owner's and stays.
  const action = isApproved ? (isHeld(existing) ? 'restore' : null) : existing.rejectedAt ? null : 'reject';
  if (action) await moveListing(trx, actor, slug, { action, reason });
  else
    await recordChange(trx, actor, {
      action: 'listing.review',
      subject: subjectOf(existing),
      after: { decision },
      reason,
    });
  const appealId = await closeAppeal(trx, actor, existing, {
    outcome: isApproved ? 'granted' : 'denied',
    answer: reason,
  });
  const reportIds = await closeReports(trx, actor, existing, isApproved ? 'dismissed' : 'upheld');
  const isLinkSeen = await seeLink(trx, existing.id);
  await ListingLookModel.query(trx).insert({ listingId: existing.id }).onConflict('listing_id').ignore();
  await ReviewDecisionModel.query(trx).insert({
    listingId: existing.id,
    userId: accountId(actor),
    decision,
    undo: { columns, reportIds, appealId, isLinkSeen },
  });
  const moderator = accountId(actor);
  if (moderator) await releaseClaim(existing.id, moderator, trx);
}

/** What was found of the site has been looked at. @returns whether nobody had before */
async function seeLink(trx: Transaction, listingId: string): Promise<boolean> {
  const seen = await LinkCheckModel.query(trx)
    .findById(listingId)
    .whereNull('seen_at')
    .patch({ seenAt: new Date() });
  return seen > 0;
}

/** Neither public nor put away by its owner: an approval changes that. */
const isHeld = (row: ListingModel) =>
  row.archivedAt === null && (row.rejectedAt !== null || row.baseStatus !== 'live');

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

function undoColumns(row: ListingModel): ReviewUndo['columns'] {
  const names = Object.keys(UNDO_COLUMNS) as (keyof typeof UNDO_COLUMNS)[];
  const text = (value: string | Date | null) => (value instanceof Date ? value.toISOString() : value);
  return Object.fromEntries(names.map((name) => [UNDO_COLUMNS[name], text(row[name])]));
}

async function undo(trx: Transaction, actor: Actor, slug: string): Promise<void> {
  const existing = await lockListing(trx, actor, slug);
  const last = await ReviewDecisionModel.query(trx)
    .where({ listing_id: existing.id, user_id: accountId(actor) })
    .whereNull('undone_at')
    .where('created_at', '>', ReviewDecisionModel.raw(`now() - interval '${UNDO_MINUTES} minutes'`))
    .orderBy('created_at', 'desc')
    .first();
  if (!last) throw forbidden('There is no decision of yours about this listing that could be taken back.');
  const before = existing.status;
  const row = await existing
    .$query(trx)
    .patchAndFetch({ ...fromColumns(last.undo.columns), updatedAt: new Date() });
  if (row.rejectedAt) await takeDown(trx, actor, row, row.rejectedReason);
  else await forgetTakedowns(trx, row);
  await reopenReports(trx, last.undo.reportIds);
  if (last.undo.appealId) await reopenAppeal(trx, last.undo.appealId);
  if (last.undo.isLinkSeen) await LinkCheckModel.query(trx).findById(existing.id).patch({ seenAt: null });
  await ListingLookModel.query(trx).deleteById(existing.id);
  await ReviewSkipModel.query(trx)
    .delete()
    .where({ listing_id: existing.id, user_id: accountId(actor) });
  await last.$query(trx).patch({ undoneAt: new Date() });
  await recordChange(trx, actor, {
    action: 'listing.undo-review',
    subject: subjectOf(row),
    before: { status: before },
    after: { status: row.status },
  });
}

function fromColumns(columns: ReviewUndo['columns']): Partial<ListingModel> {
  const names = Object.entries(UNDO_COLUMNS);
  return Object.fromEntries(names.map(([name, column]) => [name, columns[column] ?? null]));
}
