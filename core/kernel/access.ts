// The authorization checks that every operation can require of its actor.
import { type Actor, hasScope, type User } from './actor.js';
import { DomainError, forbidden, insufficientScope, say, unauthorized } from './errors.js';
import type { Scope } from './scopes.js';

/** @throws DomainError unauthorized for guests, insufficient_scope for a key without it; the system always passes. */
export function requireSignedIn(
  actor: Actor,
  scope: Scope,
): asserts actor is Exclude<Actor, { kind: 'guest' }> {
  if (actor.kind === 'guest') throw unauthorized();
  if (!hasScope(actor, scope)) throw insufficientScope(scope);
}

/** @throws DomainError as requireSignedIn, and forbidden for the system, which has no account. */
export function requireAccount(actor: Actor, scope: Scope): asserts actor is User {
  requireSignedIn(actor, scope);
  if (actor.kind !== 'user') throw forbidden(say('error.needs-account'));
}

/**
 * @throws DomainError unauthorized for guests, forbidden for everyone but admins and the system, insufficient_scope,
 *   two_factor_required
 */
export function requireAdmin(actor: Actor): void {
  if (actor.kind === 'guest') throw unauthorized();
  if (actor.kind === 'user') refuseAwaitingTwoFactor(actor);
  if (actor.kind === 'user' && actor.account.role !== 'admin') throw forbidden(say('error.for-admins'));
  requireSignedIn(actor, 'admin:*');
}

/** @throws DomainError two_factor_required for an admin who must set up a second factor first */
export function refuseAwaitingTwoFactor({ account }: User): void {
  if (account.awaitsTwoFactor) throw new DomainError('two_factor_required', say('error.two-factor-required'));
}
