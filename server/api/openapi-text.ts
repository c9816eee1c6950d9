// The descriptions in the OpenAPI document that are derived from the table of routes.
import { pointsOf } from '../who/costs.js';
import { isForStaff, type Route } from './route.js';

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

/** Describes an operation: its effect, who may call it, and its limits. */
export function descriptionOf({
  summary,
  description,
  access,
  scope = isForStaff(access) ? 'admin:*' : undefined,
  limits = [],
  isUnlimited,
  method,
  path,
}: Route): string {
  const counted = isUnlimited ? 'cost' : ['general', ...limits].join(', ');
  const limit = pointsOf(method, path, {}) === 0 ? 'Not limited.' : `Limits: ${counted}.`;
  const needed = scope ? [`A restricted key needs the scope \`${scope}\`.`] : [];
  return [description ?? `${summary}.`, ACCESS[access], ...needed, limit].join(' ');
}

type Json = Record<string, unknown>;

/** The content of a body or an answer. */
export const inJson = (described: Json) => ({ content: { 'application/json': described } });

// The part of the OpenAPI document that agents need, in few words.

/** What an agent needs: listings, an account, keys, webhooks; without sessions, the console and workers. */
export const isForAgents = ({ path, tag, operationId }: Route) =>
  ['Listings', 'Webhooks', 'API keys'].includes(tag)
    ? !['revokeLeakedKey', 'getSiteNews', 'changeSiteNews'].includes(operationId)
    : path.startsWith('/api/v1/') && tag === 'Accounts';

/** An operation as agents need it. */
export function shorten(route: Route, described: Json, error: unknown): Json {
  const { operationId, summary, parameters, requestBody } = described;
  const schemaOf = (body: unknown) =>
    (body as { content?: Json } | undefined)?.content?.['application/json'] as Json | undefined;
  const [status = '200', answer] = Object.entries(described.responses as Json)[0] ?? [];
  return {
    operationId,
    summary,
    security: route.access === 'public' ? undefined : [{ bearer: [] }],
    parameters,
    requestBody: requestBody && inJson({ schema: schemaOf(requestBody)?.schema }),
    responses: {
      [status]: {
        description: (answer as Json).description,
        ...(schemaOf(answer) && inJson({ schema: schemaOf(answer)?.schema })),
      },
      default: { description: 'Error', ...inJson({ schema: error }) },
    },
  };
}
