// Changes a password, by an emailed link or with the current one. API keys stay valid, unless the link proves
// the account's address for the first time (C4).
import type { Transaction } from 'objection';
import type { UserModel } from '../../db/models/accounts.js';
import { WebhookModel } from '../../db/models/outgoing.js';
import { readRedirect } from '../addresses/origins.js';
import { type Actor, requireAccount } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { inTransaction, recordChanges, recordUser } from '../kernel/transaction.js';
import { type QueuedMail, queueMail } from '../mail/outbox.js';
import { removeApps } from './apps.js';
import { actingAs } from './credentials.js';
import { emailKey, needsProof } from './emails.js';
import { removeKeys } from './keys.js';
import { deadLink, findTokenOwner, redeemToken, revokeTokens } from './mail-tokens.js';
import { hashPassword, withPassword } from './passwords.js';
import { provePassword, readProven } from './reauthentication.js';
import { PasswordChange, PasswordReset, PasswordResetRequest } from './schema.js';
import { removeFactors } from './second-factor/factors.js';
import { endSessions } from './sessions.js';

/** Sends a reset link; does not reveal whether the account exists. @throws DomainError reset_disabled */
export async function requestPasswordReset(actor: Actor, input: unknown) {
  requireResetOn();
  const { email, redirectTo } = check(PasswordResetRequest, input);
  const link = readRedirect(redirectTo || '/reset-password', 'redirectTo');
  // The account is looked up only when the email is sent.
  await inTransaction(actor, (trx) => queueReset(trx, actor, { emailKey: emailKey(email) }, link));
  return {
    status: true,
    message: 'If this email has an account, a link to set a new password is on its way.',
  };
}

export function queueReset(
  trx: Transaction,
  actor: Actor,
  to: QueuedMail<'reset-password'>['to'],
  link: URL = readRedirect('/reset-password', 'redirectTo'),
): Promise<void> {
  return queueMail(trx, actor, { kind: 'reset-password', to, data: { link: link.href } });
}

/** The email of a reset link's account, for password managers; null if the link is invalid. */
export async function findResetEmail(token: string): Promise<string | null> {
  return (await findTokenOwner(token, 'reset-password'))?.email ?? null;
}

/** Sets a new password by an emailed token and ends all sessions. If this proves the account's address for
 * the first time, its keys, apps and webhooks end too. @throws DomainError reset_disabled, invalid_token */
export async function resetPassword(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireResetOn();
  const { newPassword, token } = check(PasswordReset, input);
  if (!(await findTokenOwner(token, 'reset-password'))) throw deadLink();
  const passwordHash = await hashPassword(newPassword);
  const reset = async (trx: Transaction) => {
    const user = await redeemToken(trx, token, 'reset-password');
    const who = actingAs(actor, user);
    // Someone else may have created the account; the owner of the address proves it only now.
    if (!user.emailVerified && needsProof()) await endUnprovenAccess(trx, who, user);
    await user.$query(trx).patch({ ...withPassword(passwordHash), emailVerified: true });
    await endSessions(who, user, { trx });
    await recordUser(trx, who, user, 'user.reset-password');
  };
  await inTransaction(actor, reset, { changesOwnAccount: true });
  return { status: true };
}

/** Changes the caller's password. @returns the account @throws DomainError invalid_credentials */
export async function changePassword(actor: Actor, input: unknown): Promise<UserModel> {
  requireAccount(actor, 'account');
  const { currentPassword, newPassword, revokeOtherSessions } = check(PasswordChange, input);
  const proof = { email: actor.account.email, password: currentPassword };
  const account = await provePassword(actor, proof, WRONG_PASSWORD);
  const passwordHash = await hashPassword(newPassword);
  const change = async (trx: Transaction) => {
    const locked = await readProven(trx, account, WRONG_PASSWORD);
    const row = await locked.$query(trx).patchAndFetch(withPassword(passwordHash));
    if (revokeOtherSessions) await endSessions(actor, row, { except: actor.sessionId, trx });
    await revokeTokens(trx, row.id, 'reset-password');
    await recordUser(trx, actor, row, 'user.change-password');
    return row;
  };
  return inTransaction(actor, change, { changesOwnAccount: true });
}

const WRONG_PASSWORD = { message: say('error.current-password'), field: 'currentPassword' };

/** @throws DomainError reset_disabled */
export function requireResetOn(): void {
  if (!config.passwordReset) throw new DomainError('reset_disabled', say('error.reset-disabled'));
}

/** Deletes access created before anyone proved the address: its creator may not be the owner. */
async function endUnprovenAccess(trx: Transaction, actor: Actor, owner: { id: string; email: string }) {
  await removeKeys(trx, actor, owner);
  await removeApps(trx, actor, { user_id: owner.id });
  await removeWebhooks(trx, actor, owner.id);
  // Someone else's second factor would lock the owner out.
  const had = await removeFactors(trx, owner.id);
  if (had.app || had.passkeys > 0)
    await recordUser(trx, actor, owner, 'user.reset-two-factor', { before: had });
}

async function removeWebhooks(trx: Transaction, actor: Actor, userId: string): Promise<void> {
  const rows = await WebhookModel.query(trx).delete().where('user_id', userId).returning('*');
  await recordChanges(
    trx,
    actor,
    rows.map(({ id, url, events }) => {
      // The path may contain a secret.
      const host = parseUrl(url)?.host ?? '';
      return {
        action: 'webhook.delete',
        subject: { type: 'webhook', id, label: host },
        before: { host, events },
      };
    }),
  );
}
