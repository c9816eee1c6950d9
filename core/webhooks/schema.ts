// Webhooks: their fields, records and deliveries.
import { type Static, Type } from '@sinclair/typebox';
import {
  flag,
  instant,
  nullableInstant,
  openWord,
  pageMembers,
  pageParameters,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';
import '../site/categories.js';
import { MAX_CATEGORIES } from '../site/schema.js';

/** Events of the account's own listings. */
const OWN_EVENTS = [
  'listing.published',
  'listing.rejected',
  'listing.screenshot_ready',
  'listing.unreachable',
  'listing.report_closed',
] as const;
/** Events of all public listings. */
export const FEED_EVENTS = ['listing.changed', 'listing.removed'] as const;
export const WEBHOOK_EVENTS = [...OWN_EVENTS, ...FEED_EVENTS] as const;

/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 30;
export const MAX_DELIVERY_PAGE = 100;

const url = Type.String({
  minLength: 1,
  maxLength: 1000,
  'x-text': 'line',
  description: 'Where events are posted: https, on port 443, at a public address.',
  examples: ['https://hooks.example.com/directory'],
});
const events = Type.Array(word(WEBHOOK_EVENTS), {
  minItems: 1,
  maxItems: WEBHOOK_EVENTS.length,
  description: 'Which events are sent.',
  examples: [['listing.published', 'listing.rejected']],
});
const categories = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: openWord('categories'),
  minItems: 1,
  maxItems: MAX_CATEGORIES,
  description: 'Of the events of all public listings, only those in one of these categories; null: all.',
  examples: [['productivity']],
});

export const NewWebhook = Type.Object(
  { url, events, categories: Type.Optional(categories) },
  { title: 'NewWebhook' },
);

export const WebhookPatch = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    categories: Type.Optional(categories),
    paused: Type.Optional(
      Type.Boolean({ description: 'false: go on, beginning with what has waited meanwhile.' }),
    ),
  },
  { title: 'WebhookPatch' },
);

const shown = {
  id: uuid(),
  url: Type.String(),
  events: Type.Array(word(WEBHOOK_EVENTS)),
  categories: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  created_at: instant(),
  paused_at: nullableInstant(),
  paused_reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  last_success_at: nullableInstant(),
};

export const Webhook = Type.Object(shown, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const SecretWebhook = Type.Object(
  { ...shown, secret: Type.String({ description: 'What signs the requests, shown this once: whsec_…' }) },
  { title: 'SecretWebhook' },
);
export type SecretWebhook = Static<typeof SecretWebhook>;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

export const WebhookDelivery = Type.Object(
  {
    id: uuid({ description: 'The webhook-id of its requests.' }),
    type: Type.String({ examples: ['listing.published'] }),
    listing_id: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' }),
    state: word(DELIVERY_STATES),
    attempts: Type.Integer(),
    created_at: instant(),
    attempted_at: nullableInstant(),
    next_attempt_at: nullableInstant(),
    status: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The HTTP status of the last answer.',
    }),
    error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryQuery = Type.Object(
  { state: Type.Optional(word(DELIVERY_STATES)), ...pageParameters(MAX_DELIVERY_PAGE) },
  { title: 'DeliveryQuery' },
);

export const WebhookResult = Type.Object({ webhook: Webhook, warnings }, { title: 'WebhookResult' });
export const NewWebhookResult = Type.Object(
  { webhook: SecretWebhook, warnings },
  { title: 'NewWebhookResult' },
);
export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook), warnings }, { title: 'WebhookList' });
export const DeletedWebhook = Type.Object(
  { deleted: flag(true), id: uuid(), warnings },
  { title: 'DeletedWebhook' },
);
export const DeliveryResult = Type.Object(
  { delivery: WebhookDelivery, warnings },
  { title: 'DeliveryResult' },
);
export const DeliveryPage = Type.Object(
  { deliveries: Type.Array(WebhookDelivery), ...pageMembers },
  { title: 'DeliveryPage' },
);
export type DeliveryPage = Static<typeof DeliveryPage>;
