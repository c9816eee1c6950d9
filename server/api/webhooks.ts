import { Type } from '@sinclair/typebox';
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
import { created, ok, type Route } from './route.js';

const id = Type.String({ format: 'uuid' });
const byId = Type.Object({ id });

const shared = { tag: 'Webhooks', access: 'account', scope: 'webhooks' } as const;
const one = { ...shared, params: byId, path: '/api/v1/webhooks/{id}' } as const;

export const webhookRoutes: Route[] = [
  {
    ...shared,
    method: 'get',
    path: '/api/v1/webhooks',
    operationId: 'listWebhooks',
    summary: 'List your webhooks, without secrets',
    answers: { 200: { description: 'Your webhooks, newest first', schema: WebhookList } },
    run: async ({ actor }) => ok(await listWebhooks(actor)),
  },
  {
    ...shared,
    method: 'post',
    path: '/api/v1/webhooks',
    operationId: 'createWebhook',
    summary: 'Have events posted to an address; the secret that signs them is shown this once',
    body: NewWebhook,
    isRepeatable: true,
    answers: { 201: { description: 'The webhook with its secret', schema: NewWebhookResult } },
    errors: ['validation_error', 'webhook_limit'],
    run: async ({ actor, body }) => created(await createWebhook(actor, body)),
  },
  {
    ...one,
    method: 'get',
    operationId: 'getWebhook',
    summary: 'Read a webhook',
    answers: { 200: { description: 'The webhook', schema: WebhookResult } },
    run: async ({ actor, params }) => ok(await getWebhook(actor, params.id ?? '')),
  },
  {
    ...one,
    method: 'patch',
    operationId: 'updateWebhook',
    summary: 'Change, pause or resume a webhook',
    body: WebhookPatch,
    answers: { 200: { description: 'The webhook as it is now', schema: WebhookResult } },
    errors: ['validation_error'],
    run: async ({ actor, params, body }) => ok(await updateWebhook(actor, params.id ?? '', body)),
  },
  {
    ...one,
    method: 'delete',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook with the log of its deliveries',
    answers: { 200: { description: 'Deleted', schema: DeletedWebhook } },
    run: async ({ actor, params }) => ok(await deleteWebhook(actor, params.id ?? '')),
  },
  {
    ...one,
    method: 'post',
    path: '/api/v1/webhooks/{id}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    summary: 'Give a webhook a new secret; for a day its requests are signed with both',
    answers: { 200: { description: 'The webhook with its new secret', schema: NewWebhookResult } },
    run: async ({ actor, params }) => ok(await rotateWebhookSecret(actor, params.id ?? '')),
  },
  {
    ...one,
    method: 'post',
    path: '/api/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Send a webhook.test event',
    answers: { 201: { description: 'On its way', schema: DeliveryResult } },
    run: async ({ actor, params }) => created(await sendTestEvent(actor, params.id ?? '')),
  },
  {
    ...one,
    method: 'get',
    path: '/api/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'Events sent to a webhook, and those that wait',
    query: DeliveryQuery,
    answers: { 200: { description: 'A page of deliveries, newest first', schema: DeliveryPage } },
    run: async ({ actor, params, query }) => ok(await listDeliveries(actor, params.id ?? '', query)),
  },
  {
    ...shared,
    method: 'post',
    path: '/api/v1/webhooks/{id}/deliveries/{delivery}/replay',
    operationId: 'replayWebhookDelivery',
    summary: 'Send an event again, under the same webhook-id',
    params: Type.Object({ id, delivery: Type.String({ format: 'uuid' }) }),
    answers: { 200: { description: 'On its way', schema: DeliveryResult } },
    run: async ({ actor, params }) => ok(await replayDelivery(actor, params.id ?? '', params.delivery ?? '')),
  },
];
