// The second factors of an account, as rows. Each function expects the account's row to be locked by its transaction.
import type { Transaction } from 'objection';
import { PasskeyModel, TotpSecretModel, UserModel } from '../../../db/models/accounts.js';
import type { Actor } from '../../kernel/actor.js';
import { seal, unseal } from '../../kernel/sealing.js';
import { type Mails, queueMail } from '../../mail/outbox.js';
import { matchingStep } from './codes.js';
import type { TwoFactorMethod } from './schema.js';

const purposeOf = (userId: string) => `totp ${userId}`;

/** Stores the secret of an authenticator app that has yet to be confirmed; it replaces another such secret. */
export async function storeTotpSecret(trx: Transaction, userId: string, secret: Buffer): Promise<void> {
  await TotpSecretModel.query(trx)
    .insert({ userId, secret: sealed(userId, secret), confirmedAt: null, lastStep: null })
    .onConflict('user_id')
    .merge();
}

const sealed = (userId: string, secret: Buffer) => seal(purposeOf(userId), secret.toString('base64'));

/** @returns null where there is none, and where none of the secrets in SESSION_SECRET encrypted it */
export async function readTotpSecret(userId: string, trx?: Transaction) {
  const row = await TotpSecretModel.query(trx).findById(userId);
  const text = row ? unseal(purposeOf(userId), row.secret) : null;
  return row && text !== null ? { row, secret: Buffer.from(text, 'base64') } : null;
}

/** Accepts a code once, and seals the secret anew. @param isSetUp false: the code that confirms the app */
export async function redeemTotp(trx: Transaction, userId: string, code: string, isSetUp: boolean) {
  await TotpSecretModel.query(trx).findById(userId).forUpdate();
  const found = await readTotpSecret(userId, trx);
  if (!found || (isSetUp && found.row.confirmedAt === null)) return false;
  const step = matchingStep(found.secret, code.replace(/\s/g, ''));
  if (step === null || step <= (found.row.lastStep ?? -1)) return false;
  await found.row.$query(trx).patch({ lastStep: step, secret: sealed(userId, found.secret) });
  return true;
}

/** How an account can give its second factor, besides a recovery code. */
export async function methodsOf(userId: string, trx?: Transaction): Promise<TwoFactorMethod[]> {
  const app = await TotpSecretModel.query(trx).findById(userId).whereNotNull('confirmed_at');
  const passkey = await PasskeyModel.query(trx).findOne({ user_id: userId });
  return [...(app ? (['totp'] as const) : []), ...(passkey ? (['passkey'] as const) : [])];
}

/** Brings `twoFactorEnabled` of an account up to date; without a factor, what only serves one is deleted. */
export async function settleFactors(trx: Transaction, userId: string): Promise<UserModel> {
  const twoFactorEnabled = (await methodsOf(userId, trx)).length > 0;
  if (!twoFactorEnabled) {
    await trx('recovery_codes').where({ user_id: userId }).delete();
    await forgetDevices(trx, userId);
  }
  return UserModel.query(trx).patchAndFetchById(userId, { twoFactorEnabled, updatedAt: new Date() });
}

/** Removes every factor of an account. @returns the factors it had */
export async function removeFactors(trx: Transaction, userId: string) {
  const apps = await TotpSecretModel.query(trx).deleteById(userId);
  const passkeys = await PasskeyModel.query(trx).delete().where({ user_id: userId });
  await settleFactors(trx, userId);
  return { app: apps > 0, passkeys };
}

/** Asks for the second factor on every device again. */
export async function forgetDevices(trx: Transaction, userId: string): Promise<void> {
  await trx('trusted_devices').where({ user_id: userId }).delete();
}

type FactorChange = Mails['second-factor'];

/** Queues the email about a factor that was added or removed: somebody else may have done that. */
export function tellOfFactor(
  trx: Transaction,
  actor: Actor,
  userId: string,
  change: Omit<FactorChange, 'name'> & Partial<FactorChange>,
): Promise<void> {
  return queueMail(trx, actor, { kind: 'second-factor', to: { userId }, data: { name: null, ...change } });
}
