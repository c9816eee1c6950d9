// Confirming that an inbox belongs to an account.
import { UserModel } from '../../db/models/user.js';
import { readRedirect } from '../addresses/origins.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { inBackground } from '../kernel/background.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { sendMail } from '../kernel/mail.js';
import { emailKey } from './emails.js';
import { issueToken, readToken } from './mail-tokens.js';
import { VerificationRequest } from './schema.js';

/** Sends the link in the background. */
export function sendVerification(user: UserModel, redirect: URL | null = null): void {
  inBackground(async () => {
    const link = new URL('/verify-email', config.publicUrl);
    link.searchParams.set('token', await issueToken(user, 'verify-email'));
    if (redirect) link.searchParams.set('callbackURL', redirect.href);
    sendMail({
      to: user.email,
      subject: `Confirm your email for ${config.serviceName}`,
      text: `Hello ${user.name},\n\nconfirm that this inbox is yours by opening this link within 24 hours:\n\n${link}\n\nIf you did not sign up at ${config.serviceName}, ignore this mail.\n`,
    });
  }, 'a verification mail could not be prepared');
}

/**
 * Sends a new verification link; the answer is the same whether or not the account exists.
 * @throws DomainError validation_error
 */
export async function requestVerification(_actor: Actor, input: unknown): Promise<{ status: true }> {
  const { email, callbackURL } = check(VerificationRequest, input);
  const redirect = callbackURL ? readRedirect(callbackURL, 'callbackURL') : null;
  inBackground(async () => {
    const user = await UserModel.query().findOne({ email_key: emailKey(email) });
    if (user && !user.emailVerified) sendVerification(user, redirect);
  }, 'a verification mail could not be prepared');
  return { status: true };
}

/**
 * Confirms the inbox; the same link once more finds it confirmed.
 * @throws DomainError invalid_token
 */
export async function verifyEmail(actor: Actor, token: string): Promise<UserModel> {
  return UserModel.transaction(async (trx) => {
    const user = await readToken(trx, token, 'verify-email');
    if (user.emailVerified) return user;
    const row = await user.$query(trx).patchAndFetch({ emailVerified: true, updatedAt: new Date() });
    await recordChange(trx, actor, {
      action: 'user.verify-email',
      subject: { type: 'user', id: row.id, label: row.email },
      before: { email_verified: false },
      after: { email_verified: true },
    });
    return row;
  });
}
