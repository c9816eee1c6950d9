import { type Static, Type } from '@sinclair/typebox';
import { MAX_ADMIN_PAGE } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import '../settings/current.js';
import { MAX_CATEGORIES } from '../settings/schema.js';

const OWN_EVENTS = [
  'listing.published',
  'listing.rejected',
  'listing.screenshot_ready',
  'listing.unreachable',
  'listing.report_closed',
] as const;
export const FEED_EVENTS = ['listing.changed', 'listing.removed'] as const;
const STAFF_EVENTS = ['review.waiting'] as const;
export const WEBHOOK_EVENTS = [...OWN_EVENTS, ...FEED_EVENTS, ...STAFF_EVENTS] as const;

export const DELIVERY_DAYS = 30;

const url = Type.String({
  minLength: 1,
  maxLength: 1000,
  'x-text': 'line',
  description: 'https, on port 443, at a public address.',
  examples: ['https://hooks.example.com/directory'],
});
const events = Type.Array(s.word(WEBHOOK_EVENTS), {
  minItems: 1,
  maxItems: WEBHOOK_EVENTS.length,
  description: 'Which events are sent.',
  examples: [['listing.published', 'listing.rejected']],
});
const categories = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: s.openWord('categories'),
  minItems: 1,
  maxItems: MAX_CATEGORIES,
  description: 'Only public listings in these categories; null: all.',
  examples: [['productivity']],
});

export const NewWebhook = s.titled('NewWebhook', { url, events, categories: Type.Optional(categories) });

export const WebhookPatch = s.titled(
  'WebhookPatch',
  s.optional({
    url: url,
    events: events,
    categories: categories,
    paused: Type.Boolean({ description: 'false: resume, beginning with the events that have waited.' }),
  }),
);

export const Webhook = s.titled('Webhook', {
  id: s.uuid(),
  url: Type.String(),
  events: Type.Array(s.word(WEBHOOK_EVENTS)),
  categories: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  created_at: s.instant(),
  paused_at: s.nullableInstant(),
  paused_reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  last_success_at: s.nullableInstant(),
});
export type Webhook = Static<typeof Webhook>;

export const SecretWebhook = s.titled('SecretWebhook', {
  ...Webhook.properties,
  secret: Type.String({ description: 'What signs the requests, shown only once: whsec_…' }),
});
export type SecretWebhook = Static<typeof SecretWebhook>;

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

export const WebhookDelivery = s.titled('WebhookDelivery', {
  id: s.uuid({ description: 'The webhook-id of its requests.' }),
  type: Type.String({ examples: ['listing.published'] }),
  listing_id: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' }),
  state: s.word(DELIVERY_STATES),
  attempts: Type.Integer(),
  created_at: s.instant(),
  attempted_at: s.nullableInstant(),
  next_attempt_at: s.nullableInstant(),
  status: s.nullableInteger({ description: 'The HTTP status of the last response.' }),
  error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryQuery = s.titled('DeliveryQuery', {
  state: Type.Optional(s.word(DELIVERY_STATES)),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});

export const WebhookResult = s.response('WebhookResult', { webhook: Webhook });
export const NewWebhookResult = s.response('NewWebhookResult', { webhook: SecretWebhook });
export const WebhookList = s.response('WebhookList', { webhooks: Type.Array(Webhook) });
export const DeletedWebhook = s.response('DeletedWebhook', { deleted: s.flag(true), id: s.uuid() });
export const DeliveryResult = s.response('DeliveryResult', { delivery: WebhookDelivery });
export const DeliveryPage = s.titled('DeliveryPage', {
  deliveries: Type.Array(WebhookDelivery),
  ...s.pageMembers,
});
