// The descriptions in the OpenAPI document that are derived from the table of routes.
import { isForStaff, type Route, type Tag } from './route.js';

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

// The part of the OpenAPI document that agents need, in few words.

type Json = Record<string, unknown>;

/** What an agent needs: listings, an account, keys, webhooks; without sessions, the console and workers. */
export const isForAgents = ({ path, tag, operationId }: Route) =>
  ['Listings', 'Webhooks', 'API keys'].includes(tag)
    ? operationId !== 'revokeLeakedKey'
    : path.startsWith('/api/v1/') && tag === 'Accounts';

/** An operation as agents need it. */
export function shorten(route: Route, described: Json, error: unknown): Json {
  const { operationId, summary, parameters, requestBody } = described;
  const schemaOf = (body: unknown) =>
    (body as { content?: Json } | undefined)?.content?.['application/json'] as Json;
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const [status = '200', answer] = Object.entries(described.responses as Json)[0] ?? [];
  return {
    operationId,
    summary,
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(parameters ? { parameters } : {}),
    ...(requestBody ? { requestBody: json(schemaOf(requestBody).schema) } : {}),
    responses: {
      [status]: {
        description: (answer as Json).description,
        ...(schemaOf(answer) ? json(schemaOf(answer).schema) : {}),
      },
      default: { description: 'Error', ...json(error) },
    },
  };
}
