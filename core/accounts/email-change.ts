// An account moves to another inbox: an operator sees to it, for whoever lost the old one.
import { Type } from '@sinclair/typebox';
import { MailTokenModel } from '../../db/models/mail-token.js';
import { UserModel } from '../../db/models/user.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { emailAddress, Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { emailKey } from './emails.js';
import type { AdminUser } from './schema.js';
import { isUserId, readAdminUser } from './users.js';

const EmailChange = Type.Object({ email: emailAddress(), ...Reason.properties }, { title: 'EmailChange' });

/**
 * Changes the email of an account, which then counts as verified: the operator vouches for the inbox. Links that were
 * mailed to the old one no longer work; sessions and keys go on.
 * @param input `{email, reason?}`
 * @throws DomainError unauthorized, forbidden, validation_error, not_found, account_exists
 */
export async function changeUserEmail(
  actor: Actor,
  id: string,
  input: unknown,
): Promise<{ user: AdminUser }> {
  requireAdmin(actor);
  const { email, reason = null } = check(EmailChange, input);
  await inTransaction(actor, async (trx) => {
    const row = isUserId(id) ? await UserModel.query(trx).findById(id).forUpdate() : undefined;
    if (!row) throw notFound('user');
    const before = row.email;
    if (before === email) return;
    const change = { email, emailKey: emailKey(email), emailVerified: true, updatedAt: new Date() };
    await row.$query(trx).patch(change).catch(orTaken);
    await MailTokenModel.query(trx).delete().where('user_id', row.id);
    await recordChange(trx, actor, {
      action: 'user.set-email',
      subject: { type: 'user', id: row.id, label: email },
      before: { email: before },
      after: { email },
      reason,
    });
  });
  return { user: await readAdminUser(id) };
}

/** The unique index decides, whoever else signs up at this moment. */
function orTaken(error: Error): never {
  if (error.name !== 'UniqueViolationError') throw error;
  throw new DomainError('account_exists', 'Another account has this email.', { field: 'email' });
}
