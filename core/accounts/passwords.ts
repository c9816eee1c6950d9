// Passwords: argon2id at OWASP's parameters (Password Storage Cheat Sheet: 19 MiB, 2 rounds, 1 lane).
import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';

const PARAMETERS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | null = null;

/**
 * Whether a password belongs to a hash. Without a hash (no such account) it compares with a decoy, so that
 * the answer takes the same time.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('base64'));
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== null;
}
