// The actor of an operation, and the door it came through.
import type { Transaction } from 'objection';

// Scopes: what a bearer token (an API key or an app's token) may do out of everything its account may.
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
/** What an account may do; what the staff may: RIGHTS in access.ts. */
export const ROLES = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: Role;
  /** Must set up a second factor first (REQUIRE_TWO_FACTOR): in a session the role is `user` until then. */
  readonly awaitsTwoFactor?: true;
}

export interface SharedTransaction {
  /** Begins it, or returns the one that has begun; undefined once it has ended. */
  begin?: () => Promise<Transaction>;
}

interface Circumstances {
  readonly door: Door;
  /** The X-Request-Id of the HTTP request; null outside one. */
  readonly requestId: string | null;
  /** The client's IP address; null outside a request. */
  readonly client: Client | null;
  /** The transaction of all its changes (transaction.ts); by default each has one of its own. */
  readonly shared?: SharedTransaction;
  /** The id that audit entries of one action share, so that they can be taken back together. */
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
  /** The API key the request came with, and how many requests a window it may make if not as many as its account. */
  readonly key: {
    readonly id: string;
    readonly name: string | null;
    readonly rateLimit: number | null;
  } | null;
  /** The third-party app whose access token it came with. */
  readonly app: { readonly id: string; readonly name: string } | null;
  /** The scopes of its key or token; null: everything the account may do. */
  readonly scopes: readonly Scope[] | null;
  /** The public id of the session the request came with; null for a key. */
  readonly sessionId: string | null;
}

/** The operator's shell and the service's own jobs, with the rights of an admin. */
export interface System extends Circumstances {
  readonly kind: 'system';
  /** The person named with --as, for the audit log. */
  readonly onBehalfOf: { readonly id: string; readonly email: string } | null;
}

export type Actor = Guest | User | System;

export function guest(door: Door, requestId: string | null = null, client: Client | null = null): Guest {
  return { kind: 'guest', door, requestId, client };
}

export function systemActor(door: 'cli' | 'job', onBehalfOf: System['onBehalfOf'] = null): System {
  return { kind: 'system', door, requestId: null, client: null, onBehalfOf };
}

/** The actor for all changes of one action. */
export const inBatch = <A extends Actor>(actor: A, batch: string): A => ({ ...actor, batch });

/** Whether an actor's credentials cover a scope; sessions, the system and unrestricted keys have all. */
export function hasScope(actor: Actor, scope: Scope): boolean {
  return actor.kind !== 'user' || includesScope(actor.scopes, scope);
}

/** The id of the actor's account; null for guests and the system. */
export function accountId(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.account.id : null;
}
