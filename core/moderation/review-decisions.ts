// Decides about a listing at the review desk, and undoes a decision unless the listing has changed since.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { ListingLookModel, ReviewDecisionModel, ReviewSkipModel } from '../../db/models/desk.js';
import { LinkCheckModel, ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId, inBatch, requireAccount, requireRight } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, fieldError, forbidden, notFound, say } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import * as reportOutcomes from '../listings/report-outcomes.js';
import { findListing, lockListing, subjectOf } from '../listings/rights.js';
import { moveListing, requireReason, restoreState, stateOf } from '../listings/status.js';
import type { TakedownScope } from '../listings/takedowns.js';
import { recallBatch } from '../mail/outbox.js';
import { currentSettings } from '../settings/current.js';
import { forgetFailures, markDead } from '../upkeep/link-checks.js';
import { presentWithOwner, WITH_OWNER } from './listings.js';
import { holdReview, readQueue, releaseReview, skipReview, versionOf } from './review-queue.js';
import { ReviewDecision, type ReviewResult } from './review-schema.js';

/** Decides about a listing, queued or not; or takes or skips it, or undoes the actor's last decision.
 * @throws DomainError not_found, review_changed (another version than the given one, or another moderator has
 * it open), content_policy (an approval that restores) */
export async function decideReview(actor: Actor, slug: string, input: unknown): Promise<ReviewResult> {
  requireRight(actor, 'desk');
  const { decision, reason = null, scope, version } = check(ReviewDecision, input);
  requireReason(actor, decision, reason);
  let undone: ReviewResult['undone'];
  if (decision === 'skip') {
    requireAccount(actor, 'admin:*');
    await skipReview((await findListing(actor, slug)).id, actor.account.id);
  } else if (decision === 'take') {
    requireAccount(actor, 'admin:*');
    const [item] = await readQueue({ listingId: (await findListing(actor, slug)).id, limit: 1 });
    if (!item) throw notFound('review');
    if (!(await holdReview(item.listingId, actor.account.id, version === undefined))) throw heldBy(item);
  } else {
    undone = await inTransaction(actor, async (trx) => {
      if (decision === 'undo') return undoDecision(trx, actor, slug);
      await decide(trx, actor, slug, { decision, reason: reason || null, scope, version });
      return undefined;
    });
  }
  const row = await (await findListing(actor, slug)).$fetchGraph(WITH_OWNER);
  return {
    listing: presentWithOwner(row, actor),
    decision,
    can_undo: await canUndo(actor, row),
    ...(undone ? { undone } : {}),
  };
}

const heldBy = ({ claimedByName }: { claimedByName: string | null }) =>
  new DomainError('review_changed', say('error.review-held', { name: claimedByName ?? '' }));

interface Decided {
  decision: ReviewDecisionModel['decision'];
  reason: string | null;
  scope: TakedownScope | undefined;
  version: string | undefined;
}

/** Whether a decision is in favour of the listing, and how it answers the reports. */
const RULINGS = {
  approve: { isApproval: true, reports: 'dismissed' },
  fixed: { isApproval: true, reports: 'fixed' },
  dead_link: { isApproval: true, reports: 'fixed' },
  reject: { isApproval: false, reports: 'upheld' },
  merge: { isApproval: false, reports: 'upheld' },
} as const satisfies Record<Decided['decision'], object>;

/** The action of a decision; null: the status stays, as for a live listing that is approved. */
function moveBy(decision: Decided['decision'], { archivedAt, rejectedAt, baseStatus }: ListingModel) {
  if (decision === 'merge') return 'archive';
  if (!RULINGS[decision].isApproval) return rejectedAt ? null : 'reject';
  return archivedAt === null && (rejectedAt !== null || baseStatus !== 'live') ? 'grant' : null;
}

/** @throws DomainError validation_error for a decision that the listing does not allow */
async function refuseImpossible(trx: Transaction, row: ListingModel, { decision, reason }: Decided) {
  const { isApproval, reports } = RULINGS[decision];
  if (decision === 'merge' && row.duplicateOf === null)
    throw fieldError('decision', say('error.no-duplicate'));
  if (reports === 'fixed' && (await reportOutcomes.openReports(row.id, trx).resultSize()) === 0)
    throw fieldError('decision', say('error.no-reports'));
  if (isApproval && row.archivedAt && row.rejectedAt)
    throw fieldError('decision', say('error.archived-by-owner'), 'archived');
  if (decision === 'reject' && !reason && (await reportOutcomes.openAppeal(row.id, trx)))
    throw fieldError('reason', say('error.appeal-unanswered'), 'required');
}

async function decide(trx: Transaction, actor: Actor, slug: string, asked: Decided): Promise<void> {
  const { decision, reason, scope, version } = asked;
  const existing = await lockListing(trx, actor, slug);
  const { isApproval, reports } = RULINGS[decision];
  const action = moveBy(decision, existing);
  const moderator = accountId(actor);
  const [item] = version === undefined ? [] : await readQueue({ listingId: existing.id, limit: 1 });
  if (item?.claimedBy && item.claimedBy !== moderator) throw heldBy(item);
  if (moderator) await releaseReview(existing.id, moderator, trx);
  // Ignore a second click, or the same decision by another moderator.
  if (action === null && !(await isWaiting(trx, existing))) return;
  if (version !== undefined && version !== (await versionOf(existing.id, trx)))
    throw new DomainError('review_changed', say('error.review-changed'));
  await refuseImpossible(trx, existing, asked);
  const { linkStatus, linkStatusAt } = existing;
  const before = { ...stateOf(existing), ...(decision === 'dead_link' ? { linkStatus, linkStatusAt } : {}) };
  const isFirstLook = await reportOutcomes.markReviewed(trx, existing.id);
  const id = randomUUID();
  const appealId = await reportOutcomes.closeAppeal(trx, actor, existing, {
    outcome: isApproval ? 'granted' : 'denied',
    answer: reason,
    batch: id,
  });
  const reportIds = await reportOutcomes.closeReports(trx, actor, existing, { outcome: reports, batch: id });
  // Approved as a separate product: no longer a suspected duplicate.
  if (isApproval && existing.duplicateOf) await existing.$query(trx).patch({ duplicateOf: null });
  const moved = action
    ? await moveListing(trx, inBatch(actor, id), slug, {
        action,
        reason: reason ?? (decision === 'merge' ? say('audit-reason.merged') : null),
        scope,
        batch: id,
      })
    : null;
  if (moved === null) {
    const subject = subjectOf(existing);
    await recordChange(trx, actor, { action: 'listing.review', subject, after: { decision }, reason });
  }
  const isLinkSeen = (await unseenLink(trx, existing.id).patch({ seenAt: new Date() })) > 0;
  if (decision === 'dead_link') await markDead(trx, actor, existing);
  await ReviewDecisionModel.query(trx).insert({
    id,
    listingId: existing.id,
    userId: moderator,
    decision,
    undo: {
      columns: before,
      after: markOf(moved?.row ?? existing),
      reportIds,
      appealId,
      isLinkSeen,
      isFirstLook,
    },
  });
}

async function isWaiting(trx: Transaction, { id, duplicateOf }: ListingModel): Promise<boolean> {
  if (await reportOutcomes.openAppeal(id, trx)) return true;
  if ((await reportOutcomes.openReports(id, trx).resultSize()) > 0) return true;
  if (duplicateOf !== null) return true;
  if ((await unseenLink(trx, id).resultSize()) > 0) return true;
  return (await ListingLookModel.query(trx).findById(id)) === undefined;
}

const unseenLink = (trx: Transaction, listingId: string) =>
  LinkCheckModel.query(trx).where({ listing_id: listingId }).whereNull('seen_at');

/** Minutes within which moderators can undo a decision. Its emails wait for ten (core/mail/outbox.ts). */
const UNDO_MINUTES = 60;

/** Status and website as text: a decision can be undone while they are unchanged. */
const markOf = (row: ListingModel) => JSON.stringify([stateOf(row), row.websiteUrl]);

const canUndo = async (actor: Actor, row: ListingModel) =>
  (await findUndoable(actor, row)) instanceof ReviewDecisionModel;

/** The actor's last decision, if it can still be undone. */
export async function lastDecision(actor: Actor) {
  const last = await recentDecision({ user_id: accountId(actor) });
  const row = last && (await ListingModel.query().findById(last.listingId));
  if (!row || !(await canUndo(actor, row))) return null;
  return { slug: row.slug, name: row.name, decision: last.decision };
}

/** The newest decision that is not undone. */
const recentDecision = (by: { user_id: string | null } | { listing_id: string }, trx?: Transaction) =>
  ReviewDecisionModel.query(trx)
    .where(by)
    .whereNull('undone_at')
    .where('created_at', '>', ReviewDecisionModel.raw(`now() - interval '${UNDO_MINUTES} minutes'`))
    .orderBy('created_at', 'desc')
    .first();

/** How many listings each team member has decided at the desk today, without undone decisions. */
export async function decidedToday(actor: Actor): Promise<{ name: string; count: number }[]> {
  requireRight(actor, 'desk');
  const { rows } = await ReviewDecisionModel.knex().raw<{ rows: { name: string; count: number }[] }>(
    `select name, count(distinct listing_id)::int as count
     from users join review_decisions as made on user_id = users.id
     where role <> 'user' and undone_at is null and made.created_at >= date_trunc('day', now(), ?)
     group by users.id, name order by count desc, name`,
    [currentSettings().time_zone ?? 'UTC'],
  );
  return rows;
}

/** The last decision about a listing, or why the actor cannot undo it. */
async function findUndoable(actor: Actor, row: ListingModel, trx?: Transaction) {
  const last = await recentDecision({ listing_id: row.id }, trx);
  if (!last) return say('error.no-decision');
  if (!last.userId || last.userId !== accountId(actor)) return say('error.decided-since');
  if (last.undo.after !== markOf(row)) return say('error.changed-since');
  if (await reportOutcomes.openAppeal(row.id, trx)) return say('error.appealed-since');
  return last;
}

/** Undoes this decision if it is still the actor's last one about the listing. @throws DomainError forbidden, not_found */
export function takeBackDecision(actor: Actor, slug: string, id: string) {
  requireRight(actor, 'desk');
  return inTransaction(actor, (trx) => undoDecision(trx, actor, slug, id));
}

/** Undoes the actor's decision about a listing. Cancels emails that are not being sent yet; an owner who has
 * already received one is sent the new state. */
async function undoDecision(trx: Transaction, actor: Actor, slug: string, decisionId?: string) {
  const existing = await lockListing(trx, actor, slug);
  const last = await findUndoable(actor, existing, trx);
  if (!(last instanceof ReviewDecisionModel)) throw forbidden(last);
  if (decisionId && decisionId !== last.id) throw forbidden(say('error.edited-since'));
  const { id, undo, decision } = last;
  const row = await restoreState(trx, actor, existing, {
    was: undo.columns,
    action: 'listing.undo-review',
  });
  await reportOutcomes.reopenReports(trx, undo.reportIds);
  if (undo.appealId) await reportOutcomes.reopenAppeal(trx, undo.appealId);
  if (decision === 'dead_link') await forgetFailures(trx, row.id);
  if (undo.isLinkSeen) await LinkCheckModel.query(trx).findById(row.id).patch({ seenAt: null });
  if (undo.isFirstLook) await ListingLookModel.query(trx).deleteById(row.id);
  await ReviewSkipModel.query(trx)
    .delete()
    .where({ listing_id: row.id, user_id: accountId(actor) });
  await last.$query(trx).patch({ undoneAt: new Date() });
  await recallBatch(trx, id);
  return decision;
}
