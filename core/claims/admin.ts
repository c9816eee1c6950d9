// Verified claims for admins: who claimed which listing, and undoing it.
import { ClaimModel } from '../../db/models/claim.js';
import { ListingModel } from '../../db/models/listing.js';
import { requireRight } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { forbidden, notFound, say } from '../kernel/errors.js';
import { type PageMembers, readPage } from '../kernel/lists.js';
import { queueMail } from '../kernel/outbox.js';
import { Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { instant, listingUrl } from '../listings/present.js';
import { refuseColleagues } from '../listings/rights.js';
import { lockListing, subjectOf } from '../listings/row.js';
import { ClaimQuery, MAX_CLAIM_PAGE, type VerifiedClaim } from './schema.js';

/** A page of verified claims, newest first. */
export async function findClaims(
  actor: Actor,
  input: unknown,
): Promise<{ claims: VerifiedClaim[] } & PageMembers> {
  requireRight(actor, 'listings');
  const asked = check(ClaimQuery, input);
  const { rows, members } = await readPage(asked, MAX_CLAIM_PAGE, verifiedClaims, (found) =>
    found.orderByRaw('verified_at desc, claims.id'),
  );
  return { claims: rows.map(presentVerified), ...members };
}

/** The verified claim of a listing's current owner, or null. */
export async function standingClaim(actor: Actor, listingId: string): Promise<VerifiedClaim | null> {
  requireRight(actor, 'listings');
  const row = await verifiedClaims()
    .where('claims.listing_id', listingId)
    .whereNull('undone_at')
    .whereExists(ListingModel.query().findById(listingId).whereColumn('listings.owner_id', 'claims.user_id'))
    .orderBy('verified_at', 'desc')
    .first();
  return row ? presentVerified(row) : null;
}

/**
 * Undoes a claim: the listing goes back to its former owner, or to nobody if that account is gone. The claimer cannot
 * claim it again; both are notified by email.
 * @param input `{reason?}`
 * @throws DomainError forbidden (changed hands since; for a moderator also what staff own), not_found
 */
export async function undoClaim(
  actor: Actor,
  id: string,
  input: unknown = {},
): Promise<{ claim: VerifiedClaim }> {
  requireRight(actor, 'listings');
  const { reason = null } = check(Reason, input);
  const found = isUuid(id) ? await verifiedClaims().findById(id) : undefined;
  if (!found?.listing) throw notFound('verified claim');
  const { slug } = found.listing;
  await inTransaction(actor, async (trx) => {
    const listing = await lockListing(trx, actor, slug);
    const claim = await ClaimModel.query(trx).findById(id).forUpdate();
    if (!claim?.verifiedAt) throw notFound('verified claim');
    if (claim.undoneAt) return;
    if (listing.ownerId !== claim.userId) {
      throw forbidden(say('error.claim-moved'));
    }
    await refuseColleagues(trx, actor, listing);
    // If the owner verified their own listing, that is the same account.
    const ownerId = claim.previousOwnerId;
    await claim.$query(trx).patch({ undoneAt: new Date() });
    const row = await listing.$query(trx).patchAndFetch({ ownerId, verifiedBy: null, verifiedKey: null });
    await recordChange(trx, actor, {
      action: 'listing.undo-claim',
      subject: subjectOf(row),
      before: { owner: found.user?.email ?? null },
      after: { owner: found.previousOwner?.email ?? null },
      reason,
    });
    const about = { name: row.name, address: listingUrl(row.slug), reason };
    for (const userId of new Set([claim.userId, ownerId])) {
      if (userId === null) continue;
      const data = { ...about, isYours: userId === ownerId };
      await queueMail(trx, actor, { kind: 'claim-undone', to: { userId }, data });
    }
  });
  const row = await verifiedClaims().findById(id);
  if (!row) throw notFound('verified claim');
  return { claim: presentVerified(row) };
}

function verifiedClaims() {
  return ClaimModel.query().whereNotNull('verified_at').withGraphFetched('[user, previousOwner, listing]');
}

function presentVerified(row: ClaimModel): VerifiedClaim {
  const person = (user: ClaimModel['previousOwner']) =>
    user ? { id: user.id, name: user.name, email: user.email } : null;
  return {
    id: row.id,
    slug: row.listing?.slug ?? '',
    site: row.urlKey,
    method: row.method ?? 'dns',
    verified_at: instant(row.verifiedAt) ?? '',
    undone_at: instant(row.undoneAt),
    owner: person(row.user),
    previous_owner: person(row.previousOwner),
  };
}
