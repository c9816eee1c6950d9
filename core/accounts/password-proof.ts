// Somebody proves who they are by a password: at sign-in, and again before what cannot be taken back.
import { createHash } from 'node:crypto';
import { UserModel } from '../../db/models/user.js';
import type { Actor } from '../kernel/actor.js';
import { DomainError, unauthorized } from '../kernel/errors.js';
import { addressKey, clearLimit, rateLimited, takeFromLimit } from '../kernel/limits.js';
import { emailKey } from './emails.js';
import { verifyPassword } from './passwords.js';

/**
 * The account that an email and a password belong to. Ten failures in a row for a pair of email and address close
 * every door to it for a while, whether or not the account exists (C11).
 * @param refusal what a wrong password is told, and the field of the form it is told at
 * @throws DomainError unauthorized (the caller's own account is gone), invalid_credentials, rate_limited, unavailable
 */
export async function provePassword(
  actor: Actor,
  { email, password }: { email: string; password: string },
  { message, field }: { message: string; field?: string },
): Promise<UserModel> {
  const key = emailKey(email);
  // A digest: the store need not tell who tried to sign in, and a long email fits.
  const pair = createHash('sha256')
    .update(`${addressKey(actor.client?.ip ?? '')} ${key}`)
    .digest('base64url');
  // Counted before the password is looked at, so that a hundred tries at once are a hundred tries.
  const attempts = await takeFromLimit('sign-in', pair);
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
