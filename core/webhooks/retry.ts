// Undelivered events: they are retried, and after the last attempt the webhook is paused, while its events
// keep waiting.
import { type WebhookDeliveryModel, WebhookModel } from '../../db/models/outgoing.js';
import { systemActor } from '../kernel/actor.js';
import { log } from '../kernel/log.js';
import { queueMail } from '../kernel/outbox.js';
import { inTransaction } from '../kernel/transaction.js';
import { ENGLISH } from '../languages/catalogues.js';
import { hostOf, recordWebhook } from './webhooks.js';

/** Seconds before each retry: the last one comes two days after the first attempt. */
const RETRY_DELAYS_S = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 57_600];

/** Records that an event was delivered. */
export async function recordDelivery(
  webhook: WebhookModel,
  delivery: WebhookDeliveryModel,
  type: string,
  status: number | null,
): Promise<void> {
  const now = new Date();
  await delivery.$query().patch({
    type,
    attempts: delivery.attempts + 1,
    attemptedAt: now,
    deliveredAt: now,
    dueAt: null,
    failedAt: null,
    lastStatus: status,
    lastError: null,
  });
  await WebhookModel.query().findById(webhook.id).patch({ lastSuccessAt: now });
}

/**
 * Records a failed attempt and schedules the next one. After the last, the webhook is paused and keeps the event if it
 * has accepted nothing since the event was created; otherwise only the event is given up.
 */
export async function recordFailure(
  webhook: WebhookModel,
  delivery: WebhookDeliveryModel,
  { status, error }: { status: number | null; error: string },
): Promise<void> {
  const attempts = delivery.attempts + 1;
  const delay = RETRY_DELAYS_S[delivery.attempts];
  const isDead =
    delay === undefined && !(webhook.lastSuccessAt && webhook.lastSuccessAt > delivery.createdAt);
  const isGone = status === 410;
  const isGivenUp = delay === undefined && !isDead && !isGone;
  await delivery.$query().patch({
    attempts,
    attemptedAt: new Date(),
    dueAt: isGivenUp ? null : new Date(Date.now() + (delay ?? 0) * 1000),
    failedAt: isGivenUp ? new Date() : null,
    lastStatus: status,
    lastError: error,
  });
  log.info(
    { webhook: webhook.id, delivery: delivery.id, attempts, status, reason: error },
    'an event did not arrive',
  );
  if (isGone) await pauseWebhook(webhook.id, ENGLISH.t('webhook-found.gone'));
  else if (isDead) await pauseWebhook(webhook.id, ENGLISH.t('webhook-found.nothing', { error }));
}

/** Pauses a webhook, unless it is paused already; its owner gets an email. */
export async function pauseWebhook(webhookId: string, reason: string): Promise<void> {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const [row] = await WebhookModel.query(trx)
      .where('id', webhookId)
      .whereNull('paused_at')
      .patch({ pausedAt: new Date(), pausedReason: reason, claimedUntil: null })
      .returning('*');
    if (!row) return;
    await recordWebhook(trx, actor, 'webhook.pause', row, { reason });
    await queueMail(trx, actor, {
      kind: 'webhook-paused',
      to: { userId: row.userId },
      data: { host: hostOf(row.url), reason },
    });
  });
}
