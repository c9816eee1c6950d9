// "Confirm it is you": what cannot be undone, or gives lasting access, needs a recent proof of identity, by password or
// second factor. A session remembers when it last had one; signing in is one.
import type { Transaction } from 'objection';
import { SessionModel } from '../../db/models/session.js';
import { UserModel } from '../../db/models/user.js';
import type { User } from '../kernel/actor.js';
import { DomainError, fieldError, say, unauthorized } from '../kernel/errors.js';
import { provePassword } from './password-proof.js';

/** Minutes for which a proof is remembered. */
export const FRESH_MINUTES = 10;

export const WRONG_PASSWORD = { message: say('error.password'), field: 'password' };

/** Whether the session of an actor proved its person's identity lately. */
export async function isIdentityFresh({ sessionId }: User, trx?: Transaction): Promise<boolean> {
  if (sessionId === null) return false;
  const since = new Date(Date.now() - FRESH_MINUTES * 60_000);
  const row = await SessionModel.query(trx)
    .findOne({ public_id: sessionId })
    .where('proven_at', '>', since)
    .select('sid');
  return row !== undefined;
}

/** @throws DomainError confirmation_required; for an API key, too: it has no person who could confirm anything */
export async function requireFreshIdentity(actor: User, trx?: Transaction): Promise<void> {
  if (await isIdentityFresh(actor, trx)) return;
  throw new DomainError('confirmation_required', say('error.confirm', { minutes: FRESH_MINUTES }));
}

/**
 * The caller's account, whose identity is proven by the password, or without one by what the session has proven lately.
 * @throws DomainError unauthorized, invalid_credentials, rate_limited, confirmation_required; validation_error for an
 * API key without the password
 */
export async function proveIdentity(actor: User, password: string | undefined): Promise<UserModel> {
  if (password !== undefined) {
    return provePassword(actor, { email: actor.account.email, password }, WRONG_PASSWORD);
  }
  if (actor.sessionId === null) throw fieldError('password', say('invalid.required'), 'required');
  await requireFreshIdentity(actor);
  const account = await UserModel.query().findById(actor.account.id);
  if (!account) throw unauthorized();
  return account;
}

/** Remembers in the session of an actor that its person has proven who they are. */
export async function rememberProof({ sessionId }: User, trx?: Transaction): Promise<void> {
  if (sessionId !== null)
    await SessionModel.query(trx).where({ public_id: sessionId }).patch({ provenAt: new Date() });
}
