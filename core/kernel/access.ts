// What every operation may require of its actor.
import { type Actor, isAdmin, type User } from './actor.js';
import { forbidden, unauthorized } from './errors.js';

/** @throws DomainError unauthorized for guests; the system passes. */
export function requireSignedIn(actor: Actor): asserts actor is Exclude<Actor, { kind: 'guest' }> {
  if (actor.kind === 'guest') throw unauthorized();
}

/** @throws DomainError unauthorized for guests and forbidden for the system, which has no account. */
export function requireAccount(actor: Actor): asserts actor is User {
  requireSignedIn(actor);
  if (actor.kind !== 'user') throw forbidden('This needs an account.');
}

/** @throws DomainError unauthorized for guests, forbidden for everyone but admins and the system */
export function requireAdmin(actor: Actor): void {
  requireSignedIn(actor);
  if (!isAdmin(actor)) throw forbidden('This is for admins.');
}
