// The events that webhooks receive, as the webhooks of the OpenAPI document (docs/webhooks.md).
import { type TSchema, Type } from '@sinclair/typebox';
import { instant, nullable, uuid } from '../../core/kernel/schema.js';
import { Listing } from '../../core/listings/schema.js';
import { FEED_EVENTS, WEBHOOK_EVENTS } from '../../core/webhooks/schema.js';

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
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}));

export function describeEvents(reference: (schema: TSchema) => unknown): Record<string, object> {
  const isOfFeed = (type: string) => (FEED_EVENTS as readonly string[]).includes(type);
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => [
      type,
      {
        post: {
          operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary: isOfFeed(type) ? 'Of any public listing' : 'Of a listing of yours',
          description: 'Signed as Standard Webhooks say; any 2xx within ten seconds accepts it.',
          parameters: SIGNATURE,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['type', 'timestamp', 'data'],
                  properties: {
                    type: { const: type },
                    timestamp: { type: 'string', format: 'date-time' },
                    data: reference(isOfFeed(type) ? FeedEvent : OwnEvent),
                  },
                },
              },
            },
          },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    ]),
  );
}
