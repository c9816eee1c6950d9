// The visit of a page: who visits, what its address names, where it leads to.
import type { Account, User } from '../../../core/kernel/actor.js';
import { type DomainError, say, unauthorized } from '../../../core/kernel/errors.js';
import type { Exchange } from '../../http/exchange.js';

/** The values of the path, by the names that most pages have for them. */
export const idOf = ({ req }: Exchange) => String(req.params.id);
export const slugOf = ({ req }: Exchange) => String(req.params.slug);

/** The account of a signed-in visitor, or null. */
export function accountOf({ actor }: Exchange): Account | null {
  return actor.kind === 'user' ? actor.account : null;
}

/** The signed-in visitor of a page for members. */
export function memberOf({ actor }: Exchange): User {
  if (actor.kind !== 'user') throw new Error('This page is not in the table as one for members.');
  return actor;
}

/** Thrown for a form whose session has ended: its input is held until the user signs in. */
export function signedOut(): DomainError {
  return unauthorized(say('error.signed-out-form'));
}

/** A path on this site to redirect to, or the fallback; never another site (browsers read // and /\ as a host). */
export function safeNext(next: unknown, fallback: string): string {
  const isPath = typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next) && next.length <= 2000;
  return isPath ? next : fallback;
}
