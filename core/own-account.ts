// What people may ask about their own account: a copy of everything, and an end.
import { Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { ApiKeyModel } from '../db/models/api-key.js';
import { AuditEntryModel } from '../db/models/audit-entry.js';
import { ListingModel } from '../db/models/listing.js';
import { SessionModel } from '../db/models/session.js';
import { UserModel } from '../db/models/user.js';
import { requireAccount } from './access.js';
import type { Actor } from './actor.js';
import { recordChange } from './audit.js';
import { check } from './check.js';
import { DomainError, unauthorized } from './errors.js';
import { contentOf, subjectOf } from './listings.js';
import { verifyPassword } from './passwords.js';
import { presentApiKey, presentListing, presentUser } from './present.js';
import type { ApiKey, AuthSession, User } from './schemas/account.js';
import type { Listing } from './schemas/listing.js';
import { anyPassword } from './schemas/text.js';
import { isBootstrapAdmin, presentSession } from './sessions.js';

export const AccountDeletion = Type.Object({ password: anyPassword() }, { title: 'AccountDeletion' });

export interface AccountExport {
  exported_at: string;
  user: User;
  listings: Listing[];
  api_keys: ApiKey[];
  sessions: AuthSession[];
  /** What the account did, oldest first. */
  history: { at: string; action: string; subject: string | null; reason: string | null }[];
}

/** Everything kept about the caller's account, secrets left out. @throws DomainError unauthorized */
export async function exportAccount(actor: Actor): Promise<AccountExport> {
  requireAccount(actor);
  const { id } = actor.account;
  const [user, listings, keys, sessions, entries] = await Promise.all([
    UserModel.query().findById(id),
    ListingModel.query().where('owner_id', id).orderBy('created_at'),
    ApiKeyModel.query().where('user_id', id).orderBy('created_at'),
    SessionModel.query().where('user_id', id),
    AuditEntryModel.query().where('actor_id', id).orderBy('id'),
  ]);
  if (!user) throw unauthorized();
  return {
    exported_at: new Date().toISOString(),
    user: presentUser(user),
    listings: listings.map((row) => presentListing(row, actor)),
    api_keys: keys.map(presentApiKey),
    sessions: sessions.map((row) => presentSession(row.sess, row.expire)),
    history: entries.map(({ at, action, subjectLabel, reason }) => ({
      at: at.toISOString(),
      action,
      subject: subjectLabel,
      reason,
    })),
  };
}

/**
 * Deletes the caller's account with its keys, sessions and listings; the password is asked again.
 * @throws DomainError unauthorized, invalid_credentials, last_admin, bootstrap_admin
 */
export async function deleteOwnAccount(actor: Actor, input: unknown): Promise<void> {
  requireAccount(actor);
  const { password } = check(AccountDeletion, input);
  const account = await UserModel.query().findById(actor.account.id);
  if (!account) throw unauthorized();
  if (!(await verifyPassword(account.passwordHash, password))) {
    throw new DomainError('invalid_credentials', 'The password is not right.', { field: 'password' });
  }
  await UserModel.transaction(async (trx) => {
    await refuseLastAdmin(trx, account);
    const listings = await ListingModel.query(trx).delete().where('owner_id', account.id).returning('*');
    for (const row of listings) {
      await recordChange(trx, actor, {
        action: 'listing.delete',
        subject: subjectOf(row),
        before: { ...contentOf(row), status: row.status },
      });
    }
    await UserModel.query(trx).deleteById(account.id);
    await recordChange(trx, actor, {
      action: 'user.delete',
      subject: { type: 'user', id: account.id, label: account.email },
      before: { email: account.email, role: account.role },
    });
  });
}

/** All admins are locked in one order: two of them leaving at one moment leave one (C7). */
async function refuseLastAdmin(trx: Transaction, account: UserModel): Promise<void> {
  const admins = await UserModel.query(trx).where('role', 'admin').orderBy('id').forUpdate();
  if (!admins.some((admin) => admin.id === account.id)) return;
  if (isBootstrapAdmin(account)) {
    const why = 'This account is on the admin-email list. Take it off the list first.';
    throw new DomainError('bootstrap_admin', why);
  }
  if (admins.length === 1) {
    throw new DomainError('last_admin', 'This is the last admin account. Make someone else an admin first.');
  }
}
