// Lists the deliveries of a webhook, sends them again, and sends a test event.
import { WebhookDeliveryModel } from '../../db/models/outgoing.js';
import { type Actor, requireAccount } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { fromColumns } from '../kernel/errors.js';
import { newestFirst, oneOf, readPage } from '../kernel/lists.js';
import { presentRow } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { instant } from '../listings/present.js';
import { DeliveryQuery, type Webhook, WebhookDelivery } from './schema.js';
import { readOwnWebhook, recordWebhook } from './webhooks.js';

const TEST_EVENT = 'webhook.test';

/** A page of a webhook's deliveries, newest first. @throws DomainError not_found */
export async function listDeliveries(actor: Actor, id: string, input: unknown) {
  const webhook = await readOwnWebhook(actor, id);
  const { state, ...asked } = check(DeliveryQuery, input);
  const matching = () => {
    const rows = WebhookDeliveryModel.query().where('webhook_id', webhook.id);
    if (state === 'waiting') rows.whereNotNull('due_at');
    if (state === 'delivered') rows.whereNotNull('delivered_at').whereNull('due_at');
    if (state === 'failed') rows.whereNotNull('failed_at');
    return rows;
  };
  const { rows, members } = await readPage(asked, matching, newestFirst);
  return { deliveries: rows.map((row) => presentDelivery(row, actor)), ...members };
}

/** Ids of the webhooks with a failed delivery that is still retried. */
export async function failingAmong(webhooks: readonly Webhook[]): Promise<Set<string>> {
  const ids = webhooks.map(({ id }) => id);
  const rows = await WebhookDeliveryModel.query()
    .distinct('webhook_id')
    .whereIn('webhook_id', ids)
    .whereNotNull('due_at')
    .where('attempts', '>', 0);
  return new Set(rows.map(({ webhookId }) => webhookId));
}

/** Sends an event again with the same webhook-id, whatever its outcome was. @throws DomainError not_found */
export async function replayDelivery(actor: Actor, id: string, deliveryId: string) {
  requireAccount(actor, 'webhooks');
  return inTransaction(actor, async (trx) => {
    const webhook = await readOwnWebhook(actor, id, trx);
    const own = WebhookDeliveryModel.query(trx).where('webhook_id', webhook.id);
    const row = await oneOf(own, deliveryId, 'delivery');
    await row.$query(trx).patchAndFetch({ dueAt: new Date(), attempts: 0, failedAt: null });
    await recordWebhook(trx, actor, 'webhook.replay', webhook, {
      after: { delivery: row.id, type: row.type },
    });
    return { delivery: presentDelivery(row, actor) };
  });
}

/** Queues an empty event as a test. @throws DomainError not_found */
export async function sendTestEvent(actor: Actor, id: string) {
  requireAccount(actor, 'webhooks');
  return inTransaction(actor, async (trx) => {
    const webhook = await readOwnWebhook(actor, id, trx);
    const event = { webhookId: webhook.id, type: TEST_EVENT, data: {} };
    const row = await WebhookDeliveryModel.query(trx).insert(event).returning('*');
    await recordWebhook(trx, actor, 'webhook.test', webhook, {});
    return { delivery: presentDelivery(row, actor) };
  });
}

function presentDelivery(row: WebhookDeliveryModel, actor: Actor): WebhookDelivery {
  return {
    ...presentRow(WebhookDelivery, row),
    state: row.dueAt ? 'waiting' : row.deliveredAt ? 'delivered' : 'failed',
    next_attempt_at: instant(row.dueAt),
    status: row.lastStatus,
    error: fromColumns(row.said, row.lastError, actor),
  };
}
