// The account behind a bearer secret: what the key allows, until when, and when it was last used.
import { ApiKeyModel } from '../../db/models/api-key.js';
import type { UserModel } from '../../db/models/user.js';
import { type Prepared, prepare } from '../../db/prepared.js';
import type { User as UserActor } from '../kernel/actor.js';
import { unauthorized } from '../kernel/errors.js';
import type { Scope } from '../kernel/scopes.js';
import { isKeySecret, keyDigest } from './key-secrets.js';
import { refuseSuspended } from './suspended.js';

/** Precision of `last_used_at`: at most one write a minute, not one a request. */
const LAST_USED_STEP_MS = 60_000;

/** Whether `last_used_at` of a key or app is due for a write. */
export function isUseWorthNoting(lastUsedAt: Date | null): boolean {
  return lastUsedAt === null || Date.now() - lastUsedAt.getTime() > LAST_USED_STEP_MS;
}

/** The account that a secret belongs to, and whether it is suspended. */
export type HolderRow = UserActor['account'] &
  Pick<UserModel, 'suspendedAt' | 'suspendedUntil' | 'suspendedReason'>;
export const HOLDER_COLUMNS = `users.id, users.name, email, email_verified as "emailVerified", role,
  suspended_at as "suspendedAt", suspended_until as "suspendedUntil", suspended_reason as "suspendedReason"`;

/** A key with the account it belongs to. */
interface KeyRow extends Pick<HolderRow, 'email' | 'emailVerified' | 'role'> {
  keyId: string;
  keyName: string | null;
  keyScopes: string[] | null;
  keyExpiresAt: Date | null;
  keyRateLimit: number | null;
  keyLastUsedAt: Date | null;
  holderId: string;
  holderName: string;
  holderSuspendedAt: Date | null;
  holderSuspendedUntil: Date | null;
  holderSuspendedReason: string | null;
}

const KEY_BY_HASH = `select api_keys.id as "keyId", api_keys.name as "keyName", scopes as "keyScopes",
    expires_at as "keyExpiresAt", rate_limit as "keyRateLimit", last_used_at as "keyLastUsedAt",
    users.id as "holderId", users.name as "holderName", email, email_verified as "emailVerified", role,
    suspended_at as "holderSuspendedAt", suspended_until as "holderSuspendedUntil",
    suspended_reason as "holderSuspendedReason"
  from api_keys join users on users.id = user_id where hash = $1`;

const keyByHash = prepare<KeyRow>(KEY_BY_HASH);

/** Something that is read in the statement that looks up the key; what it reads is null where there is none. */
export interface ReadWithKey {
  readonly statement: Prepared<KeyRow>;
  readonly values: readonly unknown[];
}

/** @param read the select of at most one row. @param first the name of its first parameter */
export function prepareWithKey(read: (first: string) => string): ReadWithKey['statement'] {
  return prepare<KeyRow>(
    `select key.*, found.* from (${KEY_BY_HASH}) as key left join lateral (${read('$2')}) as found on true`,
  );
}

/**
 * The account of a bearer secret and what the key allows; role and revocation are read on every call.
 * @returns also the row, with what was read with the key
 * @throws DomainError unauthorized for a malformed, unknown, revoked or expired key; account_suspended
 */
export async function authenticateKey(
  secret: string,
  also: ReadWithKey | null = null,
): Promise<{ identity: Pick<UserActor, 'account' | 'key' | 'app' | 'scopes'>; row: object }> {
  const { statement, values } = also ?? { statement: keyByHash, values: [] };
  const [row] = isKeySecret(secret) ? await statement([keyDigest(secret), ...values]) : [];
  if (!row) throw unauthorized('This API key is not known. It may have been revoked.');
  const { keyId, keyName, keyScopes, keyExpiresAt, keyRateLimit, keyLastUsedAt } = row;
  if (keyExpiresAt && keyExpiresAt <= new Date()) {
    throw unauthorized(`This API key expired at ${keyExpiresAt.toISOString()}. Make a new one.`);
  }
  const { holderId, holderName, email, emailVerified, role } = row;
  refuseSuspended({
    suspendedAt: row.holderSuspendedAt,
    suspendedUntil: row.holderSuspendedUntil,
    suspendedReason: row.holderSuspendedReason,
  });
  if (isUseWorthNoting(keyLastUsedAt))
    await ApiKeyModel.query().findById(keyId).patch({ lastUsedAt: new Date() });
  return {
    identity: {
      account: { id: holderId, name: holderName, email, emailVerified, role },
      key: { id: keyId, name: keyName, rateLimit: keyRateLimit },
      app: null,
      scopes: keyScopes as Scope[] | null,
    },
    row,
  };
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
