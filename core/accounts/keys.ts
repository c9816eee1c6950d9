// API keys and their terms: scopes, expiry, rate limit. A key cannot create one with more rights than it has.
import type { Transaction } from 'objection';
import { ApiKeyModel, UserModel } from '../../db/models/accounts.js';
import * as actors from '../kernel/actor.js';
import { type AuditedChange, recordChange, recordChanges } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { DomainError, fieldError, insufficientScope, notFound, say } from '../kernel/errors.js';
import { newestFirst, oneOf, presentEach } from '../kernel/lists.js';
import { Reason } from '../kernel/schema.js';
import { sha256 } from '../kernel/sealing.js';
import { inTransaction } from '../kernel/transaction.js';
import { queueMail } from '../mail/outbox.js';
import { isKeySecret, newSecret, SHOWN_KEY_LENGTH } from './credentials.js';
import { DEFAULT_OVERLAP_S, KeyRotation, LeakedKey, NewKey, presentApiKey } from './key-schema.js';
import { requireFreshIdentity } from './reauthentication.js';

interface KeyTerms extends Pick<ApiKeyModel, 'expiresAt' | 'rateLimit'> {
  scopes: actors.Scope[] | null;
}

/** The terms of a new key. Those not requested are unlimited, or copied from the key that makes the request.
 * @param role of the account that gets the key @throws DomainError insufficient_scope */
async function settleTerms(
  trx: Transaction,
  actor: actors.Actor,
  role: actors.Role,
  { scopes, expiresAt, rateLimit }: Partial<KeyTerms>,
): Promise<KeyTerms> {
  const maker = await termsOf(trx, actor);
  if (scopes?.includes('admin:*') && role === 'user')
    throw fieldError('scopes', '"admin:*" is for accounts of moderators and admins.');
  if (expiresAt && expiresAt <= new Date()) throw fieldError('expires_at', say('invalid.future'));
  if (scopes) requireAll(maker.scopes, scopes);
  if (expiresAt && maker.expiresAt && expiresAt > maker.expiresAt) {
    throw fieldError(
      'expires_at',
      `"expires_at" must not be after that of your key, ${maker.expiresAt.toISOString()}.`,
    );
  }
  if (rateLimit && maker.rateLimit && rateLimit > maker.rateLimit)
    throw fieldError('rate_limit', `"rate_limit" must not exceed that of your key, ${maker.rateLimit}.`);
  return {
    scopes: scopes ? actors.SCOPES.filter((scope) => scopes.includes(scope)) : maker.scopes,
    expiresAt: expiresAt ?? maker.expiresAt,
    rateLimit: rateLimit ?? maker.rateLimit,
  };
}

/** The terms of a replacement key: same rights and lifetime. @param wanted another expiry */
async function renewTerms(
  trx: Transaction,
  actor: actors.Actor,
  role: actors.Role,
  { old, wanted }: { old: ApiKeyModel; wanted: Date | null },
): Promise<KeyTerms> {
  const maker = await termsOf(trx, actor);
  // The caller gets the new secret, so a key must not rotate one with more rights than it has.
  const scopes = old.scopes as actors.Scope[] | null;
  requireAll(maker.scopes, scopes ?? actors.SCOPES);
  const lifetime = old.expiresAt && new Date(Date.now() + old.expiresAt.getTime() - old.createdAt.getTime());
  const ends = [lifetime, maker.expiresAt].filter((end) => end !== null);
  const expiresAt = wanted ?? ends.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
  const rateLimit =
    old.rateLimit && maker.rateLimit ? Math.min(old.rateLimit, maker.rateLimit) : old.rateLimit;
  return settleTerms(trx, actor, role, { scopes, expiresAt, rateLimit });
}

function requireAll(granted: readonly actors.Scope[] | null, wanted: readonly actors.Scope[]): void {
  const missing = wanted.find((scope) => !actors.includesScope(granted, scope));
  if (missing) throw insufficientScope(missing);
}

async function termsOf(trx: Transaction, actor: actors.Actor): Promise<KeyTerms> {
  const row = actor.kind === 'user' && actor.key ? await ApiKeyModel.query(trx).findById(actor.key.id) : null;
  const scopes = actor.kind === 'user' ? actor.scopes : null;
  return {
    scopes: scopes && [...scopes],
    expiresAt: row?.expiresAt ?? null,
    rateLimit: row?.rateLimit ?? null,
  };
}

/** Live keys an account may have at once (C4). */
const MAX_KEYS = 50;
/** Creates a key for the caller's account; only this response has the secret. @throws DomainError key_limit,
 * insufficient_scope (exceeds the caller's key), confirmation_required (staff) */
export async function mintKey(actor: actors.Actor, input: unknown) {
  actors.requireAccount(actor, 'keys');
  const wanted = check(NewKey, input);
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) => ({
    api_key: await insertKey(trx, actor, actor.account.id, wanted),
  }));
}

/** Inserts a key with the requested terms. @throws DomainError as mintKey, and not_found */
export async function insertKey(
  trx: Transaction,
  actor: actors.Actor,
  userId: string,
  { name = null, scopes, expires_at: end, rate_limit: rateLimit }: NewKey,
) {
  const owner = await lockKeyOwner(trx, userId);
  const expiresAt = end ? new Date(end) : null;
  const terms = await settleTerms(trx, actor, owner.role, { scopes, expiresAt, rateLimit });
  return storeKey(trx, actor, owner, { name, ...terms });
}

/** Locks the account, so that concurrent requests cannot exceed the limit. @throws DomainError not_found */
async function lockKeyOwner(trx: Transaction, userId: string): Promise<UserModel> {
  const owner = await UserModel.query(trx).findById(userId).forNoKeyUpdate();
  if (!owner) throw notFound('user');
  return owner;
}

async function storeKey(
  trx: Transaction,
  actor: actors.Actor,
  owner: UserModel,
  columns: KeyTerms & { name: string | null },
) {
  if (owner.role !== 'user' && actor.kind === 'user' && actor.sessionId !== null) {
    // Staff must confirm their identity: a key outlives the session and has the same rights.
    actors.refuseAwaitingTwoFactor(actor);
    await requireFreshIdentity(actor, trx);
  }
  if ((await liveKeys(trx).where('user_id', owner.id).resultSize()) >= MAX_KEYS)
    throw new DomainError('key_limit', say('error.key-limit', { most: MAX_KEYS }));
  const secret = newSecret();
  const row = await ApiKeyModel.query(trx)
    .insert({
      userId: owner.id,
      prefix: secret.slice(0, SHOWN_KEY_LENGTH),
      hash: sha256(secret),
      ...columns,
    })
    .returning('*');
  const { id, name, prefix, created_at, last_used_at: _, ...terms } = presentApiKey(row);
  await recordChange(trx, actor, {
    action: 'key.create',
    subject: { type: 'key', id, label: prefix },
    after: { name, prefix, user: owner.email, ...terms },
  });
  return { id, name, prefix, key: secret, created_at, ...terms };
}

export const liveKeys = (trx?: Transaction) =>
  ApiKeyModel.query(trx).where((rows) => rows.whereNull('expires_at').orWhere('expires_at', '>', new Date()));

/** Replaces one of the caller's keys with the same terms; the old one stays valid for a while.
 * @throws DomainError not_found (also expired), key_limit, insufficient_scope */
export async function rotateKey(actor: actors.Actor, id: string, input: unknown = {}) {
  actors.requireAccount(actor, 'keys');
  const userId = actor.account.id;
  const { overlap_seconds: overlap = DEFAULT_OVERLAP_S, expires_at: end } = check(KeyRotation, input);
  if (!isUuid(id)) throw notFound('API key');
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    const owner = await lockKeyOwner(trx, userId);
    const old = await liveKeys(trx).findOne({ id, user_id: userId });
    if (!old) throw notFound('API key');
    const terms = await renewTerms(trx, actor, owner.role, { old, wanted: end ? new Date(end) : null });
    const lastMoment = new Date(Date.now() + overlap * 1000);
    const isEarlier = old.expiresAt === null || lastMoment < old.expiresAt;
    const row = isEarlier ? await old.$query(trx).patchAndFetch({ expiresAt: lastMoment }) : old;
    const minted = await storeKey(trx, actor, owner, { name: old.name, ...terms });
    const replaced = presentApiKey(row);
    await recordChange(trx, actor, {
      action: 'key.rotate',
      subject: { type: 'key', id: old.id, label: old.prefix },
      after: { user: owner.email, replaced_by: minted.prefix, expires_at: replaced.expires_at ?? null },
    });
    return { api_key: minted, replaced };
  });
}

/** The caller's keys, newest first, without secrets. */
export async function listKeys(actor: actors.Actor) {
  actors.requireAccount(actor, 'keys');
  const rows = await newestFirst(ApiKeyModel.query().where('user_id', actor.account.id));
  return { api_keys: presentEach(rows, presentApiKey) };
}

/** Revokes one of the caller's keys at once. @throws DomainError not_found (also for another's key) */
export async function revokeKey(actor: actors.Actor, id: string) {
  actors.requireAccount(actor, 'keys');
  return removeKey(actor, { id, user_id: actor.account.id }, null);
}

export async function removeKeys(
  trx: Transaction,
  actor: actors.Actor,
  owner: { id: string; email: string },
) {
  const rows = await ApiKeyModel.query(trx).delete().where({ user_id: owner.id }).returning('*');
  const entries = rows.map((row) => revocationOf(row, owner.email, null));
  await recordChanges(trx, actor, entries);
}

/** Revokes a key of any account. @param input `{reason?}` @throws DomainError not_found */
export async function revokeAnyKey(actor: actors.Actor, id: string, input: unknown = {}) {
  actors.requireAdmin(actor);
  return removeKey(actor, { id }, check(Reason, input).reason ?? null);
}

function removeKey(actor: actors.Actor, which: { id: string; user_id?: string }, reason: string | null) {
  return inTransaction(actor, async (trx) => {
    const row = await oneOf(
      ApiKeyModel.query(trx).where(which).withGraphFetched('user'),
      which.id,
      'API key',
    );
    if ((await row.$query(trx).delete()) === 0) throw notFound('API key');
    await recordChange(trx, actor, revocationOf(row, row.user?.email ?? '', reason));
    return { revoked: true, id: row.id };
  });
}

function revocationOf(
  { id, name, prefix }: ApiKeyModel,
  user: string,
  reason: AuditedChange['reason'],
): AuditedChange {
  return {
    action: 'key.revoke',
    subject: { type: 'key', id, label: prefix },
    before: { name, prefix, user },
    reason,
  };
}

/** Revokes a key found in public and notifies its owner. Needs no account; the response reveals nothing. */
export async function revokeLeakedKey({ door, requestId, client }: actors.Actor, input: unknown) {
  const secret = check(LeakedKey, input).key.trim();
  if (!isKeySecret(secret)) return { received: true };
  const reporter = actors.guest(door, requestId, client);
  await inTransaction(reporter, async (trx) => {
    const row = await ApiKeyModel.query(trx)
      .findOne({ hash: sha256(secret) })
      .withGraphFetched('user');
    if (!row?.user || (await row.$query(trx).delete()) === 0) return;
    await recordChange(trx, reporter, revocationOf(row, row.user.email, say('audit-reason.leaked')));
    await queueMail(trx, reporter, {
      kind: 'key-leaked',
      to: { userId: row.userId },
      data: { name: row.name, prefix: row.prefix },
    });
  });
  return { received: true };
}
