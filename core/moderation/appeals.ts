// Appeals: the owner of a rejected listing requests another review, once, and gets a response with a reason.

import { insertUnlessTaken } from '../../db/models/base.js';
import { AppealModel } from '../../db/models/desk.js';
import { ListingModel } from '../../db/models/listings.js';
import { may, requireAccount } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { fieldError, forbidden, notFound, say } from '../kernel/errors.js';
import { presentRow } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { lockListing, subjectOf } from '../listings/row.js';
import type { Listing } from '../listings/schema.js';
import { isSlug } from '../listings/slugs.js';
import { Appeal, NewAppeal } from './review-schema.js';

/** Appeals once against the rejection of an own listing. @throws DomainError not_found, forbidden */
export async function appealRejection(
  actor: Actor,
  slug: string,
  input: unknown,
): Promise<{ appeal: Appeal }> {
  requireAccount(actor, 'listings:write');
  const { message } = check(NewAppeal, input);
  return inTransaction(actor, async (trx) => {
    const listing = await lockListing(trx, actor, slug);
    if (listing.ownerId !== actor.account.id) throw forbidden(say('error.appeal-own'));
    if (listing.rejectedAt === null) throw forbidden(say('error.appeal-not-rejected'));
    const row = await insertUnlessTaken(AppealModel, trx, {
      listingId: listing.id,
      rejectedAt: listing.rejectedAt,
      message,
    });
    if (!row) throw forbidden(say('error.appeal-twice'));
    await recordChange(trx, actor, {
      action: 'listing.appeal',
      subject: subjectOf(listing),
      after: { message },
    });
    return { appeal: presentAppeal(row) };
  });
}

/** The appeal against the current rejection of one's own listing; null if none. @throws DomainError not_found */
export async function getAppeal(actor: Actor, slug: string): Promise<Appeal | null> {
  requireAccount(actor, 'listings:read');
  const listing = isSlug(slug) ? await ListingModel.query().findOne({ slug }) : undefined;
  const mayRead = listing?.ownerId === actor.account.id || may(actor, 'desk');
  if (!listing || !mayRead) throw notFound('listing');
  if (listing.rejectedAt === null) return null;
  const row = await AppealModel.query().findOne({
    listing_id: listing.id,
    rejected_at: listing.rejectedAt,
  });
  return row ? presentAppeal(row) : null;
}

/** The ids of the listings that are the actor's own and appealed already: there is no second appeal. */
export async function appealedAmong(
  actor: Actor,
  listings: readonly Pick<Listing, 'id' | 'status'>[],
): Promise<ReadonlySet<string>> {
  const rejected = listings.filter(({ status }) => status === 'rejected').map(({ id }) => id);
  if (rejected.length === 0) return new Set();
  const rows = await ListingModel.query()
    .findByIds(rejected)
    .where('owner_id', accountId(actor))
    .whereExists(
      AppealModel.query()
        .whereColumn('appeals.listing_id', 'listings.id')
        .whereColumn('appeals.rejected_at', 'listings.rejected_at'),
    )
    .select('listings.id');
  return new Set(rows.map(({ id }) => id));
}

/** A denial must give a reason. @throws DomainError validation_error on `reason` */
export function requireAnswer(answer: string | null): asserts answer is string {
  if (!answer) throw fieldError('reason', say('error.appeal-unanswered'), 'required');
}

export const presentAppeal = (row: AppealModel): Appeal => presentRow(Appeal, row);
