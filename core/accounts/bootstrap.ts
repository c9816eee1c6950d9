// Admins by configuration: the addresses of ADMIN_EMAILS.
import type { UserModel } from '../../db/models/user.js';
import { config } from '../kernel/config.js';

/** On the admin-email list, and verified where that is required for promotion. */
export function isBootstrapAdmin(user: Pick<UserModel, 'emailKey' | 'emailVerified'>): boolean {
  return (
    config.adminEmails.includes(user.emailKey) && (user.emailVerified || !config.requireEmailVerification)
  );
}
