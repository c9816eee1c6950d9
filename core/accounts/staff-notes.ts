// What the staff note about an account: for the next of them, never for its owner.
import { UserModel } from '../../db/models/user.js';
import { requireRight } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { notFound } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { StaffNote } from './admin-schema.js';
import { lockPeople } from './roles.js';
import type { AdminUser } from './schema.js';
import { refuseColleague } from './suspension.js';
import { isUserId, readAdminUser } from './users.js';

/**
 * Sets the note about an account; an empty one removes it.
 * @param input `{note}`
 * @throws DomainError unauthorized, forbidden (for a moderator also staff), validation_error, not_found
 */
export async function noteUser(actor: Actor, id: string, input: unknown): Promise<{ user: AdminUser }> {
  requireRight(actor, 'people');
  const { note: typed } = check(StaffNote, input);
  const note = typed?.trim() || null;
  await inTransaction(
    actor,
    async (trx) => {
      const target = isUserId(id) ? await UserModel.query(trx).findById(id) : undefined;
      if (!target) throw notFound('user');
      refuseColleague(actor, target);
      if (target.staffNote === note) return;
      await target.$query(trx).patch({ staffNote: note });
      await recordChange(trx, actor, {
        action: 'user.note',
        subject: { type: 'user', id: target.id, label: target.email },
        before: { note: target.staffNote },
        after: { note },
      });
    },
    { first: (trx) => lockPeople(trx, actor, id) },
  );
  return { user: await readAdminUser(id) };
}
