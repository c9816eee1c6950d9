// Second factors of an account: authenticator app, recovery codes, passkeys. second-step.ts uses them.
import type { Transaction } from 'objection';
import { PasskeyModel, TotpSecretModel, UserModel } from '../../db/models/accounts.js';
import { insertUnlessTaken } from '../../db/models/base.js';
import { prepare } from '../../db/prepared.js';
import { type Actor, requireAccount, requireAdmin, type User } from '../kernel/actor.js';
import { recordUser } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { DomainError, fieldError, say, unauthorized } from '../kernel/errors.js';
import { oneOf } from '../kernel/lists.js';
import { presentRow, Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { currentSettings } from '../settings/current.js';
import * as reauthentication from './reauthentication.js';
import * as factors from './second-factor/factors.js';
import * as schema from './second-factor/schema.js';
import { requestRegistration, verifyRegistration } from './second-factor/webauthn.js';
import { type CodeKind, redeemCode } from './second-step.js';
import { changePerson } from './users.js';

const factorsOf = prepare<{ app: 'none' | 'waiting' | 'on'; recoveryCodes: number }>(
  `select coalesce((select case when confirmed_at is null then 'waiting' else 'on' end
       from totp_secrets where user_id = $1), 'none') as app,
     (select count(*) from recovery_codes where user_id = $1) as "recoveryCodes"`,
);

/** The state of the caller's authenticator app (set up, confirmed) and the number of recovery codes left. */
export async function readTwoFactor(actor: Actor) {
  requireAccount(actor, 'account');
  const [row = { app: 'none', recoveryCodes: 0 }] = await factorsOf([actor.account.id]);
  return row;
}

/** Creates recovery codes and an authenticator secret, which takes effect when `verifyCode` accepts a code.
 * @param input `{password?, method?, issuer?}` @throws DomainError as proveIdentity, two_factor_enabled */
export async function enableTwoFactor(actor: Actor, input: unknown) {
  requireAccount(actor, 'account');
  const { password, issuer } = check(schema.TwoFactorSetup, input);
  const secret = factors.newTotpSecret();
  const backupCodes = await changeFactors(actor, password, async (trx, user) => {
    const row = await TotpSecretModel.query(trx).findById(user.id);
    if (row?.confirmedAt) throw new DomainError('two_factor_enabled', say('error.two-factor-on'));
    await factors.storeTotpSecret(trx, user.id, secret);
    return factors.issueRecoveryCodes(trx, user.id);
  });
  return { method: 'totp', totpURI: uriOf(actor, secret, issuer), backupCodes };
}

const uriOf = ({ account: { email } }: User, secret: Buffer, issuer = currentSettings().name) =>
  factors.totpUri(secret, { issuer, account: email });

/** URL and secret to add another app. @throws DomainError as proveIdentity, two_factor_not_enabled */
export async function readTotpSetup(actor: Actor, input: unknown = {}) {
  requireAccount(actor, 'account');
  await reauthentication.proveIdentity(actor, check(schema.PasswordProof, input).password);
  const found = await factors.readTotpSecret(actor.account.id);
  if (!found) throw notEnabled();
  return { totpURI: uriOf(actor, found.secret), secret: factors.base32(found.secret) };
}

const notEnabled = () => new DomainError('two_factor_not_enabled', say('error.two-factor-off'));

/** Accepts a code and confirms the app. @throws DomainError as redeemCode, two_factor_not_enabled */
export async function verifyCode(actor: Actor, input: unknown): Promise<UserModel> {
  requireAccount(actor, 'account');
  const { code } = check(schema.CodeProof, input);
  const { app } = await readTwoFactor(actor);
  if (app === 'none') throw notEnabled();
  const kind = app === 'on' ? 'app' : 'set-up';
  return redeemOwn(actor, { code, kind }, async (trx, user) => {
    if (kind === 'app') return user;
    await TotpSecretModel.query(trx).findById(user.id).patch({ confirmedAt: new Date() });
    await recordUser(trx, actor, user, 'user.enable-two-factor');
    await factors.tellOfFactor(trx, actor, user.id, { change: 'added', factor: 'app' });
    return factors.settleFactors(trx, user.id);
  });
}

/** Accepts a code of the caller. @param kind by default only a recovery code @throws DomainError as redeemCode */
export async function verifyRecoveryCode(actor: Actor, input: unknown, kind: CodeKind = 'recovery') {
  requireAccount(actor, 'account');
  const { code } = check(schema.CodeProof, input);
  return redeemOwn(actor, { code, kind });
}

async function redeemOwn(
  actor: User,
  given: { code: string; kind: CodeKind },
  work?: (trx: Transaction, user: UserModel) => Promise<UserModel>,
): Promise<UserModel> {
  const user = await UserModel.query().findById(actor.account.id);
  if (!user) throw unauthorized();
  const changed = await redeemCode(actor, user, given, async (trx) => {
    await reauthentication.rememberProof(actor, trx);
    return work?.(trx, user);
  });
  return changed ?? user;
}

/** Replaces the recovery codes. @throws DomainError as proveIdentity, two_factor_not_enabled */
export async function renewRecoveryCodes(actor: Actor, input: unknown = {}) {
  requireAccount(actor, 'account');
  const { password } = check(schema.PasswordProof, input);
  const backupCodes = await changeFactors(actor, password, async (trx, user) => {
    if (!user.twoFactorEnabled) throw notEnabled();
    await recordUser(trx, actor, user, 'user.renew-recovery-codes');
    return factors.issueRecoveryCodes(trx, user.id);
  });
  return { status: true, backupCodes };
}

/** Removes the app, and the recovery codes if no passkey remains. @throws DomainError as proveIdentity */
export async function disableTwoFactor(actor: Actor, input: unknown = {}): Promise<{ status: true }> {
  requireAccount(actor, 'account');
  const { password } = check(schema.PasswordProof, input);
  await changeFactors(actor, password, async (trx, user) => {
    const [removed] = await TotpSecretModel.query(trx).delete().where({ user_id: user.id }).returning('*');
    if (removed) {
      await recordUser(trx, actor, user, 'user.disable-two-factor');
      // An unconfirmed app was no factor yet.
      if (removed.confirmedAt)
        await factors.tellOfFactor(trx, actor, user.id, { change: 'removed', factor: 'app' });
    }
    await factors.forgetDevices(trx, user.id);
    await factors.settleFactors(trx, user.id);
  });
  return { status: true };
}

/** Removes all second factors; sessions and keys stay. @throws DomainError not_found, two_factor_not_enabled */
export async function resetTwoFactor(actor: Actor, userId: string, input: unknown = {}) {
  requireAdmin(actor);
  const { reason = null } = check(Reason, input);
  return changePerson(actor, userId, async (trx, { target }) => {
    if (!target.twoFactorEnabled) throw notEnabled();
    const had = await factors.removeFactors(trx, target.id);
    await recordUser(trx, actor, target, 'user.reset-two-factor', { before: had, reason });
    await factors.tellOfFactor(trx, actor, target.id, { change: 'removed', factor: 'all' });
  });
}

async function changeFactors<T>(
  actor: User,
  password: string | undefined,
  change: (trx: Transaction, user: UserModel) => Promise<T>,
): Promise<T> {
  const account = await reauthentication.proveIdentity(actor, password);
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) =>
    change(trx, await reauthentication.readProven(trx, account, reauthentication.WRONG_PASSWORD)),
  );
}

const MAX_PASSKEYS = 20;

/** Options for a new passkey, and its ticket. @throws DomainError confirmation_required */
export async function requestNewPasskey(actor: Actor, input: unknown) {
  requireAccount(actor, 'account');
  const { authenticatorAttachment: attachment } = check(schema.PasskeyQuery, input);
  await reauthentication.requireFreshIdentity(actor);
  const own = await PasskeyModel.query().where({ user_id: actor.account.id });
  return requestRegistration(actor.account, own, attachment);
}

/** Adds a passkey to the caller's account. @throws DomainError confirmation_required, invalid_credentials */
export async function addPasskey(actor: Actor, input: unknown, ticket: string | null) {
  requireAccount(actor, 'account');
  const { response, name = null } = check(schema.PasskeyRegistration, input);
  await reauthentication.requireFreshIdentity(actor);
  const columns = await verifyRegistration(actor.account.id, ticket, response);
  const row = await changePasskeys(actor, async (trx) => {
    const own = await PasskeyModel.query(trx).where({ user_id: actor.account.id }).resultSize();
    if (own >= MAX_PASSKEYS) throw fieldError('response', say('error.passkey-limit', { most: MAX_PASSKEYS }));
    // Before the first factor, discard recovery codes of an unconfirmed app: someone else may have them.
    await factors.settleFactors(trx, actor.account.id);
    const added = await insertUnlessTaken(PasskeyModel, trx, { ...columns, name: name || null });
    if (!added)
      throw new DomainError('invalid_credentials', say('error.passkey-late'), { field: 'response' });
    await recordUser(trx, actor, actor.account, 'user.add-passkey', { after: { name: added.name } });
    const about = { change: 'added', factor: 'passkey', name: added.name } as const;
    await factors.tellOfFactor(trx, actor, actor.account.id, about);
    return added;
  });
  return presentPasskey(row);
}

export async function listPasskeys(actor: Actor): Promise<schema.Passkey[]> {
  requireAccount(actor, 'account');
  const rows = await PasskeyModel.query().where({ user_id: actor.account.id }).orderBy('created_at');
  return rows.map(presentPasskey);
}

/** Names one of the caller's passkeys. @param input `{id, name}` @throws DomainError not_found */
export async function renamePasskey(actor: Actor, input: unknown): Promise<{ passkey: schema.Passkey }> {
  requireAccount(actor, 'account');
  const { id, name } = check(schema.PasskeyNaming, input);
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
  const { id } = check(schema.PasskeyChoice, input);
  await reauthentication.requireFreshIdentity(actor);
  await changePasskeys(actor, async (trx) => {
    const own = await readOwn(trx, actor, id);
    await own.$query(trx).delete();
    await recordUser(trx, actor, actor.account, 'user.remove-passkey', { before: { name: own.name } });
    const about = { change: 'removed', factor: 'passkey', name: own.name } as const;
    await factors.tellOfFactor(trx, actor, actor.account.id, about);
  });
  return { status: true };
}

function readOwn(trx: Transaction, actor: User, id: string): Promise<PasskeyModel> {
  return oneOf(PasskeyModel.query(trx).where({ user_id: actor.account.id }).forUpdate(), id, 'passkey');
}

function changePasskeys<T>(actor: User, change: (trx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const done = await change(trx);
    await factors.settleFactors(trx, actor.account.id);
    return done;
  });
}

const presentPasskey = (row: PasskeyModel): schema.Passkey => ({
  ...presentRow(schema.Passkey, row),
  credentialID: row.credentialId,
  publicKey: row.publicKey.toString('base64'),
  transports: row.transports.join(','),
});
