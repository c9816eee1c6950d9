// Deliveries of a webhook: sent and waiting ones, sending again, a test.
import { WebhookDeliveryModel, WebhookModel } from '../../db/models/outgoing.js';
import { type Actor, requireAccount, requireAdmin } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { fromColumns, type Tell, toEnglish } from '../kernel/errors.js';
import { newestFirst, OwnedQuery, oneOf, presentEach, readPage } from '../kernel/lists.js';
import { presentRow, Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { instant } from '../listings/present.js';
import { DeliveryQuery, type Webhook, WebhookDelivery } from './schema.js';
import { hostOf, pauseOf, presentWebhook, readOwnWebhook, recordWebhook, retryNow } from './webhooks.js';

const TEST_EVENT = 'webhook.test';

/** A page of a webhook's deliveries, newest first. @throws DomainError not_found */
export async function listDeliveries(actor: Actor, id: string, input: unknown, tell: Tell = toEnglish) {
  return deliveriesOf(await readOwnWebhook(actor, id), input, tell);
}

export async function deliveriesOf({ id }: WebhookModel, input: unknown, tell: Tell = toEnglish) {
  const { state, ...asked } = check(DeliveryQuery, input);
  const matching = () => {
    const rows = WebhookDeliveryModel.query().where('webhook_id', id);
    if (state === 'waiting') rows.whereNotNull('due_at');
    if (state === 'delivered') rows.whereNotNull('delivered_at').whereNull('due_at');
    if (state === 'failed') rows.whereNotNull('failed_at');
    return rows;
  };
  const { rows, members } = await readPage(asked, matching, newestFirst);
  return { deliveries: rows.map((row) => presentDelivery(row, tell)), ...members };
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
    return { delivery: presentDelivery(row) };
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
    return { delivery: presentDelivery(row) };
  });
}

function presentDelivery(row: WebhookDeliveryModel, tell: Tell = toEnglish): WebhookDelivery {
  return {
    ...presentRow(WebhookDelivery, row),
    state: row.dueAt ? 'waiting' : row.deliveredAt ? 'delivered' : 'failed',
    next_attempt_at: instant(row.dueAt),
    status: row.lastStatus,
    error: fromColumns(row.said, row.lastError, tell),
  };
}

export async function findWebhooks(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { owner, ...asked } = check(OwnedQuery, input);
  const matching = () => (owner ? WebhookModel.query().where('user_id', owner) : WebhookModel.query());
  const { rows, members } = await readPage(asked, matching, (found) =>
    newestFirst(found)
      .select(
        'webhooks.*',
        WebhookModel.raw(
          `(select count(*)::int from webhook_deliveries where webhook_id = webhooks.id and due_at is not null) as waiting`,
        ),
      )
      .withGraphFetched('user'),
  );
  return { webhooks: presentEach(rows, presentOwned), ...members };
}

function presentOwned(row: WebhookModel) {
  const { url, ...webhook } = presentWebhook(row);
  const { waiting } = row as WebhookModel & { waiting: number };
  return { ...webhook, host: hostOf(url), owner: row.user?.email ?? '', waiting };
}

/** The deliveries of any webhook. @throws DomainError not_found */
export async function listAnyDeliveries(actor: Actor, id: string, input: unknown) {
  requireAdmin(actor);
  return deliveriesOf(await oneOf(WebhookModel.query(), id, 'webhook'), input);
}

/** Pauses any webhook for a reason its owner reads, or resumes it. @throws DomainError not_found */
export async function setWebhookPaused(actor: Actor, id: string, paused: boolean, input: unknown = {}) {
  requireAdmin(actor);
  const { reason = null } = check(Reason, input);
  await inTransaction(actor, async (trx) => {
    const row = await oneOf(WebhookModel.query(trx).forUpdate(), id, 'webhook');
    const change = pauseOf(row, paused);
    if (change.pausedAt === undefined) return;
    await row.$query(trx).patch({ ...change, ...(paused ? { pausedReason: reason } : {}) });
    if (!paused) await retryNow(trx, row.id);
    const action = paused ? 'webhook.pause' : 'webhook.update';
    await recordWebhook(trx, actor, action, row, { after: { paused }, reason });
  });
}
