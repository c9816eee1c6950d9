// Deciding about a listing at the review desk.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { ListingLookModel, ReviewDecisionModel } from '../../db/models/desk.js';
import { LinkCheckModel, ListingModel } from '../../db/models/listings.js';
import { requireAccount, requireRight } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, fieldError, notFound, say } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import {
  closeAppeal,
  closeReports,
  markReviewed,
  openAppeal,
  openReports,
} from '../listings/report-outcomes.js';
import { lockListing, subjectOf } from '../listings/row.js';
import { isSlug } from '../listings/slugs.js';
import { moveListing, requireReason } from '../listings/status.js';
import { requireAnswer } from './appeals.js';
import { presentWithOwner, WITH_OWNER } from './listings.js';
import { releaseReview, skipReview, versionOf } from './review-queue.js';
import { ReviewDecision, type ReviewResult } from './review-schema.js';
import { canUndo, stateOf, undoDecision } from './review-undo.js';

/**
 * Decides about a listing, in the queue or not; or skips it, or undoes the actor's last decision. For how long that is
 * possible, and for how long emails are held for it, is in review-undo.ts.
 * @param input `{decision: approve | reject | skip | undo, reason?, version?}`
 * @throws DomainError forbidden (also if there is nothing to undo), not_found, validation_error (an appeal is denied
 * with a reason; a listing its owner archived is not restored), review_changed (another version than the one named),
 * content_policy (an approval that restores)
 */
export async function decideReview(actor: Actor, slug: string, input: unknown): Promise<ReviewResult> {
  requireRight(actor, 'desk');
  const { decision, reason = null, version } = check(ReviewDecision, input);
  requireReason(actor, decision, reason);
  let undone: ReviewResult['undone'];
  let isMade = false;
  if (decision === 'skip') {
    requireAccount(actor, 'admin:*');
    const row = isSlug(slug) ? await ListingModel.query().findOne({ slug }) : undefined;
    if (!row) throw notFound('listing');
    await skipReview(row.id, actor.account.id);
  } else {
    undone = await inTransaction(actor, async (trx) => {
      if (decision === 'undo') return undoDecision(trx, actor, slug);
      isMade = await decide(trx, actor, slug, { decision, reason: reason || null, version });
      return undefined;
    });
  }
  const row = await ListingModel.query()
    .findOne({ slug })
    .withGraphFetched(WITH_OWNER)
    .throwIfNotFound(() => notFound('listing'));
  return {
    listing: presentWithOwner(row, actor),
    decision,
    can_undo: isMade ? accountId(actor) !== null : await canUndo(actor, row),
    ...(undone ? { undone } : {}),
  };
}

interface Decided {
  decision: 'approve' | 'reject';
  reason: string | null;
  version: string | undefined;
}

/** @returns whether anything was waiting for the decision */
async function decide(trx: Transaction, actor: Actor, slug: string, decided: Decided): Promise<boolean> {
  const existing = await lockListing(trx, actor, slug);
  const { decision, reason, version } = decided;
  const isApproved = decision === 'approve';
  // A live listing is only marked as reviewed; a listing its owner has archived stays archived.
  const action = isApproved ? (isHeld(existing) ? 'grant' : null) : existing.rejectedAt ? null : 'reject';
  const moderator = accountId(actor);
  if (moderator) await releaseReview(existing.id, moderator, trx);
  // A second click, or a second moderator who decides the same.
  if (action === null && !(await isWaiting(trx, existing))) return false;
  if (version !== undefined && version !== (await versionOf(existing.id, trx))) throw reviewChanged();
  if (isApproved && existing.archivedAt && existing.rejectedAt) throw isArchived();
  if (!isApproved && (await openAppeal(existing.id, trx))) requireAnswer(reason);
  const before = stateOf(existing);
  const isFirstLook = await markReviewed(trx, existing.id);
  const id = randomUUID();
  const moved = action ? await moveListing(trx, actor, slug, { action, reason, batch: id }) : null;
  if (moved === null) {
    const subject = subjectOf(existing);
    await recordChange(trx, actor, { action: 'listing.review', subject, after: { decision }, reason });
  }
  const appealId = await closeAppeal(trx, actor, existing, {
    outcome: isApproved ? 'granted' : 'denied',
    answer: reason,
    batch: id,
  });
  const reportIds = await closeReports(trx, actor, existing, {
    outcome: isApproved ? 'dismissed' : 'upheld',
    batch: id,
  });
  await ReviewDecisionModel.query(trx).insert({
    id,
    listingId: existing.id,
    userId: moderator,
    decision,
    undo: {
      columns: before,
      after: stateOf(moved?.row ?? existing),
      reportIds: [...(moved?.reportIds ?? []), ...reportIds],
      appealId: moved?.appealId ?? appealId,
      isLinkSeen: await markLinkSeen(trx, existing.id),
      isFirstLook,
    },
  });
  return true;
}

/** Whether anything besides the status of a listing waits for a decision. */
async function isWaiting(trx: Transaction, { id }: ListingModel): Promise<boolean> {
  if (await openAppeal(id, trx)) return true;
  if ((await openReports(id, trx).resultSize()) > 0) return true;
  if ((await unseenLink(trx, id).resultSize()) > 0) return true;
  return (await ListingLookModel.query(trx).findById(id)) === undefined;
}

const unseenLink = (trx: Transaction, listingId: string) =>
  LinkCheckModel.query(trx).where({ listing_id: listingId }).whereNull('seen_at');

/** Marks the findings about the site as reviewed. @returns whether it was the first time */
async function markLinkSeen(trx: Transaction, listingId: string): Promise<boolean> {
  return (await unseenLink(trx, listingId).patch({ seenAt: new Date() })) > 0;
}

/** Neither public nor archived by its owner: an approval changes that. */
const isHeld = (row: ListingModel) =>
  row.archivedAt === null && (row.rejectedAt !== null || row.baseStatus !== 'live');

const isArchived = () => fieldError('decision', say('error.archived-by-owner'), 'archived');

const reviewChanged = () => new DomainError('review_changed', say('error.review-changed'));
