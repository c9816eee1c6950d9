// Deleting a listing: its row, its pictures, its entry in the audit log.
import type { Transaction } from 'objection';
import type { ListingModel } from '../../db/models/listings.js';
import { requireSignedIn } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { type AuditedChange, recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { forbidden, say } from '../kernel/errors.js';
import { Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf } from './content.js';
import { notifyOwner } from './owner-mail.js';
import { freePictures } from './pictures.js';
import { answerReportsOfDeleted } from './report-outcomes.js';
import { authorize, can, refuseColleagues } from './rights.js';
import { lockListing, subjectOf } from './row.js';

/**
 * Deletes a listing permanently and frees its site and slug.
 * @param input `{reason?}`: for the audit log and, if an admin acts, for the owner
 * @throws DomainError not_found, unauthorized, validation_error, forbidden (also for the owner of a rejected one)
 */
export async function deleteListing(
  actor: Actor,
  slug: string,
  input: unknown = {},
): Promise<{ deleted: true; slug: string }> {
  requireSignedIn(actor, 'listings:write');
  const { reason = null } = check(Reason, input);
  const row = await inTransaction(actor, (trx) => removeListing(trx, actor, slug, { reason }));
  return { deleted: true, slug: row.slug };
}

/**
 * The same in the caller's transaction.
 * @param batch the id under which emails to owners are merged, as for `queueMail`
 * @throws DomainError as deleteListing
 */
export async function removeListing(
  trx: Transaction,
  actor: Actor,
  slug: string,
  { reason, batch = null }: { reason: string | null; batch?: string | null },
): Promise<ListingModel> {
  const existing = await lockListing(trx, actor, slug);
  if (!can(actor, 'edit', existing)) throw forbidden(say('error.delete-own'));
  authorize(actor, 'delete', existing);
  await refuseColleagues(trx, actor, existing);
  await answerReportsOfDeleted(trx, actor, [existing], batch);
  await existing.$query(trx).delete();
  await freePictures(trx, [existing]);
  await recordChange(trx, actor, removalOf(existing, reason));
  await notifyOwner(trx, actor, { action: 'delete', reason, batch }, existing);
  return existing;
}

/** The state of a deleted listing in the audit log: all its write fields. */
export function removalOf(row: ListingModel, reason: string | null): AuditedChange {
  return {
    action: 'listing.delete',
    subject: subjectOf(row),
    before: { ...contentOf(row), status: row.status },
    reason,
  };
}
