// One's own account: exporting its data, and deleting it.
import { Type } from '@sinclair/typebox';
import { ApiKeyModel } from '../../db/models/api-key.js';
import { AuditEntryModel } from '../../db/models/audit-entry.js';
import { ListingModel } from '../../db/models/listing.js';
import { SessionModel } from '../../db/models/session.js';
import { UserModel } from '../../db/models/user.js';
import { requireAccount } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { unauthorized } from '../kernel/errors.js';
import { anyPassword } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import { eraseAccount } from './deletion.js';
import { provePassword } from './password-proof.js';
import { presentApiKey, presentUser } from './present.js';
import { lockPeople, readPeople, refuseBootstrapAdmin, refuseLastAdmin } from './roles.js';
import type { ApiKey, AuthSession, User } from './schema.js';
import { presentSession } from './sessions.js';

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
 * Deletes the caller's account with its keys, sessions and listings; the password must be given again.
 * @throws DomainError unauthorized, invalid_credentials, last_admin, bootstrap_admin
 */
export async function deleteOwnAccount(actor: Actor, input: unknown): Promise<void> {
  requireAccount(actor);
  const { password } = check(AccountDeletion, input);
  const proof = { email: actor.account.email, password };
  const account = await provePassword(actor, proof, {
    message: 'The password is not right.',
    field: 'password',
  });
  await inTransaction(
    actor,
    async (trx) => {
      const { target, admins } = await readPeople(trx, account.id);
      refuseLastAdmin(target, admins);
      refuseBootstrapAdmin(target);
      await eraseAccount(trx, actor, target, { keepListings: false, reason: null });
    },
    { first: (trx) => lockPeople(trx, actor, account.id) },
  );
}
