// An account's webhooks: creates, changes, pauses and deletes them.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { UserModel } from '../../db/models/accounts.js';
import { WebhookDeliveryModel, WebhookModel } from '../../db/models/outgoing.js';
import { publicHostProblem } from '../addresses/site.js';
import { type Actor, requireAccount, requireAdmin, requireRight } from '../kernel/actor.js';
import { type AuditedChange, recordChange } from '../kernel/audit.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { check } from '../kernel/check.js';
import { config } from '../kernel/config.js';
import {
  collecting,
  DomainError,
  type FieldError,
  fieldError,
  fromColumns,
  type Reader,
  say,
  validationError,
} from '../kernel/errors.js';
import { newestFirst, OwnedQuery, oneOf, presentEach, readPage } from '../kernel/lists.js';
import { presentRow, Reason } from '../kernel/schema.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { inTransaction } from '../kernel/transaction.js';
import { latestPosition } from '../search/changes.js';
import { NewWebhook, type SecretWebhook, Webhook, WebhookPatch } from './schema.js';
import { makeSecret } from './signing.js';

const MAX_WEBHOOKS = 10;
const OLD_SECRET_HOURS = 24;

/** Creates a webhook for changes from now on. @returns it, with its secret @throws DomainError webhook_limit */
export async function createWebhook(actor: Actor, input: unknown): Promise<{ webhook: SecretWebhook }> {
  requireAccount(actor, 'webhooks');
  const { address, events, categories = null } = checkNew(input);
  if (events.includes('review.waiting')) requireRight(actor, 'desk');
  const id = randomUUID();
  const { secret, sealed } = makeSecret(id);
  const feedPlace = await latestPosition();
  return inTransaction(actor, { changesOwnAccount: true }, async (trx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit.
    await UserModel.query(trx).findById(actor.account.id).forNoKeyUpdate();
    if ((await WebhookModel.query(trx).where('user_id', actor.account.id).resultSize()) >= MAX_WEBHOOKS)
      throw new DomainError('webhook_limit', say('error.webhook-limit', { most: MAX_WEBHOOKS }));
    const row = await WebhookModel.query(trx)
      .insert({
        id,
        userId: actor.account.id,
        url: address,
        events: [...new Set(events)],
        categories,
        secret: sealed,
        feedPlace,
      })
      .returning('*');
    await recordWebhook(trx, actor, 'webhook.create', row, { after: settingsOf(row) });
    return { webhook: { ...presentWebhook(row, actor), secret } };
  });
}

export async function listWebhooks(actor: Actor): Promise<{ webhooks: Webhook[] }> {
  requireAccount(actor, 'webhooks');
  const rows = await WebhookModel.query().where('user_id', actor.account.id).orderBy('created_at', 'desc');
  return { webhooks: presentEach(rows, (row) => presentWebhook(row, actor)) };
}

/** @throws DomainError not_found (also for a webhook of another account) */
export async function getWebhook(actor: Actor, id: string) {
  return { webhook: presentWebhook(await readOwnWebhook(actor, id), actor) };
}

/** Changes the sent fields; `paused: false` resumes with the backlog. @throws DomainError not_found */
export async function updateWebhook(actor: Actor, id: string, input: unknown): Promise<{ webhook: Webhook }> {
  requireAccount(actor, 'webhooks');
  const { url, paused, ...fields } = check(WebhookPatch, input);
  const address = url === undefined ? {} : { url: readAddress(url) };
  return inTransaction(actor, async (trx) => {
    const row = await readOwnWebhook(actor, id, trx);
    const before = settingsOf(row);
    await row.$query(trx).patchAndFetch({ ...address, ...fields });
    if (paused !== undefined) await setPaused(trx, row, paused);
    await recordWebhook(trx, actor, 'webhook.update', row, { before, after: settingsOf(row) });
    return { webhook: presentWebhook(row, actor) };
  });
}

/** Pauses a webhook, or resumes it: waiting events are then retried at once, with all their attempts. */
async function setPaused(trx: Transaction, row: WebhookModel, paused: boolean, reason: string | null = null) {
  if (paused !== (row.pausedAt !== null))
    await row.$query(trx).patchAndFetch({
      pausedAt: paused ? new Date() : null,
      pausedReason: paused ? reason : null,
      pausedSaid: null,
    });
  if (!paused)
    await WebhookDeliveryModel.query(trx)
      .where('webhook_id', row.id)
      .whereNotNull('due_at')
      .patch({ dueAt: new Date(), attempts: 0 });
}

/** The webhooks of one account or all, newest first, named by the hosts of their addresses. */
export async function findWebhooks(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { owner, ...asked } = check(OwnedQuery, input);
  const matching = () => (owner ? WebhookModel.query().where('user_id', owner) : WebhookModel.query());
  const { rows, members } = await readPage(asked, matching, (found) =>
    newestFirst(found).withGraphFetched('user'),
  );
  const webhooks = presentEach(rows, (row) => {
    const { url, ...webhook } = presentWebhook(row, actor);
    return { ...webhook, host: hostOf(url), owner: row.user?.email ?? '' };
  });
  return { webhooks, ...members };
}

/** Pauses any webhook for a reason its owner reads, or resumes it. @throws DomainError not_found */
export async function setWebhookPaused(actor: Actor, id: string, paused: boolean, input: unknown = {}) {
  requireAdmin(actor);
  const { reason = null } = check(Reason, input);
  await inTransaction(actor, async (trx) => {
    const row = await oneOf(WebhookModel.query(trx).forUpdate(), id, 'webhook');
    if (paused === (row.pausedAt !== null)) return;
    const before = settingsOf(row);
    await setPaused(trx, row, paused, reason);
    await recordWebhook(trx, actor, 'webhook.update', row, { before, after: settingsOf(row), reason });
  });
}

/** Deletes a webhook with its deliveries. @throws DomainError not_found */
export async function deleteWebhook(actor: Actor, id: string): Promise<{ deleted: true; id: string }> {
  requireAccount(actor, 'webhooks');
  return inTransaction(actor, async (trx) => {
    const row = await readOwnWebhook(actor, id, trx);
    await row.$query(trx).delete();
    await recordWebhook(trx, actor, 'webhook.delete', row, { before: settingsOf(row) });
    return { deleted: true, id: row.id };
  });
}

/** Gives a webhook a new secret; for a day requests are signed with both. @throws DomainError not_found */
export async function rotateWebhookSecret(actor: Actor, id: string): Promise<{ webhook: SecretWebhook }> {
  requireAccount(actor, 'webhooks');
  return inTransaction(actor, async (trx) => {
    const row = await readOwnWebhook(actor, id, trx);
    const { secret, sealed } = makeSecret(row.id);
    const oldSecretUntil = new Date(Date.now() + OLD_SECRET_HOURS * 3_600_000);
    await row.$query(trx).patchAndFetch({ secret: sealed, oldSecret: row.secret, oldSecretUntil });
    await recordWebhook(trx, actor, 'webhook.rotate-secret', row, {});
    return { webhook: { ...presentWebhook(row, actor), secret } };
  });
}

/** A webhook of the caller; locked in a transaction. @throws DomainError not_found */
export async function readOwnWebhook(actor: Actor, id: string, trx?: Transaction): Promise<WebhookModel> {
  requireAccount(actor, 'webhooks');
  const own = WebhookModel.query(trx).where('user_id', actor.account.id);
  return oneOf(trx ? own.forUpdate() : own, id, 'webhook');
}

export async function recordWebhook(
  trx: Transaction,
  actor: Actor,
  action: AuditAction,
  { id, url }: WebhookModel,
  change: Pick<AuditedChange, 'before' | 'after' | 'reason'>,
): Promise<void> {
  await recordChange(trx, actor, { action, subject: { type: 'webhook', id, label: hostOf(url) }, ...change });
}

/** Addresses of webhooks may contain secrets in path or query: audit log and emails name only the host. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

function settingsOf({ url, events, categories, pausedAt }: WebhookModel): Record<string, unknown> {
  return { host: hostOf(url), events, categories, paused: pausedAt !== null };
}

export const presentWebhook = (row: WebhookModel, reader: Reader): Webhook => ({
  ...presentRow(Webhook, row),
  paused_reason: fromColumns(row.pausedSaid, row.pausedReason, reader),
});

/** Checks a new webhook. @throws DomainError validation_error with the errors of all fields */
function checkNew(input: unknown) {
  const [errors, problems]: [FieldError[], FieldError[]] = [[], []];
  const checked = collecting(errors, () => check(NewWebhook, input));
  const { url } = (input ?? {}) as { url?: unknown };
  const isRead = typeof url === 'string' && !errors.some(({ field }) => field === 'url');
  const address = isRead ? collecting(problems, () => readAddress(checked?.url ?? url)) : null;
  if (!checked || address === null) throw validationError([...problems, ...errors]);
  return { ...checked, address };
}

function readAddress(typed: string): string {
  const url = parseUrl(typed);
  const isOpen = config.screenshotAllowPrivate;
  if (url?.protocol !== 'https:' && !(isOpen && url?.protocol === 'http:'))
    throw fieldError('url', say('invalid.https'), 'not_a_web_address');
  if (url.username || url.password) throw fieldError('url', say('invalid.no-credentials'), 'not_allowed');
  const problem = publicHostProblem(url.hostname);
  if (problem) throw fieldError('url', problem, 'not_allowed');
  if (url.port && !isOpen) throw fieldError('url', say('invalid.port'), 'not_allowed');
  return url.href;
}
