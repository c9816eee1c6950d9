// The first admin of a new directory: created with a link that is written to the log at the start, which only the
// operator can read.
import { createHash, randomBytes } from 'node:crypto';
import { SetupLinkModel, UserModel } from '../../db/models/accounts.js';
import type { Actor } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import { emailAddress, newPassword, titled } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { deadLink } from './mail-tokens.js';
import { hashPassword } from './passwords.js';
import { opaqueToken, personName } from './schema.js';
import { insertAccount } from './sign-up.js';

/** How long the link is valid. */
export const SETUP_MINUTES = 30;

export const FirstAdmin = titled('FirstAdmin', {
  name: personName,
  email: emailAddress(),
  password: newPassword(),
  token: opaqueToken,
});

const digest = (token: string) => createHash('sha256').update(token).digest();

export async function hasAdmin(): Promise<boolean> {
  return (await UserModel.query().findOne({ role: 'admin' }).select('id')) !== undefined;
}

/** A link that creates the first admin, once; null if there is an admin. */
export async function issueSetupLink(): Promise<URL | null> {
  if (await hasAdmin()) return null;
  const token = randomBytes(32).toString('base64url');
  await SetupLinkModel.query().delete().where('expires_at', '<=', new Date());
  await SetupLinkModel.query().insert({
    hash: digest(token),
    expiresAt: new Date(Date.now() + SETUP_MINUTES * 60_000),
  });
  const link = new URL('/setup', config.publicUrl);
  link.searchParams.set('token', token);
  return link;
}

/** Whether a setup link is still valid; does not use it. */
export async function isSetupLinkLive(token: string): Promise<boolean> {
  const row = await SetupLinkModel.query().findOne({ hash: digest(token) });
  return row !== undefined && row.expiresAt > new Date() && !(await hasAdmin());
}

/** Creates the first admin; no setup link works any more. @throws DomainError invalid_token, account_exists */
export async function createFirstAdmin(actor: Actor, input: unknown): Promise<UserModel> {
  const { token, password, ...account } = check(FirstAdmin, input);
  if (!(await isSetupLinkLive(token))) throw deadLink();
  const passwordHash = await hashPassword(password);
  return inTransaction(actor, async (trx) => {
    // If two links or requests are used at the same time, the second finds no row.
    const links = await SetupLinkModel.query(trx).delete().returning('*');
    if (!links.some(({ hash }) => hash.equals(digest(token)))) throw deadLink();
    return insertAccount(trx, actor, account, passwordHash, { role: 'admin', emailVerified: true });
  });
}
