// The terms of a new key: scopes, expiry, rate limit. A key cannot create one with more rights than its own.
import type { Transaction } from 'objection';
import { ApiKeyModel } from '../../db/models/accounts.js';
import { type Actor, includesScope, type Role, SCOPES, type Scope } from '../kernel/actor.js';
import { fieldError, insufficientScope, say } from '../kernel/errors.js';

export interface KeyTerms extends Pick<ApiKeyModel, 'expiresAt' | 'rateLimit'> {
  scopes: Scope[] | null;
}

type Wanted = Partial<KeyTerms>;

/**
 * The terms of a requested key; whatever was not requested is unlimited, or as in the key that makes the request.
 * @param role of the account that gets the key
 * @throws DomainError insufficient_scope
 */
export async function settleTerms(
  trx: Transaction,
  actor: Actor,
  role: Role,
  { scopes, expiresAt, rateLimit }: Wanted,
): Promise<KeyTerms> {
  const maker = await termsOf(trx, actor);
  if (scopes?.includes('admin:*') && role === 'user') {
    throw fieldError('scopes', '"admin:*" is for accounts of moderators and admins.');
  }
  if (expiresAt && expiresAt <= new Date()) {
    throw fieldError('expires_at', say('invalid.future'));
  }
  if (scopes) requireAll(maker.scopes, scopes);
  if (expiresAt && maker.expiresAt && expiresAt > maker.expiresAt) {
    throw fieldError(
      'expires_at',
      `"expires_at" must not be after that of your key, ${maker.expiresAt.toISOString()}.`,
    );
  }
  if (rateLimit && maker.rateLimit && rateLimit > maker.rateLimit) {
    throw fieldError('rate_limit', `"rate_limit" must not exceed that of your key, ${maker.rateLimit}.`);
  }
  return {
    scopes: scopes ? SCOPES.filter((scope) => scopes.includes(scope)) : maker.scopes,
    expiresAt: expiresAt ?? maker.expiresAt,
    rateLimit: rateLimit ?? maker.rateLimit,
  };
}

/** The terms of the key that replaces another: the same, for as long. @param wanted another expiry instead */
export async function renewTerms(
  trx: Transaction,
  actor: Actor,
  role: Role,
  { old, wanted }: { old: ApiKeyModel; wanted: Date | null },
): Promise<KeyTerms> {
  const maker = await termsOf(trx, actor);
  // A key must not rotate one with more rights than its own: it would get the new secret.
  const scopes = old.scopes as Scope[] | null;
  requireAll(maker.scopes, scopes ?? SCOPES);
  const lifetime = old.expiresAt && new Date(Date.now() + old.expiresAt.getTime() - old.createdAt.getTime());
  const expiresAt = wanted ?? earlier(lifetime, maker.expiresAt);
  const rateLimit =
    old.rateLimit && maker.rateLimit ? Math.min(old.rateLimit, maker.rateLimit) : old.rateLimit;
  return settleTerms(trx, actor, role, { scopes, expiresAt, rateLimit });
}

function requireAll(granted: readonly Scope[] | null, wanted: readonly Scope[]): void {
  const missing = wanted.find((scope) => !includesScope(granted, scope));
  if (missing) throw insufficientScope(missing);
}

async function termsOf(trx: Transaction, actor: Actor): Promise<KeyTerms> {
  const row = actor.kind === 'user' && actor.key ? await ApiKeyModel.query(trx).findById(actor.key.id) : null;
  const scopes = actor.kind === 'user' ? actor.scopes : null;
  return {
    scopes: scopes && [...scopes],
    expiresAt: row?.expiresAt ?? null,
    rateLimit: row?.rateLimit ?? null,
  };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
