// Sign-up, registration by a program, and the link for the first admin, which only the log shows.
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'objection';
import { SetupLinkModel, UserModel } from '../../db/models/accounts.js';
import { insertUnlessTaken } from '../../db/models/base.js';
import { readRedirect } from '../addresses/origins.js';
import type { Actor, Role } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { emailAddress, newPassword, titled } from '../kernel/schema.js';
import { sha256 } from '../kernel/sealing.js';
import { inTransaction } from '../kernel/transaction.js';
import { actingAs } from './credentials.js';
import { emailKey } from './emails.js';
import { insertKey } from './keys.js';
import { deadLink, queueVerification } from './mail-tokens.js';
import { hashPassword } from './passwords.js';
import { opaqueToken, personName, presentUser, Registration, SignUp } from './schema.js';

/** Creates an account from the fields of a sign-up. @throws DomainError account_exists */
export async function signUp(actor: Actor, input: unknown): Promise<UserModel> {
  const { callbackURL, ...account } = check(SignUp, input);
  const redirect = callbackURL ? readRedirect(callbackURL, 'callbackURL') : null;
  const passwordHash = await hashPassword(account.password);
  return inTransaction(actor, async (trx) => {
    const row = await insertAccount(trx, actor, account, passwordHash);
    if (config.requireEmailVerification) await queueVerification(trx, actor, { userId: row.id }, redirect);
    return row;
  });
}

/** Creates an account, and its first key unless its email must first be verified. @throws DomainError account_exists */
export async function registerAccount(actor: Actor, input: unknown) {
  const { key_name: keyName = null, ...account } = check(Registration, input);
  const passwordHash = await hashPassword(account.password);
  return inTransaction(actor, async (trx) => {
    const row = await insertAccount(trx, actor, account, passwordHash);
    const user = presentUser(row);
    if (!config.requireEmailVerification)
      return { user, api_key: await insertKey(trx, actingAs(actor, row), row.id, { name: keyName }) };
    await queueVerification(trx, actor, { userId: row.id });
    const message = `Confirm ${row.email} with the link we have sent there, then sign in and mint a key.`;
    return { status: 'verification_required' as const, message, user };
  });
}

/** @throws DomainError account_exists; the unique index decides between concurrent sign-ups */
export async function insertAccount(
  trx: Transaction,
  actor: Actor,
  { name, email }: { name: string; email: string },
  passwordHash: string,
  { role = 'user', emailVerified = false }: { role?: Role; emailVerified?: boolean } = {},
): Promise<UserModel> {
  const row = await insertUnlessTaken(UserModel, trx, {
    name,
    email,
    emailKey: emailKey(email),
    passwordHash,
    role,
    emailVerified,
  });
  if (!row) throw new DomainError('account_exists', say('error.account-exists'), { field: 'email' });
  await recordUser(trx, actingAs(actor, row), row, 'user.create', { after: { name, email, role } });
  return row;
}

export const SETUP_MINUTES = 30;

export const FirstAdmin = titled('FirstAdmin', {
  name: personName,
  email: emailAddress(),
  password: newPassword(),
  token: opaqueToken,
});

export async function hasAdmin(): Promise<boolean> {
  return (await UserModel.query().findOne({ role: 'admin' }).select('id')) !== undefined;
}

/** A one-time link that creates the first admin; null if there is an admin. */
export async function issueSetupLink(): Promise<URL | null> {
  if (await hasAdmin()) return null;
  const token = randomBytes(32).toString('base64url');
  await SetupLinkModel.query().delete().where('expires_at', '<=', new Date());
  await SetupLinkModel.query().insert({
    hash: sha256(token),
    expiresAt: new Date(Date.now() + SETUP_MINUTES * 60_000),
  });
  const link = new URL('/setup', config.publicUrl);
  link.searchParams.set('token', token);
  return link;
}

/** Whether a setup link is still valid; does not consume it. */
export async function isSetupLinkLive(token: string): Promise<boolean> {
  const row = await SetupLinkModel.query().findOne({ hash: sha256(token) });
  return row !== undefined && row.expiresAt > new Date() && !(await hasAdmin());
}

/** Creates the first admin and ends all setup links. @throws DomainError invalid_token, account_exists */
export async function createFirstAdmin(actor: Actor, input: unknown): Promise<UserModel> {
  const { token, password, ...account } = check(FirstAdmin, input);
  if (!(await isSetupLinkLive(token))) throw deadLink();
  const passwordHash = await hashPassword(password);
  return inTransaction(actor, async (trx) => {
    // Of two concurrent requests, the second finds no row.
    const links = await SetupLinkModel.query(trx).delete().returning('*');
    if (!links.some(({ hash }) => hash.equals(sha256(token)))) throw deadLink();
    return insertAccount(trx, actor, account, passwordHash, { role: 'admin', emailVerified: true });
  });
}
