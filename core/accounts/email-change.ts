// Changes the email of an account. The owner proves the new inbox with a link sent there; an operator can
// change it for someone who lost the old one. The old inbox is always notified.
import type { Transaction } from 'objection';
import { MailTokenModel, UserModel } from '../../db/models/accounts.js';
import { readRedirect } from '../addresses/origins.js';
import { type Actor, requireAccount, requireAdmin } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { check } from '../kernel/check.js';
import { DomainError, fieldError, say } from '../kernel/errors.js';
import { oneOf } from '../kernel/lists.js';
import { emailAddress, Reason, titled } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { mailPause, queueMail } from '../mail/outbox.js';
import { emailKey } from './emails.js';
import { readEmailChange, revokeTokens } from './mail-tokens.js';
import { proveIdentity, readProven, WRONG_PASSWORD } from './reauthentication.js';
import { EmailChangeConfirmation, EmailChangeRequest } from './schema.js';
import { readAdminUser, refuseBootstrapAdmin } from './users.js';

/** Emails a link to the new address of the caller's account; nothing changes until it is opened, and a
 * repeated request sends no second email. Requires proof of identity: reset links will go to that address.
 * @throws DomainError as proveIdentity, account_exists, bootstrap_admin, rate_limited (another address
 * within five minutes) */
export async function requestEmailChange(actor: Actor, input: unknown) {
  requireAccount(actor, 'account');
  const { newEmail, password, callbackURL } = check(EmailChangeRequest, input);
  const redirect = callbackURL ? readRedirect(callbackURL, 'callbackURL').href : null;
  const account = await proveIdentity(actor, password);
  await inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const row = await readProven(trx, account, WRONG_PASSWORD);
    refuseBootstrapAdmin(row);
    if (row.email === newEmail) throw fieldError('newEmail', say('invalid.own-email'));
    const other = await UserModel.query(trx).findOne({ email_key: emailKey(newEmail) });
    if (other && other.id !== row.id) throw taken('newEmail');
    const pause = await mailPause(trx, row.id, 'change-email');
    if (pause > 0 && row.pendingEmail === newEmail) return;
    if (pause > 0) {
      const why = say('error.email-too-soon', { seconds: pause });
      throw new DomainError('rate_limited', why, { retryAfterSeconds: pause });
    }
    await revokeTokens(trx, row.id, 'change-email');
    await row.$query(trx).patch({ pendingEmail: newEmail, pendingEmailAt: new Date() });
    await recordUser(trx, actor, row, 'user.request-email', { after: { pending_email: newEmail } });
    await queueMail(trx, actor, {
      kind: 'change-email',
      to: { userId: row.id, address: newEmail },
      data: { email: newEmail, redirect },
    });
  });
  return { status: true, message: `Open the link that is on its way to ${newEmail}.` };
}

/** Applies the email change whose link was opened. @throws DomainError invalid_token, account_exists */
export async function confirmEmailChange(actor: Actor, input: unknown): Promise<UserModel> {
  requireAccount(actor, 'account');
  const { token } = check(EmailChangeConfirmation, input);
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const { user, isDone } = await readEmailChange(trx, token);
    if (user.id !== actor.account.id) throw anothersLink();
    if (isDone || user.pendingEmail === null) return user;
    return moveAccount(trx, actor, user, { email: user.pendingEmail, action: 'user.change-email' });
  });
}

/** Returns the new address in the link, without applying it. @throws DomainError invalid_token */
export async function previewEmailChange(actor: Actor, token: string) {
  requireAccount(actor, 'account');
  const { user, isDone } = await inTransaction(actor, (trx) => readEmailChange(trx, token));
  if (user.id !== actor.account.id) throw anothersLink();
  return { email: user.pendingEmail ?? user.email, isDone };
}

const anothersLink = () => new DomainError('invalid_token', say('error.others-link'));

const EmailChange = titled('EmailChange', { email: emailAddress(), ...Reason.properties });

/** Changes an account's email and marks it verified: the operator vouches for the inbox. Links sent to the
 * old address stop working. @throws DomainError not_found, account_exists */
export async function changeUserEmail(actor: Actor, id: string, input: unknown) {
  requireAdmin(actor);
  const { email, reason } = check(EmailChange, input);
  await inTransaction(actor, async (trx) => {
    const row = await oneOf(UserModel.query(trx).forUpdate(), id, 'user');
    if (row.email !== email) await moveAccount(trx, actor, row, { email, action: 'user.set-email', reason });
  });
  return { user: await readAdminUser(id) };
}

/** Sets the email of a locked account, marks it verified, and invalidates links sent to other addresses. */
async function moveAccount(
  trx: Transaction,
  actor: Actor,
  user: UserModel,
  { email, action, reason = null }: { email: string; action: AuditAction; reason?: string | null },
): Promise<UserModel> {
  const { email: before, emailVerified: wasProven } = user;
  const key = emailKey(email);
  const change = { email, emailKey: key, emailVerified: true, pendingEmail: null, pendingEmailAt: null };
  const row = await user
    .$query(trx)
    .patchAndFetch({ ...change, updatedAt: new Date() })
    // The unique index refuses a taken email, also if a concurrent sign-up has just taken it.
    .catch((error: Error) => {
      throw error.name === 'UniqueViolationError' ? taken('email') : error;
    });
  // Keep the link of this change, so that a second click on it succeeds.
  await MailTokenModel.query(trx)
    .delete()
    .where({ user_id: row.id })
    .whereNot((own) => own.where({ purpose: 'change-email', email_key: key }));
  await recordUser(trx, actor, { id: row.id, email }, action, {
    before: { email: before },
    after: { email },
    reason,
  });
  const data = { name: wasProven ? row.name : null, wasProven };
  await queueMail(trx, actor, { kind: 'email-changed', to: { address: before }, data });
  return row;
}

function taken(field: string): DomainError {
  return new DomainError('account_exists', say('error.email-taken'), { field });
}
