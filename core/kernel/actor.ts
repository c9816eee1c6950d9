import type { Transaction } from 'objection';

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
/** RIGHTS in access.ts lists the rights of each staff role. */
export const ROLES = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: Role;
  /** Must set up a second factor (REQUIRE_TWO_FACTOR); until then the session has the role `user`. */
  readonly awaitsTwoFactor?: true;
}

export interface SharedTransaction {
  /** Begins the transaction, or returns the running one; undefined once it has ended. */
  begin?: () => Promise<Transaction>;
}

interface Circumstances {
  readonly door: Door;
  /** The request's X-Request-Id; null outside a request. */
  readonly requestId: string | null;
  /** null outside a request. */
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
  /** The third-party app whose access token was used. */
  readonly app: { readonly id: string; readonly name: string } | null;
  /** Scopes of the key or token; null: unrestricted. */
  readonly scopes: readonly Scope[] | null;
  /** Public id of the request's session; null for a key. */
  readonly sessionId: string | null;
}

/** The operator's shell and background jobs, with the rights of an admin. */
export interface System extends Circumstances {
  readonly kind: 'system';
  /** Named with --as, for the audit log. */
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

/** null for guests and the system. */
export function accountId(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.account.id : null;
}
