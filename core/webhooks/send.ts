// Sending events: at least once each, under one id however often it is tried. A worker claims a webhook and sends what is
// due, one after the other; a claim that runs out frees the webhook of a worker that died.
import { UserModel } from '../../db/models/user.js';
import { WebhookModel } from '../../db/models/webhook.js';
import { WebhookDeliveryModel } from '../../db/models/webhook-delivery.js';
import { EgressError, type Resolver } from '../addresses/egress.js';
import { guardedRequest } from '../addresses/guarded-request.js';
import { config } from '../kernel/config.js';
import { log } from '../kernel/log.js';
import { VERSION } from '../kernel/package.js';
import { enqueue } from '../kernel/queue.js';
import { renderEvent } from './events.js';
import { takeFromFeed } from './feed.js';
import { pauseWebhook } from './pause.js';
import { FEED_EVENTS } from './schema.js';
import { signatureHeaders } from './signing.js';

/** Milliseconds a receiver has to answer. */
const PATIENCE = 10_000;
/** Seconds before each further try: the last comes two days after the first. */
const PAUSES = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 57_600];
/** Seconds after which a worker that gave no sign is believed dead. */
const CLAIM_SECONDS = 30;
/** Milliseconds of a webhook's turn; the rest is for its next one, so that many webhooks share few workers. */
const TURN = 20_000;
const SWEPT_AT_ONCE = 200;

interface Options {
  readonly signal?: AbortSignal;
  readonly resolve?: Resolver;
}

/**
 * Sends what is due to a webhook, and what the feed has for it.
 * @returns whether there is more to send at once
 */
export async function sendEvents(webhookId: string, options: Options = {}): Promise<boolean> {
  let claimed = await claim(webhookId);
  const end = Date.now() + TURN;
  while (claimed) {
    const webhook: WebhookModel = claimed;
    const delivery = await nextDue(webhookId);
    if (!delivery && !(await takeFromFeed(webhookId))) break;
    if (delivery) await attempt(webhook, delivery, options);
    if (options.signal?.aborted || Date.now() > end) {
      await release(webhook);
      return true;
    }
    claimed = await claim(webhookId, webhook);
  }
  if (claimed) await release(claimed);
  return false;
}

/** Takes a webhook that nobody sends to, or keeps the one taken before; null where it is another's, or paused. */
async function claim(id: string, before?: WebhookModel): Promise<WebhookModel | null> {
  const [row] = await WebhookModel.query()
    .where('webhooks.id', id)
    .whereNull('paused_at')
    .where((free) => {
      if (before) free.where('claimed_until', before.claimedUntil);
      else free.whereNull('claimed_until').orWhere('claimed_until', '<', WebhookModel.raw('now()'));
    })
    .whereNotExists(
      UserModel.query()
        .whereColumn('users.id', 'webhooks.user_id')
        .whereNotNull('suspended_at')
        .whereRaw('coalesce(suspended_until > now(), true)'),
    )
    .patch({
      claimedUntil: WebhookModel.raw(`now() + interval '${CLAIM_SECONDS} seconds'`) as never,
    })
    .returning('*');
  return row ?? null;
}

async function release({ id, claimedUntil }: WebhookModel): Promise<void> {
  await WebhookModel.query().findById(id).where('claimed_until', claimedUntil).patch({ claimedUntil: null });
}

function nextDue(webhookId: string) {
  return WebhookDeliveryModel.query()
    .where('webhook_id', webhookId)
    .where('due_at', '<=', WebhookDeliveryModel.raw('now()'))
    .orderBy(['due_at', 'created_at', 'id'])
    .first();
}

async function attempt(
  webhook: WebhookModel,
  delivery: WebhookDeliveryModel,
  options: Options,
): Promise<void> {
  const event = await renderEvent(webhook, delivery);
  if (!event) {
    await delivery.$query().delete();
    return;
  }
  const body = JSON.stringify(event);
  const signed = signatureHeaders(webhook, { messageId: delivery.id, body, now: new Date() });
  if (!signed) {
    await pauseWebhook(webhook.id, 'Its secret can no longer be read. Give it a new one.');
    return;
  }
  const { status, error } = await post(webhook.url, body, signed, options);
  if (options.signal?.aborted && status === null) return;
  if (error === null) await settle(webhook, delivery, event.type, status);
  else await fail(webhook, delivery, { status, error });
}

/** @returns the status of the answer, and what is wrong with it in words its owner may read */
async function post(
  url: string,
  body: string,
  signed: Record<string, string>,
  options: Options,
): Promise<{ status: number | null; error: string | null }> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${config.serviceSlug}-webhooks/${VERSION}`,
    ...signed,
  };
  try {
    const request = { method: 'POST' as const, headers, body, time: PATIENCE, bytes: 0, ...options };
    const { status } = await guardedRequest(new URL(url), request);
    const isTaken = status >= 200 && status < 300;
    return { status, error: isTaken ? null : `It answered with ${status}.` };
  } catch (error) {
    return { status: null, error: describe(error as Error) };
  }
}

/** What our resolver knows of names inside is nobody's business: all refusals of the guard sound alike. */
function describe(error: Error & { code?: string }): string {
  if (error instanceof EgressError) return 'Its host has no address that may be reached from here.';
  return error.code ? `No connection (${error.code}).` : error.message;
}

async function settle(
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

/** Plans the next try. After the last one, a webhook that took nothing meanwhile is paused, and the event waits on. */
async function fail(
  webhook: WebhookModel,
  delivery: WebhookDeliveryModel,
  { status, error }: { status: number | null; error: string },
): Promise<void> {
  const attempts = delivery.attempts + 1;
  const pause = PAUSES[delivery.attempts];
  const isDead =
    pause === undefined && !(webhook.lastSuccessAt && webhook.lastSuccessAt > delivery.createdAt);
  const isGone = status === 410;
  const isGivenUp = pause === undefined && !isDead && !isGone;
  await delivery.$query().patch({
    attempts,
    attemptedAt: new Date(),
    dueAt: isGivenUp ? null : new Date(Date.now() + (pause ?? 0) * 1000),
    failedAt: isGivenUp ? new Date() : null,
    lastStatus: status,
    lastError: error,
  });
  log.info(
    { webhook: webhook.id, delivery: delivery.id, attempts, status, reason: error },
    'an event did not arrive',
  );
  if (isGone) await pauseWebhook(webhook.id, 'It answered that it is gone (410).');
  else if (isDead) await pauseWebhook(webhook.id, `Nothing arrived for two days. The last try: ${error}`);
}

/** Queues a job for every webhook that has something to send. @returns how many */
export async function sweepWebhooks(): Promise<number> {
  const { rows } = await WebhookModel.knex().raw<{ rows: { id: string }[] }>(
    `select id from webhooks
      where paused_at is null and (claimed_until is null or claimed_until < now()) and (
        exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and due_at <= now())
        or (events && ? and (feed_place < (select last_value from listing_changes_place)
          or exists (select 1 from listing_changes where place is null))))
      order by last_success_at nulls first limit ?`,
    [[...FEED_EVENTS], SWEPT_AT_ONCE],
  );
  for (const { id } of rows) await enqueue('send-events', { webhookId: id });
  return rows.length;
}
