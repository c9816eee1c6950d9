// Secrets sent by email: stored as a digest, bound to the recipient's address. A link that sets a password works once;
// one that verifies an address works until it expires, because email scanners open links before people do.
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'objection';
import { MailTokenModel, type TokenPurpose, UserModel } from '../../db/models/accounts.js';
import { readRedirect } from '../addresses/origins.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { DomainError, say, unauthorized } from '../kernel/errors.js';
import { sha256 } from '../kernel/sealing.js';
import { inTransaction } from '../kernel/transaction.js';
import { type QueuedMail, queueMail } from '../mail/outbox.js';
import { composeMail, type MailText, sayInMail } from '../mail/text.js';
import { awaitsProof, emailKey } from './emails.js';
import { VerificationRequest } from './schema.js';

const LINK_HOURS: Readonly<Record<TokenPurpose, number>> = {
  'reset-password': 1,
  'verify-email': 24,
  'change-email': 1,
};

type LinkMail = 'verify' | 'reset' | 'new-email';
const PURPOSES = { verify: 'verify-email', reset: 'reset-password', 'new-email': 'change-email' } as const;

export const linkMail = (kind: LinkMail, { name }: Pick<UserModel, 'name'>, link: string): MailText =>
  composeMail(name, sayInMail(`mail.${kind}.subject`), [
    sayInMail(`mail.${kind}.open`, { hours: LINK_HOURS['verify-email'] }),
    { button: sayInMail(`mail.${kind}.button`), link },
    sayInMail(`mail.${kind}.ignore`),
  ]);

/** Writes an email with a link. @param page opened by the link, which gets a new token @param inbox as in issueToken */
export async function writeLinkMail(
  kind: LinkMail,
  user: UserModel,
  page: string,
  { redirect, inbox }: { redirect?: string | null; inbox?: string } = {},
): Promise<MailText> {
  const link = new URL(page, config.publicUrl);
  link.searchParams.set('token', await issueToken(user, PURPOSES[kind], inbox));
  if (redirect) link.searchParams.set('callbackURL', redirect);
  return linkMail(kind, user, link.href);
}

/** Stores a new token. @param inbox recipient, if not the account's own address */
async function issueToken(user: UserModel, purpose: TokenPurpose, inbox = user.email): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await MailTokenModel.query().insert({
    hash: sha256(token),
    userId: user.id,
    purpose,
    emailKey: emailKey(inbox),
    expiresAt: new Date(Date.now() + LINK_HOURS[purpose] * 3_600_000),
  });
  return token;
}

/** The account of a valid link; does not consume the token. @throws DomainError invalid_token */
export async function findTokenOwner(token: string, purpose: TokenPurpose): Promise<UserModel> {
  const row = await MailTokenModel.query().findOne({ hash: sha256(token), purpose });
  const user = row && row.expiresAt > new Date() ? await UserModel.query().findById(row.userId) : undefined;
  if (!user) throw deadLink();
  return user;
}

/** Consumes tokens of a purpose. @returns the account, locked @throws DomainError invalid_token */
export async function redeemToken(trx: Transaction, token: string, purpose: TokenPurpose) {
  const [row] = await MailTokenModel.query(trx)
    .delete()
    .where({ hash: sha256(token), purpose })
    .returning('*');
  const user = await accountOf(trx, row);
  await revokeTokens(trx, user.id, purpose);
  return user;
}

export async function revokeTokens(trx: Transaction, userId: string, purpose: TokenPurpose): Promise<void> {
  await MailTokenModel.query(trx).delete().where({ user_id: userId, purpose });
}

/** The account whose email a link changes, locked; does not consume the token. `isDone`: the email was changed
 * before. @throws DomainError invalid_token: unknown, expired, or another address was requested since */
export async function readEmailChange(trx: Transaction, token: string) {
  const row = await MailTokenModel.query(trx).findOne({ hash: sha256(token), purpose: 'change-email' });
  const isAwaited = ({ pendingEmail }: UserModel) =>
    pendingEmail !== null && row?.emailKey === emailKey(pendingEmail);
  const user = await accountOf(trx, row, (own) => isAwaited(own) || row?.emailKey === own.emailKey);
  return { user, isDone: !isAwaited(user) };
}

async function accountOf(
  trx: Transaction,
  row: MailTokenModel | undefined,
  isBound = (user: UserModel) => row?.emailKey === user.emailKey,
): Promise<UserModel> {
  const user = row && (await UserModel.query(trx).findById(row.userId).forUpdate());
  if (!user || row.expiresAt <= new Date() || !isBound(user)) throw deadLink();
  return user;
}

export function deadLink(): DomainError {
  return new DomainError('invalid_token', say('error.dead-link'));
}

export function queueVerification(
  trx: Transaction,
  actor: Actor,
  to: QueuedMail<'verify-email'>['to'],
  redirect: URL | null = null,
): Promise<void> {
  return queueMail(trx, actor, { kind: 'verify-email', to, data: { redirect: redirect?.href ?? null } });
}

/** Sends a new verification link; result and timing do not reveal whether the account exists. */
export async function requestVerification(actor: Actor, input: unknown): Promise<{ status: true }> {
  const { email, callbackURL } = check(VerificationRequest, input);
  const redirect = callbackURL ? readRedirect(callbackURL, 'callbackURL') : null;
  // Look up the account only when the email is sent: the response then reveals nothing.
  await inTransaction(actor, (trx) => queueVerification(trx, actor, { emailKey: emailKey(email) }, redirect));
  return { status: true };
}

/** Verifies the address; using the link again succeeds too.
 * @throws DomainError invalid_token; unauthorized for an address in ADMIN_EMAILS unless signed in to the account */
export async function verifyEmail(actor: Actor, token: string): Promise<UserModel> {
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const link = { hash: sha256(token), purpose: 'verify-email' };
    const user = await accountOf(trx, await MailTokenModel.query(trx).findOne(link));
    if (user.emailVerified) return user;
    // Programs open links in emails, and someone else may have signed up with this address. An address in
    // ADMIN_EMAILS is therefore verified only by someone signed in to the account.
    if (awaitsProof(user) && accountId(actor) !== user.id) throw unauthorized(say('error.sign-in-for-link'));
    const row = await user.$query(trx).patchAndFetch({ emailVerified: true, updatedAt: new Date() });
    await recordUser(trx, actor, row, 'user.verify-email', {
      before: { email_verified: false },
      after: { email_verified: true },
    });
    return row;
  });
}
