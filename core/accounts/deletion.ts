// Deletes accounts with their keys, sessions and, unless they are kept, listings. Audit entries (id and email) and
// takedowns remain. Catalog proposals and reports remain, unlinked by their foreign keys; reports lose the email
// typed into them.
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import { requireAdmin } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChanges, recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, say } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { freePictures } from '../listings/pictures.js';
import { answerReportsOfDeleted, clearEmailOfReporter } from '../listings/report-outcomes.js';
import { subjectOf } from '../listings/rights.js';
import { removalOf } from '../listings/status.js';
import { releaseMails } from '../mail/outbox.js';
import { UserDeletion } from './admin-schema.js';
import { lockPeople, readPeople, refuseBootstrapAdmin, refuseLastAdmin } from './roles.js';

/** Deletes an account. @throws DomainError not_found, self_delete, last_admin, bootstrap_admin */
export async function deleteUser(actor: Actor, id: string, input: unknown = {}) {
  requireAdmin(actor);
  const { keep_listings: keepListings = false, reason = null } = check(UserDeletion, input);
  if (id.toLowerCase() === accountId(actor)) throw new DomainError('self_delete', say('error.self-delete'));
  await removeAccount(actor, id, { keepListings, reason });
  return { deleted: true, id: id.toLowerCase() };
}

/** Deletes an account, also the actor's own; each listing gets its own audit entry. @throws DomainError not_found, last_admin, bootstrap_admin */
export async function removeAccount(
  actor: Actor,
  id: string,
  { keepListings, reason }: { keepListings: boolean; reason: string | null },
): Promise<void> {
  const remove = async (trx: Transaction) => {
    const { target, admins } = await readPeople(trx, id);
    refuseLastAdmin(target, admins);
    refuseBootstrapAdmin(target);
    // No listing can be added after this: its foreign key needs the row.
    await UserModel.query(trx).findById(target.id).forUpdate();
    await (keepListings ? releaseListings : removeListings)(trx, actor, target, reason);
    await clearEmailOfReporter(trx, target.id);
    await releaseMails(trx, target.id);
    await target.$query(trx).delete();
    await recordUser(trx, actor, target, 'user.delete', {
      before: { name: target.name, email: target.email, role: target.role },
      reason,
    });
  };
  await inTransaction(actor, remove, { first: (trx) => lockPeople(trx, actor, id) });
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
