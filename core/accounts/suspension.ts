// Suspends an account: until the suspension ends, it cannot sign in, its keys are refused, and nothing is
// written in its name (credentials.ts refuses it). Its listings stay, or are archived.
import { randomUUID } from 'node:crypto';
import type { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { requireRight } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { fieldError, forbidden, say } from '../kernel/errors.js';
import { Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { moveListing } from '../listings/status.js';
import { queueMail } from '../mail/outbox.js';
import { UserSuspension } from './admin-schema.js';
import { isSuspended } from './credentials.js';
import { changePerson, refuseBootstrapAdmin, refuseLastAdmin } from './roles.js';
import { endSessions } from './sessions.js';

/** Suspends an account, or changes the end and reason of its suspension; ends its sessions and emails the
 * owner. Its listings are archived afterwards one by one: after an error, repeat the call to continue.
 * @param input `{reason, until?, archive_listings?}`; without `until`, until it is lifted
 * @throws DomainError forbidden (oneself; for a moderator also staff), not_found, last_admin,
 * bootstrap_admin */
export async function suspendUser(actor: Actor, id: string, input: unknown) {
  requireRight(actor, 'people');
  const { reason, until = null, archive_listings: archiveListings = false } = check(UserSuspension, input);
  const end = until === null ? null : new Date(until);
  if (end && end <= new Date()) throw fieldError('until', say('invalid.future'));
  const done = await changePerson(actor, id, async (trx, { target, admins }) => {
    if (target.id === accountId(actor)) throw forbidden(say('error.suspend-self'));
    refuseColleague(actor, target);
    refuseLastAdmin(target, admins);
    refuseBootstrapAdmin(target);
    // An expired suspension stays in the row.
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
  if (archiveListings) await archiveAll(actor, id, reason);
  return done;
}

const isSame = ({ suspendedUntil, suspendedReason }: UserModel, end: Date | null, reason: string) =>
  suspendedUntil?.getTime() === end?.getTime() && suspendedReason === reason;

/** Moderators decide about members; only admins decide about staff. */
export function refuseColleague(actor: Actor, target: UserModel): void {
  if (target.role !== 'user') requireRight(actor, 'colleagues');
}

/** Archives an account's listings one after the other; the owner gets one email about all of them. */
async function archiveAll(actor: Actor, id: string, reason: string): Promise<void> {
  const batch = randomUUID();
  const listed = await ListingModel.query().where({ owner_id: id }).whereNull('archived_at').select('slug');
  for (const { slug } of listed)
    await inTransaction(actor, async (trx) => {
      // It may have been deleted or transferred since.
      const row = await ListingModel.query(trx).findOne({ slug, owner_id: id }).forUpdate();
      if (row) await moveListing(trx, actor, slug, { action: 'archive', reason, batch });
    });
}

/** Ends a suspension and emails the owner; archived listings stay archived. @throws DomainError not_found */
export async function liftSuspension(actor: Actor, id: string, input: unknown) {
  requireRight(actor, 'people');
  const { reason = null } = check(Reason, input);
  return changePerson(actor, id, async (trx, { target }) => {
    refuseColleague(actor, target);
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
