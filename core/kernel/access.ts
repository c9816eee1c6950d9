// Authorization checks of operations.
import { type Actor, hasScope, ROLES, type Role, type Scope, type User } from './actor.js';
import { DomainError, forbidden, insufficientScope, say, unauthorized } from './errors.js';

/** @throws DomainError unauthorized for guests, insufficient_scope; the system always passes */
export function requireSignedIn(
  actor: Actor,
  scope: Scope,
): asserts actor is Exclude<Actor, { kind: 'guest' }> {
  if (actor.kind === 'guest') throw unauthorized();
  if (!hasScope(actor, scope)) throw insufficientScope(scope);
}

/** @throws DomainError as requireSignedIn, and forbidden for the system, which has no account */
export function requireAccount(actor: Actor, scope: Scope): asserts actor is User {
  requireSignedIn(actor, scope);
  if (actor.kind !== 'user') throw forbidden(say('error.needs-account'));
}

/** The roles with each right, at every door. `user` is the role of ordinary accounts. */
export const RIGHTS = {
  /** Cases, reports, appeals, saved reasons, and the overview. */
  desk: ['moderator', 'admin'],
  /** Any listing: find, edit, feature, archive, reject, restore, transfer, delete; claims and takedowns. */
  listings: ['moderator', 'admin'],
  /** Accounts: read and suspend. */
  people: ['moderator', 'admin'],
  /** Staff: suspend their accounts, delete or transfer their listings. */
  colleagues: ['admin'],
  /** Growth, views and searches of the directory. */
  stats: ['moderator', 'admin'],
  /** Everything else: settings, roles, keys, the policy, jobs, the audit log. */
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

const roleHas = (role: Role, right: Right) => (RIGHTS[right] as readonly Role[]).includes(role);

/** Whether the actor has a right: its role has it and its key is not restricted. The system has all. */
export function may(actor: Actor, right: Right): boolean {
  if (actor.kind !== 'user') return actor.kind === 'system';
  return roleHas(actor.account.role, right) && hasScope(actor, 'admin:*');
}

/** Roles with every right of the actor: a change confirms that a demoted actor still has one of them. */
export function rolesAsGoodAs(actor: Actor): readonly Role[] {
  const rights = (Object.keys(RIGHTS) as Right[]).filter((right) => may(actor, right));
  return ROLES.filter((role) => rights.every((right) => roleHas(role, right)));
}

/** @throws DomainError unauthorized for guests, forbidden, insufficient_scope, two_factor_required */
export function requireRight(actor: Actor, right: Right): void {
  if (actor.kind === 'guest') throw unauthorized();
  if (actor.kind === 'user') refuseAwaitingTwoFactor(actor);
  if (actor.kind === 'user' && !roleHas(actor.account.role, right)) {
    throw forbidden(say(roleHas('moderator', right) ? 'error.for-staff' : 'error.for-admins'));
  }
  requireSignedIn(actor, 'admin:*');
}

/** @throws DomainError as requireRight */
export function requireAdmin(actor: Actor): void {
  requireRight(actor, 'admin');
}

/** @throws DomainError two_factor_required for staff who must set up a second factor first */
export function refuseAwaitingTwoFactor({ account }: User): void {
  if (account.awaitsTwoFactor) throw new DomainError('two_factor_required', say('error.two-factor-required'));
}
