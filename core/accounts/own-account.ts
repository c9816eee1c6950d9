// A member's own account: read, rename, delete.
import { Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { WebhookModel } from '../../db/models/outgoing.js';
import { readRedirect } from '../addresses/origins.js';
import { type Actor, ROLES, requireAccount, SCOPES } from '../kernel/actor.js';
import { recordChanges, recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { DomainError, forbidden, orNull, say, unauthorized } from '../kernel/errors.js';
import { anyPassword, nullable, response, titled, uuid, word } from '../kernel/schema.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { inTransaction } from '../kernel/transaction.js';
import { type QueuedMail, queueMail } from '../mail/outbox.js';
import { removeAccount } from './actions.js';
import { removeApps } from './apps.js';
import { actingAs } from './credentials.js';
import { emailKey, needsProof } from './emails.js';
import { removeKeys } from './keys.js';
import { findTokenOwner, redeemToken, revokeTokens } from './mail-tokens.js';
import { hashPassword, withPassword } from './passwords.js';
import { proveIdentity, provePassword, readProven } from './reauthentication.js';
import { PasswordChange, PasswordReset, PasswordResetRequest, UserUpdate } from './schema.js';
import { removeFactors } from './second-factor/factors.js';
import { endSessions } from './sessions.js';

const AccountDeletion = titled('AccountDeletion', { password: Type.Optional(anyPassword()) });

/** Changes the caller's name. @param input `{name}` */
export async function updateOwnAccount(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  const { name } = check(UserUpdate, input);
  await inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const row = await UserModel.query(trx).findById(actor.account.id);
    if (!row) throw unauthorized();
    const before = row.name;
    if (before === name) return;
    await row.$query(trx).patch({ name, updatedAt: new Date() });
    await recordUser(trx, actor, row, 'user.rename', { before: { name: before }, after: { name } });
  });
  return { status: true };
}

/** The caller's requested address, not verified yet, or null. */
export async function readPendingEmail(actor: Actor): Promise<string | null> {
  requireAccount(actor, 'account');
  const row = await UserModel.query().findById(actor.account.id).select('pending_email');
  return row?.pendingEmail ?? null;
}

/** Deletes the caller's account. @throws DomainError as proveIdentity, last_admin, bootstrap_admin */
export async function deleteOwnAccount(actor: Actor, input: unknown): Promise<void> {
  requireAccount(actor, 'account');
  const { password } = check(AccountDeletion, input);
  const account = await proveIdentity(actor, password);
  await removeAccount(actor, account.id, { keepListings: false, reason: null });
}

export const Whoami = response('Whoami', {
  account: Type.Object({
    id: uuid(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: nullable(Type.String({ description: 'null for an app: apps do not get it.' })),
    role: word(ROLES),
  }),
  credentials: Type.Object({
    kind: word(['key', 'app', 'session']),
    name: nullable(Type.String({ description: 'Of the key or the app.' })),
    scopes: nullable(Type.Array(word(SCOPES), { description: 'null: all that the account may do.' })),
  }),
});

/** @throws DomainError unauthorized for a guest */
export function whoami(actor: Actor) {
  if (actor.kind === 'guest') throw unauthorized();
  if (actor.kind !== 'user') throw forbidden(say('error.needs-account'));
  const { account, key, app, scopes } = actor;
  const { id, name, email, role } = account;
  return {
    account: { id, name, email: app ? null : email, role },
    credentials: {
      kind: app ? 'app' : key ? 'key' : 'session',
      name: app?.name ?? key?.name ?? null,
      scopes: scopes && [...scopes],
    },
  };
}

// Changes a password, by an emailed link or with the current one. API keys stay valid, unless the link proves
// the account's address for the first time (C4).

/** Sends a reset link; does not reveal whether the account exists. @throws DomainError reset_disabled */
export async function requestPasswordReset(actor: Actor, input: unknown) {
  requireResetOn();
  const { email, redirectTo } = check(PasswordResetRequest, input);
  const link = readRedirect(redirectTo || '/reset-password', 'redirectTo');
  // Look up the account only when the email is sent: the response then reveals nothing.
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
  return (await orNull('invalid_token', findTokenOwner(token, 'reset-password')))?.email ?? null;
}

/** Sets a new password by an emailed token and ends all sessions. If this proves the account's address for
 * the first time, its keys, apps and webhooks end too. @throws DomainError reset_disabled, invalid_token */
export async function resetPassword(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireResetOn();
  const { newPassword, token } = check(PasswordReset, input);
  await findTokenOwner(token, 'reset-password');
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const user = await redeemToken(trx, token, 'reset-password');
    const who = actingAs(actor, user);
    // Someone else may have created the account: this link is the first proof of who owns the address.
    if (!user.emailVerified && needsProof()) await endUnprovenAccess(trx, who, user);
    await user.$query(trx).patch({ ...withPassword(passwordHash), emailVerified: true });
    await endSessions(who, user, { trx });
    await recordUser(trx, who, user, 'user.reset-password');
  });
  return { status: true };
}

/** Changes the caller's password. @returns the account @throws DomainError invalid_credentials */
export async function changePassword(actor: Actor, input: unknown): Promise<UserModel> {
  requireAccount(actor, 'account');
  const { currentPassword, newPassword, revokeOtherSessions } = check(PasswordChange, input);
  const proof = { email: actor.account.email, password: currentPassword };
  const account = await provePassword(actor, proof, WRONG_PASSWORD);
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const locked = await readProven(trx, account, WRONG_PASSWORD);
    const row = await locked.$query(trx).patchAndFetch(withPassword(passwordHash));
    if (revokeOtherSessions) await endSessions(actor, row, { except: actor.sessionId, trx });
    await revokeTokens(trx, row.id, 'reset-password');
    await recordUser(trx, actor, row, 'user.change-password');
    return row;
  });
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
      // Record only the host: the path may contain a secret.
      const host = parseUrl(url)?.host ?? '';
      return {
        action: 'webhook.delete',
        subject: { type: 'webhook', id, label: host },
        before: { host, events },
      };
    }),
  );
}
