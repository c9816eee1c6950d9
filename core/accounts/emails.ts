// Email addresses of accounts: how they are compared, and ADMIN_EMAILS, whose accounts become admins.
import type { UserModel } from '../../db/models/accounts.js';
import { config } from '../kernel/config.js';

/** The form in which emails are compared: case-insensitive; plus-aliases are distinct (C4). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

type Listed = Pick<UserModel, 'emailKey' | 'emailVerified'>;

/** Whether an account must verify its email before it is trusted; otherwise the password is enough. */
export function needsProof(): boolean {
  return config.smtpUrl !== null || config.requireEmailVerification;
}

/** Whether ADMIN_EMAILS has the account's email, verified if needed: a new session promotes the account to admin. */
export function isBootstrapAdmin(user: Listed): boolean {
  return config.adminEmails.includes(user.emailKey) && (user.emailVerified || !needsProof());
}

export function awaitsProof(user: Listed): boolean {
  return config.adminEmails.includes(user.emailKey) && !user.emailVerified && needsProof();
}
