// "Confirm it is you": irreversible actions and lasting access need a recent proof of identity, by password
// or second factor. The session stores the time of the last proof; signing in is a proof.
import type { Transaction } from 'objection';
import { SessionModel, UserModel } from '../../db/models/accounts.js';
import type { Actor, User } from '../kernel/actor.js';
import { DomainError, fieldError, type Said, say, unauthorized } from '../kernel/errors.js';
import { addressKey, clearLimit, consumeLimit, rateLimited } from '../kernel/rate-limits.js';
import { sha256 } from '../kernel/sealing.js';
import { emailKey } from './emails.js';
import { hashPassword, verifyPassword } from './passwords.js';

export const FRESH_MINUTES = 10;

export const WRONG_PASSWORD = { message: say('error.password'), field: 'password' };

/** @throws DomainError confirmation_required; always for an API key, as no person can confirm */
export async function requireFreshIdentity({ sessionId }: User, trx?: Transaction): Promise<void> {
  const since = new Date(Date.now() - FRESH_MINUTES * 60_000);
  const session = SessionModel.query(trx).where({ public_id: sessionId }).where('proven_at', '>', since);
  if (sessionId === null || (await session.resultSize()) === 0)
    throw new DomainError('confirmation_required', say('error.confirm', { minutes: FRESH_MINUTES }));
}

/** Reauthenticates the caller by password, or by a recent sign-in or second factor. @throws DomainError as
 * provePassword, confirmation_required; validation_error for a key without a password */
export async function proveIdentity(actor: User, password: string | undefined): Promise<UserModel> {
  if (password !== undefined)
    return provePassword(actor, { email: actor.account.email, password }, WRONG_PASSWORD);
  if (actor.sessionId === null) throw fieldError('password', say('invalid.required'), 'required');
  await requireFreshIdentity(actor);
  const account = await UserModel.query().findById(actor.account.id);
  if (!account) throw unauthorized();
  return account;
}

export async function rememberProof({ sessionId }: User, trx?: Transaction): Promise<void> {
  if (sessionId !== null)
    await SessionModel.query(trx).where({ public_id: sessionId }).patch({ provenAt: new Date() });
}

/** Finds an account by email and password. Too many failures lock out that email and IP address at every
 * door, whether or not the account exists (C11). @param refusal message for a wrong password, and its field
 * @throws DomainError unauthorized (the account is gone), invalid_credentials, rate_limited, unavailable */
export async function provePassword(
  actor: Actor,
  { email, password }: { email: string; password: string },
  { message, field }: { message: Said; field?: string },
): Promise<UserModel> {
  const key = emailKey(email);
  // A digest keeps emails out of the counters and bounds the key's length.
  const pair = sha256(`${addressKey(actor.client?.ip ?? '')} ${key}`).toString('base64url');
  // Count before checking the password, so that a hundred concurrent attempts count as a hundred.
  const attempts = await consumeLimit('sign-in', pair);
  if (attempts?.isExceeded) throw rateLimited([attempts]);
  const user = await UserModel.query().findOne({ email_key: key });
  const isOwn = actor.kind === 'user' && emailKey(actor.account.email) === key;
  if (!user && isOwn) throw unauthorized();
  const match = await verifyPassword(user?.passwordHash ?? null, password);
  if (!match || !user)
    throw new DomainError('invalid_credentials', message, { field, limits: attempts ? [attempts] : [] });
  await clearLimit('sign-in', pair);
  if (match === 'outdated') await replaceHash(user, password);
  return user;
}

/** Stores the hash of the password's NFC form, unless the password has changed since the check. */
async function replaceHash(user: UserModel, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  const isSame = { id: user.id, password_hash: user.passwordHash };
  if ((await UserModel.query().patch({ passwordHash }).where(isSame)) > 0) user.passwordHash = passwordHash;
}

/** The account of a verified password, locked. @throws DomainError invalid_credentials if the password has changed */
export async function readProven(
  trx: Transaction,
  account: UserModel,
  { message, field }: { message: Said; field: string },
): Promise<UserModel> {
  const row = await UserModel.query(trx).findById(account.id);
  if (row?.passwordHash !== account.passwordHash)
    throw new DomainError('invalid_credentials', message, { field });
  return row;
}
