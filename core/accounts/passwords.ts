// Passwords: argon2id with OWASP's parameters (Password Storage Cheat Sheet: 19 MiB, 2 rounds, 1 lane).
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../kernel/concurrency.js';

const PARAMETERS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Hashing occupies a core for tens of milliseconds: run two at a time, queue up to 64. */
const limited = limitConcurrency({
  atATime: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 64,
});

/** Hashes the NFC form: keyboards encode a letter in several ways. @throws DomainError unavailable (queue full) */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password.normalize('NFC'), PARAMETERS));
}

/** Columns of a new password, which also cancels a pending change of email. */
export const withPassword = (passwordHash: string) => ({
  passwordHash,
  pendingEmail: null,
  pendingEmailAt: null,
  updatedAt: new Date(),
});

let decoy: Promise<string> | null = null;

/** Compares a password with a hash; a null hash takes the same time. `outdated`: the hash is not of the NFC form.
 * @throws DomainError unavailable (queue full) */
export async function verifyPassword(passwordHash: string | null, password: string) {
  decoy ??= hash(randomBytes(16).toString('base64'), PARAMETERS);
  const compared = passwordHash ?? (await decoy);
  const forms = new Set([password.normalize('NFC'), password, password.normalize('NFKC')]);
  for (const [n, form] of [...forms].entries()) {
    const matches = await limited(() => verify(compared, form));
    if (matches && passwordHash !== null) return n === 0 ? 'current' : 'outdated';
  }
  return null;
}
