// One's own account: its name, exporting its data, and deleting it.
import { Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { ApiKeyModel } from '../../db/models/api-key.js';
import { AuditEntryModel } from '../../db/models/audit-entry.js';
import { CatalogEntryModel } from '../../db/models/catalog-entry.js';
import { ListingModel } from '../../db/models/listing.js';
import { SessionModel } from '../../db/models/session.js';
import { UserModel } from '../../db/models/user.js';
import { presentEntry } from '../catalog/entries.js';
import type { CatalogEntry } from '../catalog/schema.js';
import { requireAccount } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { unauthorized } from '../kernel/errors.js';
import { anyPassword } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { presentListing } from '../listings/present.js';
import type { Listing } from '../listings/schema.js';
import type { App } from './app-schema.js';
import { appsOf } from './apps.js';
import { eraseAccount } from './deletion.js';
import type { ApiKey } from './key-schema.js';
import { provePassword } from './password-proof.js';
import { presentApiKey, presentUser } from './present.js';
import { lockPeople, readPeople, refuseBootstrapAdmin, refuseLastAdmin } from './roles.js';
import { type AuthSession, type User, UserUpdate } from './schema.js';
import { presentSession } from './sessions.js';

export const AccountDeletion = Type.Object({ password: anyPassword() }, { title: 'AccountDeletion' });

export interface AccountExport {
  exported_at: string;
  user: User & { pending_email: string | null };
  listings: Listing[];
  api_keys: ApiKey[];
  apps: App[];
  sessions: AuthSession[];
  catalog_proposals: (CatalogEntry & { status: string })[];
  /** What the account did, and what others did to it and to its listings; oldest first. */
  history: {
    at: string;
    /** Others are not named: who decides about a listing is their own data. */
    by: 'you' | 'another';
    action: string;
    subject: string | null;
    reason: string | null;
  }[];
}

/**
 * Changes the caller's name.
 * @param input `{name}`
 * @throws DomainError unauthorized, validation_error
 */
export async function updateOwnAccount(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  const { name } = check(UserUpdate, input);
  const rename = async (trx: Transaction) => {
    const row = await UserModel.query(trx).findById(actor.account.id);
    if (!row) throw unauthorized();
    if (row.name === name) return;
    await row.$query(trx).patch({ name, updatedAt: new Date() });
    await recordChange(trx, actor, {
      action: 'user.rename',
      subject: { type: 'user', id: row.id, label: row.email },
      before: { name: row.name },
      after: { name },
    });
  };
  await inTransaction(actor, rename, { changesOwnAccount: true });
  return { status: true };
}

/** The address the caller has asked for and not proven yet, or null. @throws DomainError unauthorized */
export async function readPendingEmail(actor: Actor): Promise<string | null> {
  requireAccount(actor, 'account');
  const row = await UserModel.query().findById(actor.account.id).select('pending_email');
  return row?.pendingEmail ?? null;
}

/** Everything kept about the caller's account, secrets left out. @throws DomainError unauthorized */
export async function exportAccount(actor: Actor): Promise<AccountExport> {
  requireAccount(actor, 'account');
  const { id } = actor.account;
  const [user, listings, keys, { apps }, sessions, proposals, entries] = await Promise.all([
    UserModel.query().findById(id),
    ListingModel.query().where('owner_id', id).orderBy('created_at'),
    ApiKeyModel.query().where('user_id', id).orderBy('created_at'),
    appsOf(id),
    SessionModel.query().where('user_id', id),
    CatalogEntryModel.query().where('proposed_by', id).orderBy('added_at'),
    historyOf(id),
  ]);
  if (!user) throw unauthorized();
  return {
    exported_at: new Date().toISOString(),
    user: { ...presentUser(user), pending_email: user.pendingEmail },
    listings: listings.map((row) => presentListing(row, actor)),
    api_keys: keys.map(presentApiKey),
    apps,
    sessions: sessions.map((row) => presentSession(row.sess, row.expire)),
    catalog_proposals: proposals.map((row) => ({ ...presentEntry(row), status: row.status })),
    history: entries.map(({ at, actorId, action, subjectLabel, reason }) => ({
      at: at.toISOString(),
      by: actorId === id ? 'you' : 'another',
      action,
      subject: subjectLabel,
      reason,
    })),
  };
}

/** Listings that are gone by now are found by the entry of their creation. */
function historyOf(userId: string) {
  const own = ListingModel.query().where('owner_id', userId).select(ListingModel.raw('id::text'));
  const created = AuditEntryModel.query()
    .where({ actor_id: userId, action: 'listing.create' })
    .select('subject_id');
  return AuditEntryModel.query()
    .where('actor_id', userId)
    .orWhere({ subject_type: 'user', subject_id: userId })
    .orWhere((about) =>
      about
        .where('subject_type', 'listing')
        .where((listed) => listed.whereIn('subject_id', own).orWhereIn('subject_id', created)),
    )
    .orderBy('id');
}

/**
 * Deletes the caller's account with its keys, sessions and listings; the password must be given again.
 * @throws DomainError unauthorized, invalid_credentials, last_admin, bootstrap_admin
 */
export async function deleteOwnAccount(actor: Actor, input: unknown): Promise<void> {
  requireAccount(actor, 'account');
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
