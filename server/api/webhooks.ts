import { listDeliveries, replayDelivery, sendTestEvent } from '../../core/webhooks/deliveries.js';
import * as schema from '../../core/webhooks/schema.js';
import * as webhooks from '../../core/webhooks/webhooks.js';
import { routesOf } from './route.js';

const shared = { path: '/api/v1/webhooks', tag: 'Webhooks', access: 'account', scope: 'webhooks' } as const;

export const webhookRoutes = routesOf(shared, {
  listWebhooks: {
    get: '',
    summary: 'List your webhooks, without secrets',
    answer: ['Your webhooks, newest first', schema.WebhookList],
    does: webhooks.listWebhooks,
  },
  createWebhook: {
    post: '',
    summary: 'Have events posted to an address; the secret that signs them is shown only once',
    body: schema.NewWebhook,
    isRepeatable: true,
    answers: { 201: ['The webhook with its secret', schema.NewWebhookResult] },
    errors: ['webhook_limit'],
    does: webhooks.createWebhook,
  },
  getWebhook: {
    get: '/{id}',
    summary: 'Read a webhook',
    answer: ['The webhook', schema.WebhookResult],
    does: webhooks.getWebhook,
  },
  updateWebhook: {
    patch: '/{id}',
    summary: 'Change, pause or resume a webhook',
    body: schema.WebhookPatch,
    answer: ['The webhook as it is now', schema.WebhookResult],
    does: webhooks.updateWebhook,
  },
  deleteWebhook: {
    delete: '/{id}',
    summary: 'Delete a webhook with the log of its deliveries',
    answer: ['Deleted', schema.DeletedWebhook],
    does: webhooks.deleteWebhook,
  },
  rotateWebhookSecret: {
    post: '/{id}/rotate-secret',
    summary: 'Give a webhook a new secret; for a day its requests are signed with both',
    answer: ['The webhook with its new secret', schema.NewWebhookResult],
    does: webhooks.rotateWebhookSecret,
  },
  testWebhook: {
    post: '/{id}/test',
    summary: 'Send a webhook.test event',
    answers: { 201: ['On its way', schema.DeliveryResult] },
    does: sendTestEvent,
  },
  listWebhookDeliveries: {
    get: '/{id}/deliveries',
    summary: 'Events sent to a webhook, and those that wait',
    query: schema.DeliveryQuery,
    answer: ['A page of deliveries, newest first', schema.DeliveryPage],
    does: listDeliveries,
  },
  replayWebhookDelivery: {
    post: '/{id}/deliveries/{delivery}/replay',
    summary: 'Send an event again, under the same webhook-id',
    answer: ['On its way', schema.DeliveryResult],
    does: replayDelivery,
  },
});
