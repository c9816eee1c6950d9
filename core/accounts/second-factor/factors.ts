// Time-based codes (RFC 6238), recovery codes, and the sealed tickets that a browser carries from one step of
// a sign-in to the next, so that an abandoned sign-in leaves nothing in the database.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'objection';
import { PasskeyModel, TotpSecretModel, UserModel } from '../../../db/models/accounts.js';
import { BaseModel } from '../../../db/models/base.js';
import type { Actor } from '../../kernel/actor.js';
import { seal, sha256, unseal } from '../../kernel/sealing.js';
import { type Mails, queueMail } from '../../mail/outbox.js';
import type { TwoFactorMethod } from './schema.js';

const PERIOD_S = 30;
const DIGITS = 6;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648): easy to type, case-insensitive. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  // Not URLSearchParams, which writes a space as a plus: apps keep the plus.
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&digits=${DIGITS}&period=${PERIOD_S}`;
}

export const stepAt = (instant: number): number => Math.floor(instant / 1000 / PERIOD_S);

/** The code of a time step (RFC 4226, 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The time step of a code, at most one from the current step, found in constant time; null for a wrong code. */
export function matchingStep(secret: Buffer, code: string, now: number = Date.now()): number | null {
  const given = Buffer.from(code);
  const current = stepAt(now);
  const matching = [current - 1, current, current + 1].filter((step) => {
    const right = Buffer.from(codeAt(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return matching.at(-1) ?? null;
}

// Each recovery code replaces a lost second factor once. It has 80 random bits, so a digest suffices
// to protect it in a stolen database.

const CODES = 10;
const CODE_BYTES = 10;

const table = (trx?: Transaction) => (trx ?? BaseModel.knex())('recovery_codes');

/** Codes are copied from paper: ignore case, spaces and hyphens. */
const digestOf = (code: string) => sha256(code.replace(/[\s-]/g, '').toUpperCase());

/** Replaces an account's recovery codes. @returns the new ones, like `k2d7-x4pq-…`, readable only now */
export async function issueRecoveryCodes(trx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => {
    const groups = base32(randomBytes(CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? [];
    return groups.join('-');
  });
  await table(trx).where({ user_id: userId }).delete();
  await table(trx).insert(codes.map((code) => ({ user_id: userId, digest: digestOf(code) })));
  return codes;
}

/** Consumes a recovery code. @returns whether it was valid; of two concurrent uses one succeeds */
export async function redeemRecoveryCode(trx: Transaction, userId: string, code: string): Promise<boolean> {
  const used = await table(trx)
    .where({ user_id: userId, digest: digestOf(code) })
    .delete();
  return used === 1;
}

export async function countRecoveryCodes(userId: string, trx: Transaction): Promise<number> {
  const [row] = await table(trx).where({ user_id: userId }).count<{ count: number }[]>('* as count');
  return Number(row?.count ?? 0);
}

type Purpose = 'second-step' | 'passkey';

export const TICKET_MINUTES: Readonly<Record<Purpose, number>> = { 'second-step': 10, passkey: 5 };

export function issueTicket(purpose: Purpose, content: object): string {
  const expires = Date.now() + TICKET_MINUTES[purpose] * 60_000;
  return seal(`ticket ${purpose}`, JSON.stringify({ ...content, expires })).toString('base64url');
}

/** @returns null if the ticket is forged, expired or for another purpose */
export function readTicket<T>(purpose: Purpose, ticket: string | null): T | null {
  const sealed = Buffer.from(ticket ?? '', 'base64url');
  const text = sealed.length > 0 ? unseal(`ticket ${purpose}`, sealed) : null;
  const content = text === null ? null : JSON.parse(text);
  return content && content.expires > Date.now() ? content : null;
}

const purposeOf = (userId: string) => `totp ${userId}`;

/** Stores an unconfirmed authenticator secret; it replaces an earlier unconfirmed one. */
export async function storeTotpSecret(trx: Transaction, userId: string, secret: Buffer): Promise<void> {
  await TotpSecretModel.query(trx)
    .insert({ userId, secret: sealed(userId, secret), confirmedAt: null, lastStep: null })
    .onConflict('user_id')
    .merge();
}

const sealed = (userId: string, secret: Buffer) => seal(purposeOf(userId), secret.toString('base64'));

/** @returns null if the account has no authenticator secret, or SESSION_SECRET cannot decrypt it */
export async function readTotpSecret(userId: string, trx?: Transaction) {
  const row = await TotpSecretModel.query(trx).findById(userId);
  const text = row ? unseal(purposeOf(userId), row.secret) : null;
  return row && text !== null ? { row, secret: Buffer.from(text, 'base64') } : null;
}

/** Accepts a code once, and re-encrypts the secret. @param isSetUp false: also the first code of an unconfirmed app */
export async function redeemTotp(trx: Transaction, userId: string, code: string, isSetUp: boolean) {
  await TotpSecretModel.query(trx).findById(userId).forUpdate();
  const found = await readTotpSecret(userId, trx);
  if (!found || (isSetUp && found.row.confirmedAt === null)) return false;
  const step = matchingStep(found.secret, code.replace(/\s/g, ''));
  if (step === null || step <= (found.row.lastStep ?? -1)) return false;
  await found.row.$query(trx).patch({ lastStep: step, secret: sealed(userId, found.secret) });
  return true;
}

/** An account's second factors, besides recovery codes. */
export async function methodsOf(userId: string, trx?: Transaction): Promise<TwoFactorMethod[]> {
  const app = await TotpSecretModel.query(trx).findById(userId).whereNotNull('confirmed_at');
  const passkey = await PasskeyModel.query(trx).findOne({ user_id: userId });
  return [...(app ? (['totp'] as const) : []), ...(passkey ? (['passkey'] as const) : [])];
}

/** Updates an account's `twoFactorEnabled`; without a factor, deletes recovery codes and trusted devices. */
export async function settleFactors(trx: Transaction, userId: string): Promise<UserModel> {
  const twoFactorEnabled = (await methodsOf(userId, trx)).length > 0;
  if (!twoFactorEnabled) {
    await trx('recovery_codes').where({ user_id: userId }).delete();
    await forgetDevices(trx, userId);
  }
  return UserModel.query(trx).patchAndFetchById(userId, { twoFactorEnabled, updatedAt: new Date() });
}

/** Removes every second factor of an account. @returns the removed factors */
export async function removeFactors(trx: Transaction, userId: string) {
  const apps = await TotpSecretModel.query(trx).deleteById(userId);
  const passkeys = await PasskeyModel.query(trx).delete().where({ user_id: userId });
  await settleFactors(trx, userId);
  return { app: apps > 0, passkeys };
}

/** Requires the second factor on every device again. */
export async function forgetDevices(trx: Transaction, userId: string): Promise<void> {
  await trx('trusted_devices').where({ user_id: userId }).delete();
}

type FactorChange = Mails['second-factor'];

/** Emails the owner that a factor was added or removed, possibly by someone else. */
export function tellOfFactor(
  trx: Transaction,
  actor: Actor,
  userId: string,
  change: Omit<FactorChange, 'name'> & Partial<FactorChange>,
): Promise<void> {
  return queueMail(trx, actor, { kind: 'second-factor', to: { userId }, data: { name: null, ...change } });
}
