// Claiming a listing: whoever proves control of its site becomes its owner. Staff see claims, and undo them.

import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { ClaimModel } from '../../db/models/desk.js';
import { LinkCheckModel, ListingModel } from '../../db/models/listings.js';
import { actingAs } from '../accounts/credentials.js';
import { type Actor, guest, requireAccount, requireRight, type User } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { DomainError, forbidden, notFound, say } from '../kernel/errors.js';
import { oneOf, presentEach, readPage } from '../kernel/lists.js';
import { orLogged } from '../kernel/log.js';
import { presentRow, Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { instant, isVerified, listingUrl, presentListing } from '../listings/present.js';
import { lockListing, recordListing, refuseColleagues } from '../listings/rights.js';
import { isHeldWhenUnsure } from '../listings/screen.js';
import { approval } from '../listings/status.js';
import { mustWait } from '../listings/submission-rules.js';
import { standingOf } from '../listings/takedowns.js';
import { queueMail } from '../mail/outbox.js';
import { flagOf } from '../policy/flags.js';
import * as proof from './proof.js';

const CHECK_INTERVAL_S = 10;

/** The ways for the caller to prove control of a site. @throws DomainError not_found, forbidden (not live) */
export async function startClaim(actor: Actor, slug: string): Promise<{ claim: proof.Claim }> {
  requireAccount(actor, 'listings:write');
  return inTransaction(actor, async (trx) => {
    const listing = await lockClaimable(trx, actor, slug);
    const existing = await claimOf(trx, actor, listing);
    if (existing && stands(existing, listing)) return { claim: present(existing, listing) };
    if (existing) await existing.$query(trx).delete();
    const { id: listingId, urlKey } = listing;
    const row = await ClaimModel.query(trx)
      .insert({ userId: actor.account.id, listingId, urlKey })
      .returning('*');
    return { claim: present(row, listing) };
  });
}

/** The caller's claim of a listing, if it is open or verified. */
export async function standingClaimOf(actor: Actor, slug: string): Promise<proof.Claim | null> {
  if (actor.kind !== 'user') return null;
  const mine = ClaimModel.query().where('claims.user_id', actor.account.id).whereNull('undone_at');
  const row = await mine.withGraphJoined('listing').findOne('listing.slug', slug);
  const listing = row?.listing;
  return listing && stands(row, listing) ? present(row, listing) : null;
}

/** Checks the proof; if valid, makes the caller the listing's verified owner and emails the former one.
 * @throws DomainError not_found (also without a claim), claim_unproven, rate_limited */
export async function verifyClaim(actor: Actor, slug: string, readProof?: proof.ReadProof) {
  requireAccount(actor, 'listings:write');
  const { claim, listing } = await beginLook(actor, slug);
  if (holds(claim, listing)) return resultOf(claim, listing, actor);
  const site = proof.siteOf(listing.websiteUrl);
  // Outside of any transaction: a site may respond slowly.
  const { method, looks } = await proof.findProof(
    claim.id,
    site,
    readProof ?? proof.proofReader(actor.account.id),
  );
  if (!method) throw new DomainError('claim_unproven', say('error.claim-unproven'), { looks });
  return inTransaction(actor, (trx) => settleClaim(trx, actor, slug, { claim, method }));
}

/** Records the check, so that a site is not requested too often. @throws DomainError as verifyClaim */
async function beginLook(actor: User, slug: string): Promise<{ claim: ClaimModel; listing: ListingModel }> {
  return inTransaction(actor, async (trx) => {
    const listing = await lockClaimable(trx, actor, slug);
    const claim = await claimOf(trx, actor, listing);
    if (claim && holds(claim, listing)) return { claim, listing };
    if (!claim || !isOpen(claim, listing)) throw notFound('claim of yours');
    proof.requirePause(claim.checkedAt, CHECK_INTERVAL_S);
    await claim.$query(trx).patch({ checkedAt: new Date() });
    return { claim, listing };
  });
}

/** Maximum open claims checked in one run of the job. */
const BATCH = 10;

/** Checks open claims in the background: every minute in the first hour, then hourly. @returns how many were proven */
export async function checkDueClaims(signal?: AbortSignal): Promise<number> {
  const pause = `case when created_at > now() - interval '1 hour' then interval '55 seconds' else interval '1 hour' end`;
  const due = await ClaimModel.query()
    .whereRaw(`verified_at is null and undone_at is null and created_at > now() - interval '${proof.CLAIM_DAYS} days'
      and coalesce(checked_at, created_at) < now() - ${pause}`)
    .orderByRaw('coalesce(checked_at, created_at)')
    .limit(BATCH)
    .withGraphFetched('[user, listing]');
  let proven = 0;
  for (const claim of due) {
    if (signal?.aborted) break;
    const { user, listing } = claim as Required<ClaimModel>;
    const checking = verifyClaim(actingAs(guest('job'), user), listing.slug);
    const outcome = await orLogged(checking, 'a claim could not be checked');
    // A claim that cannot be checked now goes to the end of the queue.
    if (outcome === null) await claim.$query().patch({ checkedAt: new Date() });
    else proven += 1;
  }
  return proven;
}

async function settleClaim(
  trx: Transaction,
  actor: User,
  slug: string,
  { claim: { id }, method }: { claim: ClaimModel; method: proof.ClaimMethod },
) {
  const listing = await lockClaimable(trx, actor, slug);
  const claim = await claimOf(trx, actor, listing);
  // The site may have changed since, or staff may have undone the claim.
  if (claim?.id !== id || !isOpen(claim, listing)) throw notFound('claim of yours');
  const { account } = actor;
  const previousId = listing.ownerId;
  const isOwn = previousId === account.id;
  const previous = previousId === null ? undefined : await UserModel.query(trx).findById(previousId);
  await claim.$query(trx).patchAndFetch({ verifiedAt: new Date(), method, previousOwnerId: previousId });
  const row = await listing
    .$query(trx)
    .patchAndFetch({ ownerId: account.id, verifiedBy: account.id, verifiedKey: listing.urlKey });
  // Make the link check due: it also reads what the website says about the product.
  await LinkCheckModel.query(trx)
    .insert({ listingId: row.id, dueAt: new Date() })
    .onConflict('listing_id')
    .merge(['due_at']);
  const shown = await publishProven(trx, actor, row);
  await recordListing(trx, actor, row, isOwn ? 'listing.verify' : 'listing.claim', {
    before: { owner: previous?.email ?? null },
    after: { owner: account.email, method },
  });
  for (const userId of new Set([previousId, account.id])) {
    const isYours = userId === account.id;
    if (userId === null || (isYours && actor.door !== 'job')) continue;
    const data = { name: row.name, address: listingUrl(row.slug), isYours };
    await queueMail(trx, actor, { kind: 'listing-claimed', to: { userId }, data });
  }
  return resultOf(claim, shown, actor);
}

/** Publishes a listing held only for its name, now that its owner has proven the site (C5). */
async function publishProven(trx: Transaction, actor: User, row: ListingModel): Promise<ListingModel> {
  if (row.status !== 'pending') return row;
  const waits =
    isHeldWhenUnsure(await flagOf(row.id, trx)) ||
    (await standingOf(trx, row.websiteUrl, row.id)).verdict !== 'free' ||
    (await mustWait(trx, actor, row.ownerId));
  if (waits) return row;
  const { status } = row;
  const published = await row.$query(trx).patchAndFetch({ ...approval(row), updatedAt: new Date() });
  await recordListing(trx, actor, row, 'listing.approve', {
    before: { status },
    after: { status: published.status },
    reason: say('audit-reason.proven'),
  });
  return published;
}

function resultOf(claim: ClaimModel, row: ListingModel, actor: Actor) {
  return { claim: present(claim, row), listing: presentListing(row, actor), verified: true as const };
}

/** A listing that may be claimed: live, or the caller's. @throws DomainError not_found */
async function lockClaimable(trx: Transaction, actor: User, slug: string): Promise<ListingModel> {
  const listing = await lockListing(trx, actor, slug);
  if (listing.status !== 'live' && listing.ownerId !== actor.account.id)
    throw forbidden(say('error.claim-live'));
  return listing;
}

/** @throws DomainError forbidden if staff undid the claim */
async function claimOf(trx: Transaction, actor: User, { id }: ListingModel): Promise<ClaimModel | undefined> {
  const row = await ClaimModel.query(trx).findOne({ user_id: actor.account.id, listing_id: id }).forUpdate();
  if (row?.undoneAt) throw forbidden(say('error.claim-undone'));
  return row;
}

/** Whether a claim can still be verified: it is for one site, expires after a week, and is verified once. */
function isOpen({ urlKey, createdAt, verifiedAt }: ClaimModel, listing: ListingModel): boolean {
  return urlKey === listing.urlKey && verifiedAt === null && endOf(createdAt) > new Date();
}

function holds({ userId, verifiedAt }: ClaimModel, listing: ListingModel): boolean {
  return verifiedAt !== null && listing.ownerId === userId && isVerified(listing);
}

const stands = (claim: ClaimModel, listing: ListingModel) => isOpen(claim, listing) || holds(claim, listing);

const endOf = (createdAt: Date) => new Date(createdAt.getTime() + proof.CLAIM_DAYS * 86_400_000);

function present(row: ClaimModel, { slug, websiteUrl }: ListingModel): proof.Claim {
  return {
    id: row.id,
    slug,
    expires_at: endOf(row.createdAt).toISOString(),
    verified_at: instant(row.verifiedAt),
    steps: proof.stepsOf(row.id, proof.siteOf(websiteUrl)),
  };
}

/** A page of verified claims, newest first. */
export async function findClaims(actor: Actor, input: unknown) {
  requireRight(actor, 'listings');
  const asked = check(proof.ClaimQuery, input);
  const { rows, members } = await readPage(asked, verifiedClaims, (found) =>
    found.orderByRaw('verified_at desc, claims.id'),
  );
  return { claims: presentEach(rows, presentVerified), ...members };
}

/** The verified claim of the current owner, or null. */
export async function standingClaim(actor: Actor, listingId: string) {
  requireRight(actor, 'listings');
  const row = await verifiedClaims()
    .where('claims.listing_id', listingId)
    .whereNull('undone_at')
    .whereExists(ListingModel.query().findById(listingId).whereColumn('listings.owner_id', 'claims.user_id'))
    .orderBy('verified_at', 'desc')
    .first();
  return row ? presentVerified(row) : null;
}

/** Returns a listing to its former owner, or nobody; the claimer cannot claim it again. Both get an email.
 * @throws DomainError forbidden (transferred since; for a moderator also staff's listings), not_found */
export async function undoClaim(actor: Actor, id: string, input: unknown = {}) {
  requireRight(actor, 'listings');
  const { reason = null } = check(Reason, input);
  const found = await oneOf(verifiedClaims(), id, 'verified claim');
  const slug = found.listing?.slug ?? '';
  await inTransaction(actor, async (trx) => {
    const listing = await lockListing(trx, actor, slug);
    const claim = await ClaimModel.query(trx).findById(id).forUpdate();
    if (!claim?.verifiedAt) throw notFound('verified claim');
    if (claim.undoneAt) return;
    if (listing.ownerId !== claim.userId) throw forbidden(say('error.claim-moved'));
    await refuseColleagues(trx, actor, listing);
    // The former owner; the same account if the owner verified their own listing.
    const ownerId = claim.previousOwnerId;
    await claim.$query(trx).patch({ undoneAt: new Date() });
    const row = await listing.$query(trx).patchAndFetch({ ownerId, verifiedBy: null, verifiedKey: null });
    await recordListing(trx, actor, row, 'listing.undo-claim', {
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
  return { claim: presentVerified(await verifiedClaims().findById(id).throwIfNotFound()) };
}

function verifiedClaims() {
  return ClaimModel.query().whereNotNull('verified_at').withGraphFetched('[user, previousOwner, listing]');
}

function presentVerified(row: ClaimModel) {
  const person = (user: ClaimModel['previousOwner']) =>
    user ? { id: user.id, name: user.name, email: user.email } : null;
  return {
    ...presentRow(proof.VerifiedClaim, row),
    slug: row.listing?.slug ?? '',
    site: row.urlKey,
    owner: person(row.user),
    previous_owner: person(row.previousOwner),
  };
}
