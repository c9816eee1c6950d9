// Time-based one-time passwords (RFC 6238) as every authenticator app knows them: SHA-1, six digits, 30 seconds.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Transaction } from 'objection';
import { BaseModel } from '../../../db/models/base.js';

const PERIOD_S = 30;
const DIGITS = 6;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648): easy to type, in any case. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The address in a QR code that an authenticator app scans. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  // Not URLSearchParams: apps read a plus as a plus.
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&digits=${DIGITS}&period=${PERIOD_S}`;
}

/** The number of the time step at an instant in milliseconds. */
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

/**
 * The time step that a code belongs to: the current one, or one before or after it, as clocks differ. Takes the same
 * time whichever it is.
 * @returns null for a wrong code
 */
export function matchingStep(secret: Buffer, code: string, now: number = Date.now()): number | null {
  const given = Buffer.from(code);
  const current = stepAt(now);
  const matching = [current - 1, current, current + 1].filter((step) => {
    const right = Buffer.from(codeAt(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return matching.at(-1) ?? null;
}

// Recovery codes: each signs in once where the other factor is lost. Of 80 random bits, so a digest is enough to
// protect them in a copy of the database.

const CODES = 10;
const CODE_BYTES = 10;

const table = (trx?: Transaction) => (trx ?? BaseModel.knex())('recovery_codes');

/** Codes are read from paper: case, spaces and hyphens do not matter. */
const digestOf = (code: string) =>
  createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest();

/** Replaces the codes of an account. @returns the new ones, like `k2d7-x4pq-…`, readable only now */
export async function issueRecoveryCodes(trx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => {
    const groups = base32(randomBytes(CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? [];
    return groups.join('-');
  });
  await table(trx).where({ user_id: userId }).delete();
  await table(trx).insert(codes.map((code) => ({ user_id: userId, digest: digestOf(code) })));
  return codes;
}

/** Uses a code up. @returns whether it was valid; of two concurrent uses one is */
export async function redeemRecoveryCode(trx: Transaction, userId: string, code: string): Promise<boolean> {
  const used = await table(trx)
    .where({ user_id: userId, digest: digestOf(code) })
    .delete();
  return used === 1;
}

/** How many codes an account has left. */
export async function countRecoveryCodes(userId: string, trx: Transaction): Promise<number> {
  const [row] = await table(trx).where({ user_id: userId }).count<{ count: number }[]>('* as count');
  return Number(row?.count ?? 0);
}
