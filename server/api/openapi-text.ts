// The descriptions in the OpenAPI document that are derived from the table of routes.
import type { Route, Tag } from './route.js';
import { isForStaff } from './route.js';

export const TAG_DESCRIPTIONS: Record<Tag, string> = {
  Listings: 'Search, submit and manage listings. One product has one listing.',
  Accounts:
    'Registration, sign-in, passwords and email verification; under /api/auth in the shapes of Better Auth.',
  'API keys': 'Mint, list, rotate and revoke the keys of an account.',
  Webhooks: 'Events of your listings and of all public ones, posted to an address of yours.',
  Sessions: 'Sign-in sessions of browsers, in the shapes of Better Auth.',
  'Two factors': 'Authenticator apps, recovery codes and passkeys, in the shapes of Better Auth.',
  Directory: 'The service itself: description, health, readiness and the catalog of other directories.',
  Admin: 'Moderation, accounts, catalog, content policy, overview and audit log, for admins.',
  Internal: 'What capture workers call.',
};

const STAFF = 'For moderators and admins, by API key or session.';

const ACCESS: Record<Route['access'], string> = {
  public: 'Open to everyone.',
  account: 'Needs an account, by API key or session.',
  desk: STAFF,
  listings: STAFF,
  people: STAFF,
  stats: STAFF,
  colleagues: 'For admins, by API key or session.',
  admin: 'For admins, by API key or session.',
  worker: 'For capture workers, with the shared secret.',
};

/** What the operation does, who may call it and which limits count it. */
export function descriptionOf({
  summary,
  description,
  access,
  scope = isForStaff(access) ? 'admin:*' : undefined,
  limits = [],
  isUnlimited,
}: Route): string {
  const counted = ['general', ...limits].join(', ');
  const limit = isUnlimited ? 'Not limited.' : `Limits: ${counted}.`;
  const needed = scope ? [`A restricted key needs the scope \`${scope}\`.`] : [];
  return [description ?? `${summary}.`, ACCESS[access], ...needed, limit].join(' ');
}
