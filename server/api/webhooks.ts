import { listDeliveries, replayDelivery, sendTestEvent } from '../../core/webhooks/deliveries.js';
import {
  DeletedWebhook,
  DeliveryPage,
  DeliveryQuery,
  DeliveryResult,
  NewWebhook,
  NewWebhookResult,
  WebhookList,
  WebhookPatch,
  WebhookResult,
} from '../../core/webhooks/schema.js';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../../core/webhooks/webhooks.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1/webhooks', tag: 'Webhooks', access: 'account', scope: 'webhooks' } as const;

export const webhookRoutes = routesOf(shared, {
  listWebhooks: {
    get: '',
    summary: 'List your webhooks, without secrets',
    answers: { 200: { description: 'Your webhooks, newest first', schema: WebhookList } },
    does: listWebhooks,
  },
  createWebhook: {
    post: '',
    summary: 'Have events posted to an address; the secret that signs them is shown this once',
    body: NewWebhook,
    isRepeatable: true,
    answers: { 201: { description: 'The webhook with its secret', schema: NewWebhookResult } },
    errors: ['webhook_limit'],
    does: createWebhook,
  },
  getWebhook: {
    get: '/{id}',
    summary: 'Read a webhook',
    answers: { 200: { description: 'The webhook', schema: WebhookResult } },
    does: getWebhook,
  },
  updateWebhook: {
    patch: '/{id}',
    summary: 'Change, pause or resume a webhook',
    body: WebhookPatch,
    answers: { 200: { description: 'The webhook as it is now', schema: WebhookResult } },
    does: updateWebhook,
  },
  deleteWebhook: {
    delete: '/{id}',
    summary: 'Delete a webhook with the log of its deliveries',
    answers: { 200: { description: 'Deleted', schema: DeletedWebhook } },
    does: deleteWebhook,
  },
  rotateWebhookSecret: {
    post: '/{id}/rotate-secret',
    summary: 'Give a webhook a new secret; for a day its requests are signed with both',
    answers: { 200: { description: 'The webhook with its new secret', schema: NewWebhookResult } },
    does: rotateWebhookSecret,
  },
  testWebhook: {
    post: '/{id}/test',
    summary: 'Send a webhook.test event',
    answers: { 201: { description: 'On its way', schema: DeliveryResult } },
    does: sendTestEvent,
  },
  listWebhookDeliveries: {
    get: '/{id}/deliveries',
    summary: 'Events sent to a webhook, and those that wait',
    query: DeliveryQuery,
    answers: { 200: { description: 'A page of deliveries, newest first', schema: DeliveryPage } },
    does: listDeliveries,
  },
  replayWebhookDelivery: {
    post: '/{id}/deliveries/{delivery}/replay',
    summary: 'Send an event again, under the same webhook-id',
    answers: { 200: { description: 'On its way', schema: DeliveryResult } },
    does: replayDelivery,
  },
});
