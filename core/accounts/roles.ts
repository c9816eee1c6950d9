// Roles. Changing one locks all admin rows in a fixed order: if two admins demote each other concurrently,
// the second waits, and is then no longer an admin (C7).
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { requireAdmin } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { DomainError, say } from '../kernel/errors.js';
import { oneOf } from '../kernel/lists.js';
import { inTransaction } from '../kernel/transaction.js';
import { RoleChange } from './admin-schema.js';
import { isSuspended } from './credentials.js';
import { isBootstrapAdmin, needsProof } from './emails.js';
import { readAdminUser } from './users.js';

/** Sets the role of an account. @throws DomainError not_found, last_admin, bootstrap_admin */
export async function setRole(actor: Actor, id: string, input: unknown) {
  requireAdmin(actor);
  const { role, reason = null } = check(RoleChange, input);
  return changePerson(actor, id, async (trx, { target, admins }) => {
    const before = target.role;
    if (before === role) return;
    if (role !== 'admin') {
      refuseLastAdmin(target, admins);
      refuseBootstrapAdmin(target);
    }
    await target.$query(trx).patch({ role, updatedAt: new Date() });
    await recordUser(trx, actor, target, 'user.set-role', {
      before: { role: before },
      after: { role },
      reason,
    });
  });
}

type People = Awaited<ReturnType<typeof readPeople>>;

/** Changes an account under the locks of lockPeople. @throws DomainError not_found, errors of `change` */
export async function changePerson(
  actor: Actor,
  id: string,
  change: (trx: Transaction, people: People) => Promise<void>,
) {
  await inTransaction(actor, async (trx) => change(trx, await readPeople(trx, id)), {
    first: (trx) => lockPeople(trx, actor, id),
  });
  return { user: await readAdminUser(id) };
}

/** Locks all admins, the given account and the actor's own, by id: the `first` of inTransaction. */
export async function lockPeople(trx: Transaction, actor: Actor, id: string): Promise<void> {
  const ids = [id, accountId(actor)].filter((one) => one !== null && isUuid(one)) as string[];
  await UserModel.query(trx)
    .where('role', 'admin')
    .orWhereIn('id', ids)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate();
}

/** The given account and all admins, under the locks of lockPeople. @throws DomainError not_found */
export async function readPeople(trx: Transaction, id: string) {
  const admins = await UserModel.query(trx).where('role', 'admin').orderBy('id').forNoKeyUpdate();
  const target = await oneOf(UserModel.query(trx), id, 'user');
  return { target, admins };
}

/** Requires another admin who can sign in at least as reliably: not suspended and, if email is configured,
 * verified (unless this admin is unverified too) (C7). @throws DomainError last_admin */
export function refuseLastAdmin(target: UserModel, admins: readonly UserModel[]): void {
  if (target.role !== 'admin') return;
  const others = admins.filter((admin) => admin.id !== target.id);
  if (!others.some((admin) => standing(admin) >= standing(target))) {
    throw new DomainError('last_admin', say('error.last-admin'));
  }
}

/** 0: suspended, 1: unverified, 2: can sign in. */
function standing(admin: UserModel): number {
  if (isSuspended(admin)) return 0;
  return admin.emailVerified || !needsProof() ? 2 : 1;
}

/** @throws DomainError bootstrap_admin */
export function refuseBootstrapAdmin(target: UserModel): void {
  if (isBootstrapAdmin(target))
    throw new DomainError('bootstrap_admin', say('error.bootstrap-admin', { email: target.email }));
}
