// Finds the account of a bearer token or session. API keys have a pattern that secret scanners recognise, a
// checksum that rejects mistyped ones without a query, and are stored as digests.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ApiKeyModel, type UserModel } from '../../db/models/accounts.js';
import { prepare } from '../../db/prepared.js';
import type { Account, Actor, Scope, User as UserActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { accountSuspended, unauthorized } from '../kernel/errors.js';
import { sha256 } from '../kernel/sealing.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'dir_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
export const SHOWN_KEY_LENGTH = 12;
/** Pattern for secret scanners. The last six characters are a checksum, which rules out look-alikes. */
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Six base62 digits of the CRC32 of the preceding text, left-padded (C4). */
function keyChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

export function newSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = PREFIX + random;
  return body + keyChecksum(body);
}

export function isKeySecret(text: string): boolean {
  return SHAPE.test(text) && keyChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Writes `last_used_at` at most once a minute. */
const LAST_USED_STEP_MS = 60_000;

export function isUseWorthNoting(lastUsedAt: Date | null): boolean {
  return lastUsedAt === null || Date.now() - lastUsedAt.getTime() > LAST_USED_STEP_MS;
}

export type HolderRow = Account & Pick<UserModel, 'suspendedAt' | 'suspendedUntil' | 'suspendedReason'>;
export const HOLDER_COLUMNS = `users.id, users.name, email, email_verified as "emailVerified", role,
  suspended_at as "suspendedAt", suspended_until as "suspendedUntil", suspended_reason as "suspendedReason"`;

export type Credentials = Pick<UserActor, 'account' | 'key' | 'app' | 'scopes'>;

interface KeyRow extends HolderRow {
  keyId: string;
  keyName: string | null;
  keyScopes: string[] | null;
  keyExpiresAt: Date | null;
  keyRateLimit: number | null;
  keyLastUsedAt: Date | null;
}

const keyByHash = prepare<KeyRow>(`
  select api_keys.id as "keyId", api_keys.name as "keyName", scopes as "keyScopes",
    expires_at as "keyExpiresAt", rate_limit as "keyRateLimit", last_used_at as "keyLastUsedAt", ${HOLDER_COLUMNS}
  from api_keys join users on users.id = user_id where hash = $1`);

/** The account of a key, read anew for each request. @throws DomainError unauthorized, account_suspended */
export async function authenticateKey(secret: string): Promise<Credentials> {
  const [row] = isKeySecret(secret) ? await keyByHash([sha256(secret)]) : [];
  if (!row) throw unauthorized('This API key is not known. It may have been revoked.');
  const { keyId, keyName, keyScopes, keyExpiresAt, keyRateLimit, keyLastUsedAt } = row;
  if (keyExpiresAt && keyExpiresAt <= new Date())
    throw unauthorized(`This API key expired at ${keyExpiresAt.toISOString()}. Make a new one.`);
  refuseSuspended(row);
  if (isUseWorthNoting(keyLastUsedAt))
    await ApiKeyModel.query().findById(keyId).patch({ lastUsedAt: new Date() });
  return {
    account: toAccount(row),
    key: { id: keyId, name: keyName, rateLimit: keyRateLimit },
    app: null,
    scopes: keyScopes as Scope[] | null,
  };
}

export function toAccount({ id, name, email, emailVerified, role }: Account): Account {
  return { id, name, email, emailVerified, role };
}

/** The account in a session: under REQUIRE_TWO_FACTOR, staff without a second factor get the role `user`. */
export function toSessionAccount(user: UserModel): Account {
  const account = toAccount(user);
  const isDue = config.requireTwoFactor === 'admins' && user.role !== 'user' && !user.twoFactorEnabled;
  return isDue ? { ...account, role: 'user', awaitsTwoFactor: true } : account;
}

/** The actor after sign-up or sign-in: a guest becomes the account, so that the audit log names it. */
export function actingAs(actor: Actor, row: UserModel): Actor {
  if (actor.kind !== 'guest') return actor;
  const account = toAccount(row);
  return { ...actor, kind: 'user', account, key: null, app: null, scopes: null, sessionId: null };
}

// Refuses a suspended account when it signs in and when its sessions, keys and apps are read. Writes check
// again under a lock (core/kernel/transaction.ts).

export function isSuspended({
  suspendedAt,
  suspendedUntil,
}: Pick<UserModel, 'suspendedAt' | 'suspendedUntil'>): boolean {
  return suspendedAt !== null && (suspendedUntil === null || suspendedUntil > new Date());
}

/** @throws DomainError account_suspended */
export function refuseSuspended(row: Pick<UserModel, 'suspendedAt' | 'suspendedUntil' | 'suspendedReason'>) {
  if (isSuspended(row)) throw accountSuspended(row.suspendedUntil, row.suspendedReason);
}
