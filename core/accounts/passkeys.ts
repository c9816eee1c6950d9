// The passkeys of an account: adding, naming, removing. Signing in with one: second-step.ts.
import type { Transaction } from 'objection';
import { PasskeyModel } from '../../db/models/accounts.js';
import { insertUnlessTaken } from '../../db/models/base.js';
import { requireAccount } from '../kernel/access.js';
import type { Actor, User } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, fieldError, say } from '../kernel/errors.js';
import { oneOf } from '../kernel/lists.js';
import { presentRow } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { currentSettings } from '../settings/current.js';
import { requireFreshIdentity } from './reauthentication.js';
import { settleFactors, tellOfFactor } from './second-factor/factors.js';
import {
  Passkey,
  PasskeyChoice,
  PasskeyNaming,
  PasskeyQuery,
  PasskeyRegistration,
} from './second-factor/schema.js';
import { type PasskeyRequest, requestRegistration, verifyRegistration } from './second-factor/webauthn.js';

/** Passkeys an account may have. */
const MAX_PASSKEYS = 20;

/** The options for a new passkey, and the ticket to bring back with it. @throws DomainError confirmation_required */
export async function requestNewPasskey(actor: Actor, input: unknown): Promise<PasskeyRequest> {
  requireAccount(actor, 'account');
  const { authenticatorAttachment: attachment } = check(PasskeyQuery, input);
  await requireFreshIdentity(actor);
  const own = await PasskeyModel.query().where({ user_id: actor.account.id });
  return requestRegistration(actor.account, { directoryName: currentSettings().name, own, attachment });
}

/** Adds a passkey to the caller's account. @throws DomainError confirmation_required, invalid_credentials */
export async function addPasskey(actor: Actor, input: unknown, ticket: string | null): Promise<Passkey> {
  requireAccount(actor, 'account');
  const { response, name = null } = check(PasskeyRegistration, input);
  await requireFreshIdentity(actor);
  const columns = await verifyRegistration(actor.account.id, ticket, response);
  const row = await changePasskeys(actor, async (trx) => {
    const own = await PasskeyModel.query(trx).where({ user_id: actor.account.id }).resultSize();
    if (own >= MAX_PASSKEYS) throw fieldError('response', say('error.passkey-limit', { most: MAX_PASSKEYS }));
    // With the first factor, recovery codes of an app that was never confirmed end: another person may have them.
    await settleFactors(trx, actor.account.id);
    const added = await insertUnlessTaken(PasskeyModel, trx, { ...columns, name: name || null });
    if (!added)
      throw new DomainError('invalid_credentials', say('error.passkey-late'), { field: 'response' });
    await recordUser(trx, actor, actor.account, 'user.add-passkey', { after: { name: added.name } });
    const about = { change: 'added', factor: 'passkey', name: added.name } as const;
    await tellOfFactor(trx, actor, actor.account.id, about);
    return added;
  });
  return presentPasskey(row);
}

/** The caller's passkeys, oldest first. */
export async function listPasskeys(actor: Actor): Promise<Passkey[]> {
  requireAccount(actor, 'account');
  const rows = await PasskeyModel.query().where({ user_id: actor.account.id }).orderBy('created_at');
  return rows.map(presentPasskey);
}

/** Names one of the caller's passkeys. @param input `{id, name}` @throws DomainError not_found */
export async function renamePasskey(actor: Actor, input: unknown): Promise<{ passkey: Passkey }> {
  requireAccount(actor, 'account');
  const { id, name } = check(PasskeyNaming, input);
  const row = await inTransaction(actor, async (trx) => {
    const own = await readOwn(trx, actor, id);
    await recordUser(trx, actor, actor.account, 'user.rename-passkey', {
      before: { name: own.name },
      after: { name },
    });
    return own.$query(trx).patchAndFetch({ name });
  });
  return { passkey: presentPasskey(row) };
}

/** Removes one of the caller's passkeys. @param input `{id}` @throws DomainError not_found, confirmation_required */
export async function removePasskey(actor: Actor, input: unknown): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  const { id } = check(PasskeyChoice, input);
  await requireFreshIdentity(actor);
  await changePasskeys(actor, async (trx) => {
    const own = await readOwn(trx, actor, id);
    await own.$query(trx).delete();
    await recordUser(trx, actor, actor.account, 'user.remove-passkey', { before: { name: own.name } });
    const about = { change: 'removed', factor: 'passkey', name: own.name } as const;
    await tellOfFactor(trx, actor, actor.account.id, about);
  });
  return { status: true };
}

function readOwn(trx: Transaction, actor: User, id: string): Promise<PasskeyModel> {
  return oneOf(PasskeyModel.query(trx).where({ user_id: actor.account.id }).forUpdate(), id, 'passkey');
}

/** Adds or removes, under the lock of the account. */
function changePasskeys<T>(actor: User, change: (trx: Transaction) => Promise<T>): Promise<T> {
  const work = async (trx: Transaction) => {
    const done = await change(trx);
    await settleFactors(trx, actor.account.id);
    return done;
  };
  return inTransaction(actor, work, { changesOwnAccount: true });
}

const presentPasskey = (row: PasskeyModel): Passkey => ({
  ...presentRow(Passkey, row),
  credentialID: row.credentialId,
  publicKey: row.publicKey.toString('base64'),
  transports: row.transports.join(','),
});
