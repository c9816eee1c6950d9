// Operator actions on accounts: create and find them, manage their keys, end their sessions, set passwords.
import { randomBytes } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { ApiKeyModel, UserModel } from '../../db/models/accounts.js';
import { type Actor, accountId, ROLES, requireAdmin } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { notFound } from '../kernel/errors.js';
import { newestFirst, OwnedQuery, oneOf, presentEach, readPage } from '../kernel/lists.js';
import { emailAddress, newPassword, Reason, titled, word } from '../kernel/schema.js';
import { sha256 } from '../kernel/sealing.js';
import { inTransaction } from '../kernel/transaction.js';
import { SHOWN_KEY_LENGTH } from './credentials.js';
import { NewKey, presentApiKey } from './key-schema.js';
import { insertKey } from './keys.js';
import { revokeTokens } from './mail-tokens.js';
import { queueReset, requireResetOn } from './own-account.js';
import { hashPassword, withPassword } from './passwords.js';
import { personName } from './schema.js';
import { endSessions } from './sessions.js';
import { insertAccount } from './sign-up.js';
import { readAdminUser } from './users.js';

/** A new account. If it has no password, its owner sets one through a reset email. */
export const OperatorAccount = titled('OperatorAccount', {
  name: personName,
  email: emailAddress(),
  password: Type.Optional(newPassword()),
  role: Type.Optional(word(ROLES)),
});

/** Creates an account. @param isInvited emails a password link @throws DomainError account_exists, reset_disabled */
export async function createUser(actor: Actor, input: unknown, isInvited = false) {
  requireAdmin(actor);
  if (isInvited) requireResetOn();
  const { name, email, password, role = 'user' } = check(OperatorAccount, input);
  const passwordHash = await hashPassword(password ?? randomBytes(32).toString('base64url'));
  const row = await inTransaction(actor, async (trx) => {
    // The operator vouches for the inbox.
    const account = { role, emailVerified: true };
    const added = await insertAccount(trx, actor, { name, email }, passwordHash, account);
    if (isInvited) await mailReset(trx, actor, added);
    return added;
  });
  return { user: await readAdminUser(row.id) };
}

/** Creates a key for an account, as mintKey does. @throws DomainError not_found, key_limit */
export async function mintUserKey(actor: Actor, userId: string, input: unknown = {}) {
  requireAdmin(actor);
  const wanted = check(NewKey, input);
  if (!isUuid(userId)) throw notFound('user');
  return inTransaction(actor, { changesOwnAccount: userId === accountId(actor) }, async (trx) => ({
    api_key: await insertKey(trx, actor, userId, wanted),
  }));
}

/** Ends one session by public id, or all of an account. @returns how many @throws DomainError not_found */
export async function endUserSessions(actor: Actor, userId: string, input: unknown = {}) {
  requireAdmin(actor);
  const { session, reason = null } = check(SessionEnding, input);
  const owner = await readUser(userId);
  const ended = await endSessions(actor, owner, { reason, ...(session ? { publicId: session } : {}) });
  if (session && ended === 0) throw notFound('session');
  return { ended };
}

const SessionEnding = titled('SessionEnding', {
  session: Type.Optional(Type.String()),
  ...Reason.properties,
});

/** Emails an account the link to set a new password. @throws DomainError not_found, reset_disabled */
export async function sendUserReset(actor: Actor, userId: string): Promise<{ sent_to: string }> {
  requireAdmin(actor);
  requireResetOn();
  const owner = await readUser(userId);
  await inTransaction(actor, (trx) => mailReset(trx, actor, owner));
  return { sent_to: owner.email };
}

async function mailReset(trx: Transaction, actor: Actor, owner: UserModel): Promise<void> {
  await queueReset(trx, actor, { userId: owner.id });
  await recordUser(trx, actor, owner, 'user.send-reset');
}

/** Sets the password of an account and ends its sessions; keys stay (C4). @throws DomainError not_found */
export async function setUserPassword(actor: Actor, userId: string, input: unknown) {
  requireAdmin(actor);
  const { password, reason = null } = check(PasswordSetting, input);
  const owner = await readUser(userId);
  const passwordHash = await hashPassword(password);
  const ended = await inTransaction(
    actor,
    { changesOwnAccount: owner.id === accountId(actor) },
    async (trx) => {
      await owner.$query(trx).patch(withPassword(passwordHash));
      await revokeTokens(trx, owner.id, 'reset-password');
      await recordUser(trx, actor, owner, 'user.set-password', { reason });
      return endSessions(actor, owner, { reason, trx });
    },
  );
  return { user: await readAdminUser(owner.id), ended };
}

const PasswordSetting = titled('PasswordSetting', { password: newPassword(), ...Reason.properties });

const readUser = (id: string): Promise<UserModel> => oneOf(UserModel.query(), id, 'user');

export type OwnedKey = ReturnType<typeof presentOwned>;

/** A page of keys, newest first, without secrets. */
export async function findKeys(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { owner, ...asked } = check(OwnedQuery, input);
  const matching = () => (owner ? ApiKeyModel.query().where('user_id', owner) : ApiKeyModel.query());
  const { rows, members } = await readPage(asked, matching, (found) =>
    newestFirst(found).withGraphFetched('user'),
  );
  return { api_keys: presentEach(rows, presentOwned), ...members };
}

/** Finds keys by id, by the whole secret, or by the displayed prefix unless two keys share it. */
export async function findNamedKeys(actor: Actor, names: readonly string[]): Promise<Map<string, OwnedKey>> {
  requireAdmin(actor);
  const found = new Map<string, OwnedKey>();
  for (const name of names) {
    const [row, another] = await rowsNamed(name);
    if (row && !another) found.set(name, presentOwned(row));
  }
  return found;
}

function rowsNamed(name: string) {
  const rows = ApiKeyModel.query().withGraphFetched('user');
  if (isUuid(name)) return rows.where('id', name);
  if (name.length === SHOWN_KEY_LENGTH) return rows.where('prefix', name);
  return rows.where('hash', sha256(name));
}

function presentOwned(row: ApiKeyModel) {
  const { id = '', name = '', email = '' } = row.user ?? {};
  return { ...presentApiKey(row), owner: { id, name, email } };
}
