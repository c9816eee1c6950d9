// Checking a password: at sign-in, and again before irreversible actions.
import { createHash } from 'node:crypto';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/user.js';
import type { Actor } from '../kernel/actor.js';
import { DomainError, type Said, unauthorized } from '../kernel/errors.js';
import { addressKey, clearLimit, consumeLimit, rateLimited } from '../kernel/rate-limits.js';
import { emailKey } from './emails.js';
import { verifyPassword } from './passwords.js';

/**
 * The account of an email and password. After too many failures, an email and IP address are locked out for a while, in
 * every interface, whether or not the account exists (C11).
 * @param refusal the message for a wrong password, and the form field it belongs to
 * @throws DomainError unauthorized (the caller's own account is gone), invalid_credentials, rate_limited, unavailable
 */
export async function provePassword(
  actor: Actor,
  { email, password }: { email: string; password: string },
  { message, field }: { message: Said; field?: string },
): Promise<UserModel> {
  const key = emailKey(email);
  // A digest, so that the store of counters holds no emails, and long ones fit.
  const pair = createHash('sha256')
    .update(`${addressKey(actor.client?.ip ?? '')} ${key}`)
    .digest('base64url');
  // Count before checking the password, so that a hundred concurrent attempts count as a hundred.
  const attempts = await consumeLimit('sign-in', pair);
  if (attempts?.isExceeded) throw rateLimited([attempts]);
  const user = await UserModel.query().findOne({ email_key: key });
  const isOwn = actor.kind === 'user' && emailKey(actor.account.email) === key;
  if (!user && isOwn) throw unauthorized();
  if (!(await verifyPassword(user?.passwordHash ?? null, password)) || !user) {
    throw new DomainError('invalid_credentials', message, { field, limits: attempts ? [attempts] : [] });
  }
  await clearLimit('sign-in', pair);
  return user;
}

/**
 * The account whose password was verified, read in the transaction that locks it (`changesOwnAccount`).
 * @throws DomainError invalid_credentials when the password has changed meanwhile
 */
export async function readProven(
  trx: Transaction,
  account: UserModel,
  { message, field }: { message: Said; field: string },
): Promise<UserModel> {
  const row = await UserModel.query(trx).findById(account.id);
  if (row?.passwordHash !== account.passwordHash) {
    throw new DomainError('invalid_credentials', message, { field });
  }
  return row;
}
