// The webhooks of all accounts, for operators. Addresses may contain secrets: operators see hosts only.
import { WebhookModel } from '../../db/models/outgoing.js';
import { requireAdmin } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import { check } from '../kernel/check.js';
import { MAX_ADMIN_PAGE, newestFirst, OwnedQuery, oneOf, presentEach, readPage } from '../kernel/lists.js';
import { Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import { deliveriesOf } from './deliveries.js';
import { hostOf, pauseOf, presentWebhook, recordWebhook, retryNow } from './webhooks.js';

/** A page of webhooks, newest first. */
export async function findWebhooks(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { owner, ...asked } = check(OwnedQuery, input);
  const matching = () => (owner ? WebhookModel.query().where('user_id', owner) : WebhookModel.query());
  const { rows, members } = await readPage(asked, MAX_ADMIN_PAGE, matching, (found) =>
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

/** @param row with its owner, and how many deliveries wait */
function presentOwned(row: WebhookModel) {
  const { url, ...webhook } = presentWebhook(row);
  const { waiting } = row as WebhookModel & { waiting: number };
  return { ...webhook, host: hostOf(url), owner: row.user?.email ?? '', waiting };
}

/** The log of any webhook. @throws DomainError not_found */
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
