import type { Transaction } from 'objection';
import { DomainError, forbidden, insufficientScope, type Reader, say, unauthorized } from './errors.js';

// Scopes limit what a bearer token (API key or app token) may do on behalf of its account.
export const SCOPES = ['listings:read', 'listings:write', 'keys', 'webhooks', 'account', 'admin:*'] as const;
export type Scope = (typeof SCOPES)[number];

const INCLUDED: Partial<Record<Scope, readonly Scope[]>> = {
  'listings:write': ['listings:read'],
  'admin:*': ['listings:read', 'listings:write'],
};

/** @param granted null: everything */
export function includesScope(granted: readonly Scope[] | null, scope: Scope): boolean {
  return granted === null || granted.some((one) => one === scope || INCLUDED[one]?.includes(scope));
}

export const DOORS = ['web', 'rest', 'mcp', 'cli', 'job'] as const;
export type Door = (typeof DOORS)[number];
export const ROLES = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: Role;
  /** The account must set up a second factor (REQUIRE_TWO_FACTOR); until then the session has the role `user`. */
  readonly awaitsTwoFactor?: true;
}

export interface SharedTransaction {
  /** Begins the transaction, or returns the running one; undefined once it has ended. */
  begin?: () => Promise<Transaction>;
}

interface Circumstances extends Reader {
  readonly door: Door;
  /** The request's X-Request-Id; null outside a request. */
  readonly requestId: string | null;
  readonly client: Client | null;
  /** One transaction for all changes (transaction.ts); by default each change has its own. */
  readonly shared?: SharedTransaction;
  /** Shared by the audit entries of one action, so that they can be taken back together. */
  readonly batch?: string;
}

export interface Client {
  readonly ip: string;
  readonly userAgent: string | null;
}

interface Guest extends Circumstances {
  readonly kind: 'guest';
}

export interface User extends Circumstances {
  readonly kind: 'user';
  readonly account: Account;
  /** The request's API key; its own limit of requests per window, if it has one. */
  readonly key: {
    readonly id: string;
    readonly name: string | null;
    readonly rateLimit: number | null;
  } | null;
  readonly app: { readonly id: string; readonly name: string } | null;
  /** Scopes of the key or token; null: unrestricted. */
  readonly scopes: readonly Scope[] | null;
  /** Public id of the request's session; null for a key or token. */
  readonly sessionId: string | null;
}

/** The operator's shell and background jobs, with the rights of an admin. */
export interface System extends Circumstances {
  readonly kind: 'system';
  readonly onBehalfOf: { readonly id: string; readonly email: string } | null;
}

export type Actor = Guest | User | System;

export function guest(door: Door, requestId: string | null = null, client: Client | null = null): Guest {
  return { kind: 'guest', door, requestId, client };
}

export function systemActor(door: 'cli' | 'job', onBehalfOf: System['onBehalfOf'] = null): System {
  return { kind: 'system', door, requestId: null, client: null, onBehalfOf };
}

export const inBatch = <A extends Actor>(actor: A, batch: string): A => ({ ...actor, batch });

/** Whether the actor's credentials include a scope; sessions, the system and unrestricted keys have all. */
export function hasScope(actor: Actor, scope: Scope): boolean {
  return actor.kind !== 'user' || includesScope(actor.scopes, scope);
}

/** The id of the actor's account; null for guests and the system. */
export function accountId(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.account.id : null;
}

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
  stats: ['moderator', 'admin'],
  /** Everything else: settings, roles, keys, the policy, jobs, the audit log. */
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

const roleHas = (role: Role, right: Right) => (RIGHTS[right] as readonly Role[]).includes(role);

/** Whether the actor has a right: its role must include the right, its credentials `admin:*`. The system has all. */
export function may(actor: Actor, right: Right): boolean {
  if (actor.kind !== 'user') return actor.kind === 'system';
  return roleHas(actor.account.role, right) && hasScope(actor, 'admin:*');
}

/** Roles with every right of the actor: a change is refused if the actor's role is no longer one of them. */
export function rolesAsGoodAs(actor: Actor): readonly Role[] {
  const rights = (Object.keys(RIGHTS) as Right[]).filter((right) => may(actor, right));
  return ROLES.filter((role) => rights.every((right) => roleHas(role, right)));
}

/** @throws DomainError unauthorized for guests, forbidden, insufficient_scope, two_factor_required */
export function requireRight(actor: Actor, right: Right): void {
  if (actor.kind === 'guest') throw unauthorized();
  if (actor.kind === 'user') refuseAwaitingTwoFactor(actor);
  if (actor.kind === 'user' && !roleHas(actor.account.role, right))
    throw forbidden(say(roleHas('moderator', right) ? 'error.for-staff' : 'error.for-admins'));
  requireSignedIn(actor, 'admin:*');
}

/** @throws DomainError as requireRight */
export function requireAdmin(actor: Actor): void {
  requireRight(actor, 'admin');
}

/** Requires a member of the team: each has a place in the queue, emails, views. @throws DomainError as requireRight */
export function requireTeam(actor: Actor): asserts actor is User {
  requireRight(actor, 'desk');
  requireAccount(actor, 'admin:*');
}

/** @throws DomainError two_factor_required for staff who must set up a second factor first */
export function refuseAwaitingTwoFactor({ account }: User): void {
  if (account.awaitsTwoFactor) throw new DomainError('two_factor_required', say('error.two-factor-required'));
}
