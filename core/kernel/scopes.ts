// Scopes: what a bearer token (an API key, or a token of an app) may do of all that its account may.
export const SCOPES = ['listings:read', 'listings:write', 'keys', 'webhooks', 'account', 'admin:*'] as const;
export type Scope = (typeof SCOPES)[number];

/** What each scope allows, for people who choose or grant it. */
export const SCOPE_MEANINGS: Record<Scope, string> = {
  'listings:read': 'Read your listings',
  'listings:write': 'Write your listings',
  keys: 'Manage your API keys',
  webhooks: 'Manage your webhooks',
  account: 'Sessions, password, email',
  'admin:*': 'The rights of an admin',
};

const INCLUDED: Partial<Record<Scope, readonly Scope[]>> = {
  'listings:write': ['listings:read'],
  'admin:*': ['listings:read', 'listings:write'],
};

/** @param granted null: everything */
export function includesScope(granted: readonly Scope[] | null, scope: Scope): boolean {
  return granted === null || granted.some((one) => one === scope || INCLUDED[one]?.includes(scope));
}
