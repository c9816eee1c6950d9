// The part of the OpenAPI document that agents need, in few words.
import type { Route } from './route.js';

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
