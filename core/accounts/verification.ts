// Verifying the email address of an account.
import type { Transaction } from 'objection';
import type { UserModel } from '../../db/models/accounts.js';
import { readRedirect } from '../addresses/origins.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { say, unauthorized } from '../kernel/errors.js';
import { type QueuedMail, queueMail } from '../kernel/outbox.js';
import { inTransaction } from '../kernel/transaction.js';
import { awaitsProof } from './admin-emails.js';
import { emailKey } from './emails.js';
import { readToken } from './mail-tokens.js';
import { VerificationRequest } from './schema.js';

/** Queues an email with a link that verifies the address, in the caller's transaction. */
export function queueVerification(
  trx: Transaction,
  actor: Actor,
  to: QueuedMail<'verify-email'>['to'],
  redirect: URL | null = null,
): Promise<void> {
  return queueMail(trx, actor, { kind: 'verify-email', to, data: { redirect: redirect?.href ?? null } });
}

/** Sends a new verification link; result and timing are the same whether or not the account exists. */
export async function requestVerification(actor: Actor, input: unknown): Promise<{ status: true }> {
  const { email, callbackURL } = check(VerificationRequest, input);
  const redirect = callbackURL ? readRedirect(callbackURL, 'callbackURL') : null;
  // Whether the account exists is checked only when the email is sent.
  await inTransaction(actor, (trx) => queueVerification(trx, actor, { emailKey: emailKey(email) }, redirect));
  return { status: true };
}

/**
 * Verifies the address; using the link again succeeds too.
 * @throws DomainError invalid_token; unauthorized for an address on the admin-email list, unless the request comes from
 * the account itself
 */
export async function verifyEmail(actor: Actor, token: string): Promise<UserModel> {
  const verify = async (trx: Transaction) => {
    const user = await readToken(trx, token, 'verify-email');
    if (user.emailVerified) return user;
    // Programs open links in emails, and someone else may have signed up with this address: an admin's address is
    // verified only by someone signed in to the account.
    if (awaitsProof(user) && accountId(actor) !== user.id) {
      throw unauthorized(say('error.sign-in-for-link'));
    }
    const row = await user.$query(trx).patchAndFetch({ emailVerified: true, updatedAt: new Date() });
    await recordUser(trx, actor, row, 'user.verify-email', {
      before: { email_verified: false },
      after: { email_verified: true },
    });
    return row;
  };
  return inTransaction(actor, verify, { changesOwnAccount: true });
}
