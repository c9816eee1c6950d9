// Recovery codes: each signs in once where the other factor is lost. Of 80 random bits, so a digest is enough to
// protect them in a copy of the database.
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'objection';
import { BaseModel } from '../../db/models/base.js';
import { base32 } from './totp.js';

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
export async function countRecoveryCodes(userId: string, trx?: Transaction): Promise<number> {
  const [row] = await table(trx).where({ user_id: userId }).count<{ count: number }[]>('* as count');
  return Number(row?.count ?? 0);
}
