// Who may do what to a listing, in one table; and locking its row. status.ts refuses what a takedown forbids.
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, hasScope, may, requireRight } from '../kernel/actor.js';
import { type AuditedChange, recordChange } from '../kernel/audit.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { forbidden, notFound, say } from '../kernel/errors.js';
import type { ListingStatus } from './schema.js';
import { isSlug } from './slugs.js';

interface OwnedListing {
  ownerId: string | null;
  status: ListingStatus;
  rejectedAt: Date | null;
}

const isOwner = (actor: Actor, listing: OwnedListing) =>
  actor.kind === 'user' && listing.ownerId === actor.account.id && hasScope(actor, 'listings:read');

const isOwnerOrStaff = (actor: Actor, listing: OwnedListing) =>
  may(actor, 'listings') || isOwner(actor, listing);

/** The owner of a taken-down listing cannot delete it, even if it is archived. */
const isFreeOfTakedown = (actor: Actor, listing: OwnedListing) =>
  may(actor, 'listings') || (isOwner(actor, listing) && listing.rejectedAt === null);

const RULES = {
  see: (actor: Actor, listing: OwnedListing) => listing.status === 'live' || isOwnerOrStaff(actor, listing),
  seeReason: isOwnerOrStaff,
  'see-stats': isOwnerOrStaff,
  edit: isOwnerOrStaff,
  delete: isFreeOfTakedown,
  archive: isOwnerOrStaff,
  reject: (actor: Actor) => may(actor, 'listings'),
  restore: (actor: Actor, listing: OwnedListing) =>
    may(actor, 'listings') ||
    (isOwner(actor, listing) && (listing.status === 'archived' || listing.status === 'live')),
} satisfies Record<string, (actor: Actor, listing: OwnedListing) => boolean>;

type ListingRight = keyof typeof RULES;

export function can(actor: Actor, right: ListingRight, listing: OwnedListing): boolean {
  return RULES[right](actor, listing);
}

/** @throws DomainError forbidden */
export function authorize(
  actor: Actor,
  right: Exclude<ListingRight, 'see' | 'seeReason'>,
  listing: OwnedListing,
) {
  if (!can(actor, right, listing)) throw forbidden(say(`error.may-${right}`));
}

/** Only admins delete or transfer listings of staff. @throws DomainError forbidden */
export async function refuseColleagues(trx: Transaction, actor: Actor, listing: OwnedListing): Promise<void> {
  if (listing.ownerId === null || may(actor, 'colleagues') || isOwner(actor, listing)) return;
  const owner = await UserModel.query(trx).findById(listing.ownerId).select('role');
  if (owner && owner.role !== 'user') requireRight(actor, 'colleagues');
}

/** @throws DomainError not_found if missing or not visible to the actor */
export async function findListing(actor: Actor, slug: string): Promise<ListingModel> {
  const row = isSlug(slug) ? await ListingModel.query().findOne({ slug }) : undefined;
  if (!row || !can(actor, 'see', row)) throw notFound('listing');
  return row;
}

const lockBySlug = prepare('select * from listings where slug = $1 for update');

/** Locks the row until the transaction ends. @throws DomainError not_found if missing or not visible */
export async function lockListing(trx: Transaction, actor: Actor, slug: string): Promise<ListingModel> {
  const [found] = isSlug(slug) ? await lockBySlug([slug], trx) : [];
  const row = found && ListingModel.fromDatabaseJson(found);
  if (!row || !can(actor, 'see', row)) throw notFound('listing');
  return row;
}

export function subjectOf(row: ListingModel) {
  return { type: 'listing' as const, id: row.id, label: row.slug };
}

export const recordListing = (
  trx: Transaction,
  actor: Actor,
  row: ListingModel,
  action: AuditAction,
  change: Omit<AuditedChange, 'action' | 'subject'> = {},
): Promise<void> => recordChange(trx, actor, { action, subject: subjectOf(row), ...change });
