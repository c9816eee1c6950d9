// Sends events: at least once each, with the same id on every attempt. A worker leases a webhook and sends its due events
// in turn; undelivered ones are retried, and after the last attempt the webhook is paused while its events wait.
import { UserModel } from '../../db/models/accounts.js';
import { WebhookDeliveryModel, WebhookModel } from '../../db/models/outgoing.js';
import { systemActor } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { inColumns, type Said, say, toEnglish } from '../kernel/errors.js';
import { isFree, leaseEnd, RELEASED } from '../kernel/leases.js';
import { log } from '../kernel/log.js';
import { VERSION } from '../kernel/package.js';
import { enqueue } from '../kernel/queue.js';
import { IS_SUSPENDED, inTransaction } from '../kernel/transaction.js';
import { queueMail } from '../mail/outbox.js';
import { read } from '../reader/reader.js';
import { renderEvent, takeFromFeed } from './events.js';
import { FEED_EVENTS } from './schema.js';
import { signatureHeaders } from './signing.js';
import { hostOf, recordWebhook } from './webhooks.js';

/** Seconds until a worker that has not renewed its lease is presumed dead. */
const LEASE_SECONDS = 30;
/** Milliseconds a job spends on one webhook, so that many webhooks share few workers. */
const MAX_RUN_MS = 20_000;
const SWEEP_BATCH = 200;
/** Webhooks a process sends at a time; how many of them may be of one account, so that its slow receivers leave
 * workers to others; and how many may be failing. */
export const AT_A_TIME = 8;
const MOST_OF_ACCOUNT = 2;
const MOST_FAILING = 4;
const sending = new Set<{ readonly userId: string; readonly isFailing: boolean }>();
/** SQL: an event of the webhook is due again, because its receiver did not accept it. */
const IS_FAILING = `exists (select 1 from webhook_deliveries
  where webhook_id = webhooks.id and due_at is not null and attempts > 0)`;

/** Sends a webhook's due events, and those from the feed. @returns whether there is more to send at once */
export async function sendEvents(webhookId: string, signal?: AbortSignal): Promise<boolean> {
  const webhook = await WebhookModel.query()
    .findById(webhookId)
    .select('user_id', WebhookModel.raw(`${IS_FAILING} as is_failing`))
    .castTo<{ userId: string; isFailing: boolean } | undefined>();
  if (!webhook) return false;
  const others = [...sending];
  const ofAccount = others.filter(({ userId }) => userId === webhook.userId);
  const failing = others.filter(({ isFailing }) => isFailing && webhook.isFailing);
  // The sweep will find this webhook again.
  if (ofAccount.length >= MOST_OF_ACCOUNT || failing.length >= MOST_FAILING) return false;
  sending.add(webhook);
  try {
    return await sendInTurn(webhookId, signal);
  } finally {
    sending.delete(webhook);
  }
}

async function sendInTurn(webhookId: string, signal?: AbortSignal): Promise<boolean> {
  const end = Date.now() + MAX_RUN_MS;
  let webhook = await acquireLease(webhookId);
  while (webhook) {
    const delivery = await nextDue(webhookId);
    const isOver = delivery
      ? // A silent receiver gives up its place: its other events come with the next sweep.
        (await attempt(webhook, delivery, signal)) === 'silent'
      : !(await takeFromFeed(webhookId));
    if (isOver || signal?.aborted || Date.now() > end) {
      await releaseLease(webhook);
      return !isOver;
    }
    webhook = await acquireLease(webhookId, webhook);
  }
  return false;
}

/** Leases a free webhook, or renews `before`; null if another worker has it, it is paused, or its owner suspended. */
async function acquireLease(id: string, before?: WebhookModel): Promise<WebhookModel | null> {
  const [row] = await WebhookModel.query()
    .where('webhooks.id', id)
    .whereNull('paused_at')
    .where((free) => {
      if (before) free.where('leased_until', before.leasedUntil);
      else free.whereRaw(isFree());
    })
    .whereNotExists(UserModel.query().whereColumn('users.id', 'webhooks.user_id').whereRaw(IS_SUSPENDED))
    .patch({ leasedUntil: leaseEnd(LEASE_SECONDS) })
    .returning('*');
  return row ?? null;
}

async function releaseLease({ id, leasedUntil }: WebhookModel): Promise<void> {
  await WebhookModel.query().findById(id).where('leased_until', leasedUntil).patch(RELEASED);
}

function nextDue(webhookId: string) {
  return WebhookDeliveryModel.query()
    .where('webhook_id', webhookId)
    .where('due_at', '<=', WebhookDeliveryModel.raw('now()'))
    .orderBy(['due_at', 'created_at', 'id'])
    .first();
}

async function attempt(webhook: WebhookModel, delivery: WebhookDeliveryModel, signal?: AbortSignal) {
  const event = await renderEvent(webhook, delivery);
  if (!event) return void (await delivery.$query().delete());
  const body = JSON.stringify(event);
  const signed = signatureHeaders(webhook, delivery.id, body);
  if (!signed) return pauseWebhook(webhook.id, say('webhook-found.secret'));
  const agent = `${config.serviceSlug}-webhooks/${VERSION}`;
  const headers = { 'content-type': 'application/json', 'user-agent': agent, ...signed };
  const message = { url: webhook.url, body, headers };
  const { status, failure } = await read('message', message, { account: webhook.userId, signal }).catch(
    (error: Error) => ({ status: null, failure: error.message }),
  );
  if (signal?.aborted && status === null) return;
  if (failure === null) await recordDelivery(webhook, delivery, event.type, status);
  else await recordFailure(webhook, delivery, { status, failure });
  return status === null ? 'silent' : undefined;
}

/** Webhooks with something to send: the first of each account first, failing ones last. */
export async function findDueWebhooks(): Promise<string[]> {
  const { rows } = await WebhookModel.knex().raw<{ rows: { id: string }[] }>(
    `select id from webhooks
      where paused_at is null and ${isFree()} and (
        exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and due_at <= now())
        or (events && ? and (feed_place < (select last_value from listing_changes_place)
          or exists (select 1 from listing_changes where place is null))))
      order by ${IS_FAILING}, row_number() over (partition by user_id order by last_success_at desc nulls last),
        last_success_at nulls last limit ?`,
    [[...FEED_EVENTS], SWEEP_BATCH],
  );
  return rows.map(({ id }) => id);
}

export async function sweepWebhooks(): Promise<number> {
  const due = await findDueWebhooks();
  for (const webhookId of due) await enqueue('send-events', { webhookId });
  return due.length;
}

/** Seconds before each retry: the last one comes two days after the first attempt. */
const RETRY_DELAYS_S = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 57_600];

async function recordDelivery(
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
    said: null,
  });
  await WebhookModel.query().findById(webhook.id).patch({ lastSuccessAt: now });
}

/** Records a failed attempt and schedules the next one. After the last, pauses the webhook and keeps the event if the
 * receiver has accepted nothing since the event was created; otherwise gives up only the event. */
async function recordFailure(
  webhook: WebhookModel,
  delivery: WebhookDeliveryModel,
  { status, failure }: { status: number | null; failure: Said | string },
): Promise<void> {
  const attempts = delivery.attempts + 1;
  const delay = RETRY_DELAYS_S[delivery.attempts];
  const isDead =
    delay === undefined && !(webhook.lastSuccessAt && webhook.lastSuccessAt > delivery.createdAt);
  const isGone = status === 410;
  const isGivenUp = delay === undefined && !isDead && !isGone;
  const { text, said } = inColumns(failure);
  await delivery.$query().patch({
    attempts,
    attemptedAt: new Date(),
    dueAt: isGivenUp ? null : new Date(Date.now() + (delay ?? 0) * 1000),
    failedAt: isGivenUp ? new Date() : null,
    lastStatus: status,
    lastError: text,
    said,
  });
  log.info(
    { webhook: webhook.id, delivery: delivery.id, attempts, status, reason: said ? toEnglish(said) : text },
    'an event did not arrive',
  );
  if (isGone) await pauseWebhook(webhook.id, say('webhook-found.gone'));
  else if (isDead) await pauseWebhook(webhook.id, say('webhook-found.nothing', { error: failure }));
}

/** Pauses a webhook, unless already paused, and emails its owner. */
async function pauseWebhook(webhookId: string, reason: Said): Promise<void> {
  const actor = systemActor('job');
  await inTransaction(actor, async (trx) => {
    const [row] = await WebhookModel.query(trx)
      .where('id', webhookId)
      .whereNull('paused_at')
      .patch({ ...RELEASED, pausedAt: new Date(), pausedReason: null, pausedSaid: reason })
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
