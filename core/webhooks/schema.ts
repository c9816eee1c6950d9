// Webhooks: their fields, records and deliveries.
import { type Static, Type } from '@sinclair/typebox';
import {
  flag,
  instant,
  nullableInstant,
  nullableInteger,
  openWord,
  pageMembers,
  pageParameters,
  titled,
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

export const NewWebhook = titled('NewWebhook', { url, events, categories: Type.Optional(categories) });

export const WebhookPatch = titled('WebhookPatch', {
  url: Type.Optional(url),
  events: Type.Optional(events),
  categories: Type.Optional(categories),
  paused: Type.Optional(
    Type.Boolean({ description: 'false: go on, beginning with what has waited meanwhile.' }),
  ),
});

export const Webhook = titled('Webhook', {
  id: uuid(),
  url: Type.String(),
  events: Type.Array(word(WEBHOOK_EVENTS)),
  categories: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  created_at: instant(),
  paused_at: nullableInstant(),
  paused_reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  last_success_at: nullableInstant(),
});
export type Webhook = Static<typeof Webhook>;

export const SecretWebhook = titled('SecretWebhook', {
  ...Webhook.properties,
  secret: Type.String({ description: 'What signs the requests, shown this once: whsec_…' }),
});
export type SecretWebhook = Static<typeof SecretWebhook>;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

export const WebhookDelivery = titled('WebhookDelivery', {
  id: uuid({ description: 'The webhook-id of its requests.' }),
  type: Type.String({ examples: ['listing.published'] }),
  listing_id: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' }),
  state: word(DELIVERY_STATES),
  attempts: Type.Integer(),
  created_at: instant(),
  attempted_at: nullableInstant(),
  next_attempt_at: nullableInstant(),
  status: nullableInteger({ description: 'The HTTP status of the last answer.' }),
  error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryQuery = titled('DeliveryQuery', {
  state: Type.Optional(word(DELIVERY_STATES)),
  ...pageParameters(MAX_DELIVERY_PAGE),
});

export const WebhookResult = titled('WebhookResult', { webhook: Webhook, warnings });
export const NewWebhookResult = titled('NewWebhookResult', { webhook: SecretWebhook, warnings });
export const WebhookList = titled('WebhookList', { webhooks: Type.Array(Webhook), warnings });
export const DeletedWebhook = titled('DeletedWebhook', { deleted: flag(true), id: uuid(), warnings });
export const DeliveryResult = titled('DeliveryResult', { delivery: WebhookDelivery, warnings });
export const DeliveryPage = titled('DeliveryPage', {
  deliveries: Type.Array(WebhookDelivery),
  ...pageMembers,
});
