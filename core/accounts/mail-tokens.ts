// Secrets sent by email: stored as a digest, bound to the address they were sent to. A link that sets a password works
// once; one that verifies an address works until it expires, as email scanners open links before people do; one that
// changes an email takes effect once, and opening it again is not an error.
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'objection';
import { MailTokenModel, type TokenPurpose, UserModel } from '../../db/models/accounts.js';
import { config } from '../kernel/config.js';
import { DomainError, say } from '../kernel/errors.js';
import { composeMail, type MailText, sayInMail } from '../site/mail-text.js';
import { emailKey } from './emails.js';

/** How many hours a link is valid (C4). */
const LINK_HOURS: Readonly<Record<TokenPurpose, number>> = {
  'reset-password': 1,
  'verify-email': 24,
  'change-email': 1,
};

type LinkMail = 'verify' | 'reset' | 'new-email';
const PURPOSES = { verify: 'verify-email', reset: 'reset-password', 'new-email': 'change-email' } as const;

/** The email with a link. */
export const linkMail = (kind: LinkMail, { name }: Pick<UserModel, 'name'>, link: string): MailText =>
  composeMail(name, sayInMail(`mail.${kind}.subject`), [
    sayInMail(`mail.${kind}.open`, { hours: LINK_HOURS['verify-email'] }),
    { button: sayInMail(`mail.${kind}.button`), link },
    sayInMail(`mail.${kind}.ignore`),
  ]);

/** @param page that the link opens; it gets a new token @param inbox as for issueToken */
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

const digest = (token: string) => createHash('sha256').update(token).digest();

/** @param inbox the address it is sent to, if that is not the account's own */
async function issueToken(user: UserModel, purpose: TokenPurpose, inbox = user.email): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await MailTokenModel.query().insert({
    hash: digest(token),
    userId: user.id,
    purpose,
    emailKey: emailKey(inbox),
    expiresAt: new Date(Date.now() + LINK_HOURS[purpose] * 3_600_000),
  });
  return token;
}

/** The account of a link that is still valid; does not consume the token. */
export async function findTokenOwner(token: string, purpose: TokenPurpose): Promise<UserModel | undefined> {
  const row = await MailTokenModel.query().findOne({ hash: digest(token), purpose });
  return row && row.expiresAt > new Date() ? UserModel.query().findById(row.userId) : undefined;
}

/** Uses a token and all others of its purpose up; its account, locked. @throws DomainError invalid_token */
export async function redeemToken(
  trx: Transaction,
  token: string,
  purpose: TokenPurpose,
): Promise<UserModel> {
  const [row] = await MailTokenModel.query(trx)
    .delete()
    .where({ hash: digest(token), purpose })
    .returning('*');
  const user = await accountOf(trx, row);
  await revokeTokens(trx, user.id, purpose);
  return user;
}

/** Invalidates all of an account's links of a purpose. */
export async function revokeTokens(trx: Transaction, userId: string, purpose: TokenPurpose): Promise<void> {
  await MailTokenModel.query(trx).delete().where({ user_id: userId, purpose });
}

/** The account of a token, locked; the token stays. @throws DomainError invalid_token */
export async function readToken(trx: Transaction, token: string, purpose: TokenPurpose): Promise<UserModel> {
  return accountOf(trx, await MailTokenModel.query(trx).findOne({ hash: digest(token), purpose }));
}

/** Clears new email addresses that were requested over `days` days ago and never confirmed. @returns how many */
export async function clearUnconfirmedEmails(days: number): Promise<number> {
  return UserModel.query()
    .where('pending_email_at', '<', new Date(Date.now() - days * 86_400_000))
    .patch({ pendingEmail: null, pendingEmailAt: null });
}

/**
 * The account of a link that changes its email, locked; does not consume the token.
 * @returns `isDone`: the account has that email already, by an earlier click
 * @throws DomainError invalid_token when it is unknown, expired, or another address is waited for by now
 */
export async function readEmailChange(
  trx: Transaction,
  token: string,
): Promise<{ user: UserModel; isDone: boolean }> {
  const row = await MailTokenModel.query(trx).findOne({ hash: digest(token), purpose: 'change-email' });
  const isAwaited = ({ pendingEmail }: UserModel) =>
    pendingEmail !== null && row?.emailKey === emailKey(pendingEmail);
  const user = await accountOf(
    trx,
    row,
    (account) => isAwaited(account) || row?.emailKey === account.emailKey,
  );
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
