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
