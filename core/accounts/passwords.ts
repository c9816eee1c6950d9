// Passwords: argon2id at OWASP's parameters (Password Storage Cheat Sheet: 19 MiB, 2 rounds, 1 lane).
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

/** Hashing occupies a core for tens of milliseconds: two at a time leave one for the rest; 64 more can queue. */
const limited = limitConcurrency({
  atATime: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 64,
});

/** The hash of a password in NFC: keyboards type one letter in several ways. @throws DomainError unavailable (a full queue) */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password.normalize('NFC'), PARAMETERS));
}

/** The columns of a new password. They also cancel a pending change of email. */
export const withPassword = (passwordHash: string) => ({
  passwordHash,
  pendingEmail: null,
  pendingEmailAt: null,
  updatedAt: new Date(),
});

let decoy: Promise<string> | null = null;

/**
 * Compares a password; takes the same time without a hash.
 * @returns `outdated`: the stored hash is not of the NFC form and should be replaced
 * @throws DomainError unavailable (a full queue)
 */
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
