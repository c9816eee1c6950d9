// Public files outside the API that programs read. They are in the document but not in the table of routes, because
// they are open to every origin and not rate limited (server/web/files/for-machines.ts).
import { type TSchema, Type } from '@sinclair/typebox';
import { Catalog } from '../../core/catalog/entries.js';
import { instant, nullable, uuid } from '../../core/kernel/schema.js';
import { Listing } from '../../core/listings/schema.js';
import { FEED_EVENTS, WEBHOOK_EVENTS } from '../../core/webhooks/schema.js';
import { inJson } from './openapi-text.js';

type Json = Record<string, unknown>;

const FILES = [
  {
    path: '/agent-directories.json',
    operationId: 'getCatalogJson',
    summary: 'The catalog of free directories as JSON',
    type: 'application/json',
    schema: Catalog,
    example: { live: [], submitted: [], updated_at: null },
  },
  {
    path: '/agent-directories.csv',
    operationId: 'getCatalogCsv',
    summary: 'The catalog of free directories as CSV with a header row and a status column',
    type: 'text/csv',
    schema: Type.String(),
  },
];

export const FILE_ROUTES = FILES.map(
  ({ path, summary }) => ({ method: 'get', path, tag: 'Directory', summary, access: 'public' }) as const,
);

export function describeFiles(reference: (schema: TSchema) => unknown, error: unknown): Record<string, Json> {
  const failure = (code: string) => ({ description: `\`${code}\``, ...inJson({ schema: error }) });
  return Object.fromEntries(
    FILES.map(({ path, operationId, summary, type, schema, example }) => {
      const content = { [type]: { schema: reference(schema), example } };
      const get = {
        operationId,
        tags: ['Directory'],
        summary,
        description: 'Places that take a product submission free of charge. Open to everyone. Not limited.',
        security: [{}],
        responses: {
          200: { description: 'The catalog', content },
          304: { description: 'Unchanged since the ETag of If-None-Match' },
          403: failure('1010'),
          500: failure('internal_error'),
          503: failure('unavailable'),
        },
      };
      return [path, { get }];
    }),
  );
}

// The events that webhooks receive, as the webhooks of the OpenAPI document (docs/webhooks.md).

const OwnEvent = Type.Object(
  { listing_id: uuid(), listing: nullable(Listing) },
  { title: 'OwnEvent', description: 'The listing as it is when the event is sent; null once it is deleted.' },
);

const FeedEvent = Type.Object(
  {
    id: uuid(),
    slug: Type.String({ examples: ['example-notes'] }),
    changed_at: instant(),
    removed: Type.Boolean(),
    listing: nullable(Listing),
    sequence: Type.Integer({ description: 'Events of a webhook with a lower one are older.' }),
    since: Type.String({
      description: 'For GET /api/v1/listings/changes: all that has not arrived comes after it.',
    }),
  },
  { title: 'FeedEvent', description: 'A change as in the feed of changes.' },
);

const SIGNATURE = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  ...{ name, in: 'header', required: true, schema: { type: 'string' } },
}));

export function describeEvents(reference: (schema: TSchema) => unknown): Record<string, object> {
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => {
      const isOfFeed = (FEED_EVENTS as readonly string[]).includes(type);
      const properties = {
        type: { const: type },
        timestamp: { type: 'string', format: 'date-time' },
        data: reference(isOfFeed ? FeedEvent : OwnEvent),
      };
      const schema = { type: 'object', required: Object.keys(properties), properties };
      const post = {
        operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
        summary: isOfFeed ? 'Of any public listing' : 'Of a listing of yours',
        description: 'Signed as Standard Webhooks say; any 2xx within ten seconds accepts it.',
        parameters: SIGNATURE,
        requestBody: { required: true, ...inJson({ schema }) },
        responses: { '2XX': { description: 'Received' } },
      };
      return [type, { post }];
    }),
  );
}
