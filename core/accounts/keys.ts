// API keys: the secret is shown once and stored as a digest; its checksum rejects typos without a query.
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Transaction } from 'objection';
import { ApiKeyModel } from '../../db/models/api-key.js';
import { UserModel } from '../../db/models/user.js';
import { prepare } from '../../db/prepared.js';
import { requireAccount } from '../kernel/access.js';
import type { Actor, User as UserActor } from '../kernel/actor.js';
import { type AuditedChange, recordChange, recordChanges } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { DomainError, notFound, unauthorized } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { presentApiKey, refuseSuspended } from './present.js';
import { type ApiKey, type MintedKey, NewKey } from './schema.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'dir_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** Length of the prefix that lists show. */
export const SHOWN_KEY_LENGTH = 12;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Live keys an account may have at once (C4). */
export const MAX_KEYS = 50;
/** Precision of `last_used_at`: at most one write a minute, not one a request. */
const LAST_USED_STEP_MS = 60_000;

/** Six base62 digits of CRC32 over what precedes, left-padded (C4). */
export function keyChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

function newSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = PREFIX + random;
  return body + keyChecksum(body);
}

/** The stored digest of a secret. */
export function keyDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Mints a key for the caller's account.
 * @returns the record with the secret in `key`, shown this once
 * @throws DomainError unauthorized, validation_error, key_limit
 */
export async function mintKey(actor: Actor, input: unknown): Promise<{ api_key: MintedKey }> {
  requireAccount(actor);
  const { name = null } = check(NewKey, input);
  return inTransaction(
    actor,
    async (trx) => ({ api_key: await insertKey(trx, actor, actor.account.id, name) }),
    { changesOwnAccount: true },
  );
}

/** Inserts a key; locks the account, so that concurrent requests cannot exceed the limit. */
export async function insertKey(
  trx: Transaction,
  actor: Actor,
  userId: string,
  name: string | null,
): Promise<MintedKey> {
  const owner = await UserModel.query(trx).findById(userId).forNoKeyUpdate();
  if (!owner) throw notFound('user');
  if ((await ApiKeyModel.query(trx).where({ user_id: userId }).resultSize()) >= MAX_KEYS) {
    throw new DomainError(
      'key_limit',
      `An account has at most ${MAX_KEYS} keys. Revoke one you no longer use.`,
    );
  }
  const secret = newSecret();
  const row = await ApiKeyModel.query(trx)
    .insert({ userId, name, prefix: secret.slice(0, SHOWN_KEY_LENGTH), hash: keyDigest(secret) })
    .returning('*');
  await recordChange(trx, actor, {
    action: 'key.create',
    subject: { type: 'key', id: row.id, label: row.prefix },
    after: { name: row.name, prefix: row.prefix, user: owner.email },
  });
  const { id, prefix, created_at } = presentApiKey(row);
  return { id, name: row.name, prefix, key: secret, created_at };
}

/** The caller's keys, newest first, without secrets. @throws DomainError unauthorized */
export async function listKeys(actor: Actor): Promise<{ api_keys: ApiKey[] }> {
  requireAccount(actor);
  return keysOf(actor.account.id);
}

/** The keys of an account, newest first, without secrets. */
export async function keysOf(userId: string): Promise<{ api_keys: ApiKey[] }> {
  const rows = await ApiKeyModel.query()
    .where('user_id', userId)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  return { api_keys: rows.map(presentApiKey) };
}

/** Revokes one of the caller's keys at once. @throws DomainError unauthorized, not_found (also for another's) */
export async function revokeKey(actor: Actor, id: string): Promise<{ revoked: true; id: string }> {
  requireAccount(actor);
  return removeKey(actor, { id, owner: actor.account, reason: null });
}

/** Revokes every key of an account, in the caller's transaction. */
export async function removeKeys(
  trx: Transaction,
  actor: Actor,
  owner: { id: string; email: string },
): Promise<void> {
  const rows = await ApiKeyModel.query(trx).delete().where({ user_id: owner.id }).returning('*');
  await recordChanges(
    trx,
    actor,
    rows.map((row) => revocationOf(row, owner.email, null)),
  );
}

/** Revokes a key of the account given. @throws DomainError not_found */
export async function removeKey(
  actor: Actor,
  { id, owner, reason }: { id: string; owner: { id: string; email: string }; reason: string | null },
): Promise<{ revoked: true; id: string }> {
  if (!isUuid(id)) throw notFound('API key');
  return inTransaction(actor, async (trx) => {
    const [row] = await ApiKeyModel.query(trx).delete().where({ id, user_id: owner.id }).returning('*');
    if (!row) throw notFound('API key');
    await recordChange(trx, actor, revocationOf(row, owner.email, reason));
    return { revoked: true, id: row.id };
  });
}

function revocationOf({ id, name, prefix }: ApiKeyModel, user: string, reason: string | null): AuditedChange {
  return {
    action: 'key.revoke',
    subject: { type: 'key', id, label: prefix },
    before: { name, prefix, user },
    reason,
  };
}

const keyByHash = prepare<
  UserActor['account'] &
    Pick<UserModel, 'suspendedAt' | 'suspendedUntil' | 'suspendedReason'> & {
      keyId: string;
      keyName: string | null;
      lastUsedAt: Date | null;
    }
>(
  `select users.id, users.name, email, email_verified as "emailVerified", role,
     api_keys.id as "keyId", api_keys.name as "keyName", last_used_at as "lastUsedAt",
     suspended_at as "suspendedAt", suspended_until as "suspendedUntil", suspended_reason as "suspendedReason"
   from api_keys join users on users.id = user_id where hash = $1`,
);

/**
 * The account of a bearer secret; role and revocation are read on every call.
 * @throws DomainError unauthorized for a malformed, unknown or revoked key
 */
export async function authenticateKey(secret: string): Promise<Pick<UserActor, 'account' | 'key'>> {
  const isWellFormed =
    SHAPE.test(secret) && keyChecksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH);
  const [row] = isWellFormed ? await keyByHash([keyDigest(secret)]) : [];
  if (!row) throw unauthorized('This API key is not known. It may have been revoked.');
  refuseSuspended(row);
  const isStale = row.lastUsedAt === null || Date.now() - row.lastUsedAt.getTime() > LAST_USED_STEP_MS;
  if (isStale) await ApiKeyModel.query().findById(row.keyId).patch({ lastUsedAt: new Date() });
  return { account: toAccount(row), key: { id: row.keyId, name: row.keyName } };
}

/** The account, as far as rules need it. */
export function toAccount({
  id,
  name,
  email,
  emailVerified,
  role,
}: UserActor['account']): UserActor['account'] {
  return { id, name, email, emailVerified, role };
}
