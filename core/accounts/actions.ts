// Staff actions on one or many accounts. Deleting an account deletes its keys, sessions and, unless kept,
// listings. Audit entries (id and email) and takedowns remain; foreign keys unlink proposals and reports.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId, inBatch, requireAdmin, requireRight } from '../kernel/actor.js';
import { recordChanges, recordUser } from '../kernel/audit.js';
import { memberWarnings, runInTurn, selectItems } from '../kernel/bulk.js';
import { check } from '../kernel/check.js';
import { DomainError, fieldError, forbidden, say } from '../kernel/errors.js';
import { Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { freePictures } from '../listings/pictures.js';
import { answerReportsOfDeleted, clearEmailOfReporter } from '../listings/report-outcomes.js';
import { subjectOf } from '../listings/rights.js';
import { moveListing, removalOf } from '../listings/status.js';
import { queueMail, releaseMails } from '../mail/outbox.js';
import * as adminSchema from './admin-schema.js';
import { isSuspended } from './credentials.js';
import { endSessions } from './sessions.js';
import { resetTwoFactor } from './two-factor.js';
import * as users from './users.js';

// Suspends an account: until the suspension ends, it cannot sign in, its keys are refused, and nothing is
// written in its name (core/kernel/transaction.ts checks it). Its listings stay, or are archived.

/** Suspends an account, or changes the end and reason of its suspension; ends its sessions and emails the
 * owner. Listings are archived afterwards, one by one: after an error, repeat the call. @param input
 * `{reason, until?, archive_listings?}` @throws DomainError forbidden (oneself; for a moderator also staff),
 * not_found, last_admin, bootstrap_admin */
export async function suspendUser(actor: Actor, id: string, input: unknown) {
  requireRight(actor, 'people');
  const { reason, until = null, archive_listings } = check(adminSchema.UserSuspension, input);
  const end = until === null ? null : new Date(until);
  if (end && end <= new Date()) throw fieldError('until', say('invalid.future'));
  const done = await users.changePerson(actor, id, async (trx, { target, admins }) => {
    if (target.id === accountId(actor)) throw forbidden(say('error.suspend-self'));
    refuseColleague(actor, target);
    users.refuseNeededAdmin(target, admins);
    // An expired suspension stays in the row, but does not count.
    const before = isSuspended(target) ? { at: target.suspendedAt, until: target.suspendedUntil } : null;
    if (before && isSame(target, end, reason)) return;
    const row = await target.$query(trx).patchAndFetch({
      suspendedAt: before?.at ?? new Date(),
      suspendedUntil: end,
      suspendedReason: reason,
      updatedAt: new Date(),
    });
    await endSessions(actor, row, { reason, trx });
    await recordUser(trx, actor, row, before ? 'user.change-suspension' : 'user.suspend', {
      before: before && { until: before.until?.toISOString() ?? null },
      after: { until: end?.toISOString() ?? null },
      reason,
    });
    await queueMail(trx, actor, {
      kind: 'account-suspended',
      to: { userId: row.id },
      data: { reason, until: end?.toISOString() ?? null },
    });
  });
  if (archive_listings) await archiveAll(actor, id, reason);
  return done;
}

const isSame = ({ suspendedUntil, suspendedReason }: UserModel, end: Date | null, reason: string) =>
  suspendedUntil?.getTime() === end?.getTime() && suspendedReason === reason;

/** Moderators decide about members; only admins decide about staff. */
function refuseColleague(actor: Actor, target: UserModel): void {
  if (target.role !== 'user') requireRight(actor, 'colleagues');
}

/** Archives an account's listings one after the other; the owner gets one email about all of them. */
async function archiveAll(actor: Actor, id: string, reason: string): Promise<void> {
  const batch = randomUUID();
  const listed = await ListingModel.query().where({ owner_id: id }).whereNull('archived_at').select('slug');
  for (const { slug } of listed)
    await inTransaction(actor, async (trx) => {
      // The listing may have been deleted or transferred since.
      const row = await ListingModel.query(trx).findOne({ slug, owner_id: id }).forUpdate();
      if (row) await moveListing(trx, actor, slug, { action: 'archive', reason, batch });
    });
}

/** Ends a suspension and emails the owner; archived listings stay archived. @param isMeant checks, under the
 * lock, that the expected suspension still stands @throws DomainError not_found, forbidden (it does not) */
export async function liftSuspension(
  actor: Actor,
  id: string,
  input: unknown,
  isMeant: (trx: Transaction) => Promise<boolean> = async () => true,
) {
  requireRight(actor, 'people');
  const { reason = null } = check(Reason, input);
  return users.changePerson(actor, id, async (trx, { target }) => {
    refuseColleague(actor, target);
    if (!(await isMeant(trx))) throw forbidden(say('error.edited-since'));
    if (target.suspendedAt === null) return;
    const isLifted = isSuspended(target);
    const row = await target.$query(trx).patchAndFetch({
      suspendedAt: null,
      suspendedUntil: null,
      suspendedReason: null,
      updatedAt: new Date(),
    });
    await recordUser(trx, actor, row, 'user.lift-suspension', { reason });
    // An expired suspension had already ended: send no email.
    if (isLifted)
      await queueMail(trx, actor, { kind: 'suspension-lifted', to: { userId: row.id }, data: { reason } });
  });
}

/** Performs one action on an account. @param input UserAction @throws DomainError as the action's own function */
export async function actOnUser(actor: Actor, id: string, input: unknown) {
  requireRight(actor, 'people');
  const { action, role, ...rest } = check(adminSchema.UserAction, input);
  if (action === 'delete') return deleteUser(actor, id, rest);
  if (action === 'suspend') return suspendUser(actor, id, rest);
  if (action === 'lift-suspension') return liftSuspension(actor, id, rest);
  if (action === 'reset-two-factor') return resetTwoFactor(actor, id, rest);
  if (role === undefined) throw fieldError('role', '"role" is required together with set-role.', 'required');
  return users.setRole(actor, id, { role, ...rest });
}

/** Deletes or suspends many accounts, or lifts suspensions. @throws DomainError selection_changed */
export async function actOnUsers(actor: Actor, input: unknown) {
  requireRight(actor, 'people');
  const { action, ids: given, reason, ...rest } = check(adminSchema.UserBulk, input);
  if (action === 'delete') requireAdmin(actor);
  if (action === 'suspend' && !reason) throw fieldError('reason', say('invalid.required'), 'required');
  const named = given?.map((id) => id.toLowerCase());
  const ids = await selectItems('ids', named, rest, users.matchingUserIds);
  const batch = randomUUID();
  const acting = inBatch(actor, batch);
  const act = {
    suspend: (id: string) => suspendUser(acting, id, { reason, archive_listings: rest.archive_listings }),
    'lift-suspension': (id: string) => liftSuspension(acting, id, { reason }),
    delete: (id: string) => deleteUser(acting, id, { reason, keep_listings: rest.keep_listings }),
  }[action];
  const { done, failures, failed } = await runInTurn(ids, act);
  return {
    batch,
    [action === 'delete' ? 'deleted' : 'updated']: done,
    failed,
    errors: failures.map(({ item, ...failure }) => ({ id: item, ...failure })),
    ...memberWarnings(adminSchema.UserBulk, input),
  };
}

/** Deletes an account. @throws DomainError not_found, self_delete, last_admin, bootstrap_admin */
export async function deleteUser(actor: Actor, id: string, input: unknown = {}) {
  requireAdmin(actor);
  const { keep_listings: keepListings = false, reason = null } = check(adminSchema.UserDeletion, input);
  if (id.toLowerCase() === accountId(actor)) throw new DomainError('self_delete', say('error.self-delete'));
  await removeAccount(actor, id, { keepListings, reason });
  return { deleted: true, id: id.toLowerCase() };
}

/** Deletes an account, also the actor's own. @throws DomainError not_found, last_admin, bootstrap_admin */
export async function removeAccount(
  actor: Actor,
  id: string,
  { keepListings, reason }: { keepListings: boolean; reason: string | null },
): Promise<void> {
  await users.withPeople(actor, id, async (trx, { target, admins }) => {
    users.refuseNeededAdmin(target, admins);
    // Lock the account, so that nobody adds a listing meanwhile: its foreign key needs this row.
    await UserModel.query(trx).findById(target.id).forUpdate();
    await (keepListings ? releaseListings : removeListings)(trx, actor, target, reason);
    await clearEmailOfReporter(trx, target.id);
    await releaseMails(trx, target.id);
    await target.$query(trx).delete();
    await recordUser(trx, actor, target, 'user.delete', {
      before: { name: target.name, email: target.email, role: target.role },
      reason,
    });
  });
}

async function removeListings(trx: Transaction, actor: Actor, target: UserModel, reason: string | null) {
  const owned = await ListingModel.query(trx).where('owner_id', target.id).forUpdate();
  await answerReportsOfDeleted(trx, actor, owned);
  const rows = await ListingModel.query(trx).delete().where('owner_id', target.id).returning('*');
  await freePictures(trx, rows);
  const entries = rows.map((row) => removalOf(row, reason));
  await recordChanges(trx, actor, entries);
}

async function releaseListings(trx: Transaction, actor: Actor, target: UserModel, reason: string | null) {
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
