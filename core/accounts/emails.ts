// Email addresses of accounts: how they are compared, and ADMIN_EMAILS, whose accounts become admins.
import { UserModel } from '../../db/models/accounts.js';
import { config } from '../kernel/config.js';
import { log } from '../kernel/log.js';

/** The form in which emails are compared: case-insensitive; plus-aliases are distinct (C4). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

type Listed = Pick<UserModel, 'emailKey' | 'emailVerified'>;

/** If email is configured, an address counts once verified; otherwise signing in is enough. */
export function needsProof(): boolean {
  return config.smtpUrl !== null || config.requireEmailVerification;
}

/** Listed in ADMIN_EMAILS and, if email is configured, verified: promoted to admin with every session. */
export function isBootstrapAdmin(user: Listed): boolean {
  return config.adminEmails.includes(user.emailKey) && (user.emailVerified || !needsProof());
}

export function awaitsProof(user: Listed): boolean {
  return config.adminEmails.includes(user.emailKey) && !user.emailVerified && needsProof();
}

/** Warns of listed addresses without a verified account: anyone who signs up with one becomes an admin. */
export async function reportUnprovenAdmins(): Promise<void> {
  const proven = await UserModel.query()
    .whereIn('email_key', [...config.adminEmails])
    .where('email_verified', true)
    .select('email_key');
  const known = new Set(proven.map((user) => user.emailKey));
  const unproven = config.adminEmails.filter((email) => !known.has(email));
  if (unproven.length === 0) return;
  const risk = needsProof()
    ? 'each becomes an admin once its inbox is proven by the link of a mail'
    : 'whoever signs up with one first becomes an admin; set SMTP_URL or REQUIRE_EMAIL_VERIFICATION, or make the accounts with directory-admin users create';
  log.warn({ addresses: unproven }, `ADMIN_EMAILS names addresses without a proven account: ${risk}`);
}
