// Deleting accounts, with their keys, sessions and, unless these are to stay, their listings. What remains: entries of
// the audit log with id and email; takedowns; catalog proposals and reports, unlinked from the account by their foreign
// keys, the reports without the email typed into them.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listing.js';
import { UserModel } from '../../db/models/user.js';
import { requireAdmin, requireRight } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { accountSubject, recordChange, recordChanges } from '../kernel/audit.js';
import { type BulkFailure, type BulkWatch, filterWarnings, runEach, selectItems } from '../kernel/bulk.js';
import { check, type Warning } from '../kernel/check.js';
import { DomainError, fieldError, say } from '../kernel/errors.js';
import { MAX_MATCHING_ITEMS } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { freePictures } from '../listings/pictures.js';
import { removalOf } from '../listings/remove.js';
import { answerReportsOfDeleted, clearEmailOfReporter } from '../listings/report-outcomes.js';
import { subjectOf } from '../listings/row.js';
import { AdminUserFilter, UserAction, UserBulk, UserDeletion } from './admin-schema.js';
import { lockPeople, readPeople, refuseBootstrapAdmin, refuseLastAdmin, setRole } from './roles.js';
import type { AdminUser } from './schema.js';
import { noteUser } from './staff-notes.js';
import { liftSuspension, suspendUser } from './suspension.js';
import { resetTwoFactor } from './two-factor.js';
import { matchingUserIds } from './users.js';

/** How to delete an account. */
interface Ending {
  keepListings: boolean;
  reason: string | null;
}

/**
 * Deletes an account permanently.
 * @param input `{keep_listings?, reason?}`
 * @throws DomainError unauthorized, forbidden, validation_error, not_found, self_delete, last_admin, bootstrap_admin
 */
export async function deleteUser(
  actor: Actor,
  id: string,
  input: unknown = {},
): Promise<{ deleted: true; id: string }> {
  requireAdmin(actor);
  const { keep_listings: keepListings = false, reason = null } = check(UserDeletion, input);
  await inTransaction(actor, (trx) => removeUser(trx, actor, id, { keepListings, reason }), {
    first: (trx) => lockPeople(trx, actor, id),
  });
  return { deleted: true, id: id.toLowerCase() };
}

/**
 * Sets the role of an account, deletes or suspends it, or resets its second factor.
 * @param input `{action, …}`, with what the function of that action takes
 * @throws DomainError as setRole, deleteUser, suspendUser and resetTwoFactor
 */
export async function actOnUser(
  actor: Actor,
  id: string,
  input: unknown,
): Promise<{ user: AdminUser } | { deleted: true; id: string }> {
  requireRight(actor, 'people');
  const { action, role, note, ...rest } = check(UserAction, input);
  if (action === 'note') return noteUser(actor, id, { note: note ?? null });
  if (action === 'delete') return deleteUser(actor, id, rest);
  if (action === 'suspend') return suspendUser(actor, id, rest);
  if (action === 'lift-suspension') return liftSuspension(actor, id, rest);
  if (action === 'reset-two-factor') return resetTwoFactor(actor, id, rest);
  if (role === undefined) throw fieldError('role', '"role" is required together with set-role.', 'required');
  return setRole(actor, id, { role, ...rest });
}

export interface UserBulkOutcome {
  deleted: string[];
  failed: string[];
  errors: ({ id: string } & BulkFailure)[];
  warnings?: Warning[];
}

/**
 * Deletes many accounts, each in its own transaction.
 * @param input `{action: delete, ids, keep_listings?, reason?}`, or with `query` and `expected_total` for ids
 * @throws DomainError unauthorized, forbidden, validation_error, selection_changed
 */
export async function deleteUsers(
  actor: Actor,
  input: unknown,
  watch: BulkWatch = {},
): Promise<UserBulkOutcome> {
  requireAdmin(actor);
  const {
    ids: given,
    keep_listings: keepListings = false,
    reason = null,
    ...selection
  } = check(UserBulk, input);
  const ids = await selectItems({ field: 'ids', given: given?.map((id) => id.toLowerCase()) }, selection, {
    most: MAX_MATCHING_ITEMS,
    idsOf: matchingUserIds,
  });
  const { done, failures } = await runEach(
    actor,
    ids,
    (trx, id) => removeUser(trx, actor, id, { keepListings, reason }),
    // One at a time: each locks the admin rows, so they would only wait for each other.
    { ...watch, atATime: 1, lockFirst: (trx, id) => lockPeople(trx, actor, id) },
  );
  return {
    deleted: done.map(({ item }) => item),
    failed: failures.map(({ item }) => item),
    errors: failures.map(({ item, ...failure }) => ({ id: item, ...failure })),
    ...filterWarnings(AdminUserFilter, input),
  };
}

async function removeUser(trx: Transaction, actor: Actor, id: string, ending: Ending): Promise<void> {
  const { target, admins } = await readPeople(trx, id);
  if (target.id === accountId(actor)) {
    throw new DomainError('self_delete', say('error.self-delete'));
  }
  refuseLastAdmin(target, admins);
  refuseBootstrapAdmin(target);
  await eraseAccount(trx, actor, target, ending);
}

/** Deletes a locked account and what belongs to it; each listing gets its own audit entry. */
export async function eraseAccount(
  trx: Transaction,
  actor: Actor,
  target: UserModel,
  { keepListings, reason }: Ending,
): Promise<void> {
  // From here on no listing can be added: its foreign key needs this row.
  await UserModel.query(trx).findById(target.id).forUpdate();
  await (keepListings ? releaseListings : removeListings)(trx, actor, target, reason);
  await clearEmailOfReporter(trx, target.id);
  await target.$query(trx).delete();
  await recordChange(trx, actor, {
    action: 'user.delete',
    subject: accountSubject(target),
    before: { name: target.name, email: target.email, role: target.role },
    reason,
  });
}

async function removeListings(
  trx: Transaction,
  actor: Actor,
  target: UserModel,
  reason: string | null,
): Promise<void> {
  const owned = await ListingModel.query(trx).where('owner_id', target.id).forUpdate();
  await answerReportsOfDeleted(trx, actor, owned);
  const rows = await ListingModel.query(trx).delete().where('owner_id', target.id).returning('*');
  await freePictures(trx, rows);
  await recordChanges(
    trx,
    actor,
    rows.map((row) => removalOf(row, reason)),
  );
}

async function releaseListings(
  trx: Transaction,
  actor: Actor,
  target: UserModel,
  reason: string | null,
): Promise<void> {
  const rows = await ListingModel.query(trx)
    .patch({ ownerId: null })
    .where('owner_id', target.id)
    .returning('*');
  await recordChanges(
    trx,
    actor,
    rows.map((row) => ({
      action: 'listing.release',
      subject: subjectOf(row),
      before: { owner: target.email },
      after: { owner: null },
      reason,
    })),
  );
}
