// A member's own account: read, rename, delete.
import { Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { type Actor, ROLES, requireAccount, SCOPES } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { forbidden, say, unauthorized } from '../kernel/errors.js';
import { anyPassword, nullable, response, titled, uuid, word } from '../kernel/schema.js';
import { inTransaction, recordUser } from '../kernel/transaction.js';
import { removeAccount } from './actions.js';
import { proveIdentity } from './reauthentication.js';
import { UserUpdate } from './schema.js';

const AccountDeletion = titled('AccountDeletion', { password: Type.Optional(anyPassword()) });

/** Changes the caller's name. @param input `{name}` */
export async function updateOwnAccount(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  const { name } = check(UserUpdate, input);
  const rename = async (trx: Transaction) => {
    const row = await UserModel.query(trx).findById(actor.account.id);
    if (!row) throw unauthorized();
    const before = row.name;
    if (before === name) return;
    await row.$query(trx).patch({ name, updatedAt: new Date() });
    await recordUser(trx, actor, row, 'user.rename', { before: { name: before }, after: { name } });
  };
  await inTransaction(actor, rename, { changesOwnAccount: true });
  return { status: true };
}

/** The caller's requested address, not verified yet, or null. */
export async function readPendingEmail(actor: Actor): Promise<string | null> {
  requireAccount(actor, 'account');
  const row = await UserModel.query().findById(actor.account.id).select('pending_email');
  return row?.pendingEmail ?? null;
}

/** Deletes the caller's account. @throws DomainError as proveIdentity, last_admin, bootstrap_admin */
export async function deleteOwnAccount(actor: Actor, input: unknown): Promise<void> {
  requireAccount(actor, 'account');
  const { password } = check(AccountDeletion, input);
  const account = await proveIdentity(actor, password);
  await removeAccount(actor, account.id, { keepListings: false, reason: null });
}

export const Whoami = response('Whoami', {
  account: Type.Object({
    id: uuid(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: nullable(Type.String({ description: 'null for an app, which the member did not give it to.' })),
    role: word(ROLES),
  }),
  credentials: Type.Object({
    kind: word(['key', 'app', 'session']),
    name: nullable(Type.String({ description: 'Of the key or the app.' })),
    scopes: nullable(Type.Array(word(SCOPES), { description: 'null: all that the account may do.' })),
  }),
});

/** @throws DomainError unauthorized for a guest */
export function whoami(actor: Actor) {
  if (actor.kind === 'guest') throw unauthorized();
  if (actor.kind !== 'user') throw forbidden(say('error.needs-account'));
  const { account, key, app, scopes } = actor;
  const { id, name, email, role } = account;
  return {
    account: { id, name, email: app ? null : email, role },
    credentials: {
      kind: app ? 'app' : key ? 'key' : 'session',
      name: app?.name ?? key?.name ?? null,
      scopes: scopes && [...scopes],
    },
  };
}
