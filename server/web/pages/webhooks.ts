// The account's webhooks: creating, testing, pausing and deleting them, and their logs.
import type { Said } from '../../../core/kernel/errors.js';
import { listingNames } from '../../../core/listings/present.js';
import * as deliveries from '../../../core/webhooks/deliveries.js';
import { DeliveryQuery, NewWebhook, type SecretWebhook } from '../../../core/webhooks/schema.js';
import * as webhooks from '../../../core/webhooks/webhooks.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { formFields } from '../form/form-fields.js';
import { flash, takeFlash } from '../form/held-form.js';
import { type FormState, type PageRoute, sendForm } from '../route.js';
import { saidText } from '../view/error-text.js';
import { labelOf } from '../view/labels.js';
import { idOf, memberOf } from '../view/links.js';

const FIELDS = formFields(NewWebhook, {
  url: {
    label: 'field.address',
    hint: 'field.webhook-url-hint',
    attributes: { type: 'url', placeholder: 'https://example.com/hook' },
  },
  events: {},
});

const LIST = '/account/webhooks';
const PATH = `${LIST}/:id`;
const toOne = (done: string) => (visit: Exchange) => `${LIST}/${idOf(visit)}?done=${done}`;

export const webhookPages: PageRoute[] = [
  {
    path: LIST,
    fields: FIELDS,
    does: async (visit, typed) => showOnce(visit, await webhooks.createWebhook(memberOf(visit), typed)),
    show: showWebhooks,
  },
  { path: PATH, show: showWebhook },
  {
    path: `${PATH}/secret`,
    does: async (visit) => showOnce(visit, await webhooks.rotateWebhookSecret(memberOf(visit), idOf(visit))),
    again: showWebhook,
  },
  {
    path: `${PATH}/deliveries/:delivery/replay`,
    does: (visit) =>
      deliveries.replayDelivery(memberOf(visit), idOf(visit), String(visit.req.params.delivery)),
    to: toOne('event-queued'),
  },
  {
    path: `${PATH}/test`,
    does: (visit) => deliveries.sendTestEvent(memberOf(visit), idOf(visit)),
    to: toOne('event-queued'),
  },
  {
    path: `${PATH}/pause`,
    does: (visit) => webhooks.updateWebhook(memberOf(visit), idOf(visit), { paused: true }),
    to: toOne('webhook-paused'),
  },
  {
    path: `${PATH}/resume`,
    does: (visit) => webhooks.updateWebhook(memberOf(visit), idOf(visit), { paused: false }),
    to: toOne('webhook-resumed'),
  },
  {
    path: `${PATH}/delete`,
    does: (visit) => webhooks.deleteWebhook(memberOf(visit), idOf(visit)),
    to: `${LIST}?done=webhook-deleted`,
  },
];

const showOnce = (visit: Exchange, { webhook }: { webhook: SecretWebhook }) =>
  flash(visit, `${LIST}/${webhook.id}`, 'webhook', webhook);

const labelsIn = (visit: Exchange) => (event: string) => labelOf(visit.language, `event.${event}`, event);

async function showWebhooks(visit: Exchange, form?: FormState): Promise<void> {
  const found = await webhooks.listWebhooks(memberOf(visit));
  const head = { title: visit.language.t('account.webhooks') };
  const failing = await deliveries.failingAmong(found.webhooks);
  const data = { head, ...found, failing, fields: FIELDS, labels: labelsIn(visit) };
  await sendForm(visit, 'webhooks/index', data, form);
}

async function showWebhook(visit: Exchange): Promise<void> {
  const carried = takeFlash<SecretWebhook>(visit, 'webhook');
  const member = memberOf(visit);
  const tell = (said: Said) => saidText(visit.language, said);
  const { webhook } = await webhooks.getWebhook(member, idOf(visit), tell);
  const query = readQueryString(DeliveryQuery, visit.req);
  const log = await deliveries.listDeliveries(member, webhook.id, query, tell);
  await sendForm(visit, 'webhooks/one', {
    head: { title: visit.language.t('webhooks.title') },
    webhook,
    log,
    names: await listingNames(log.deliveries.flatMap(({ listing_id: id }) => id ?? [])),
    labels: labelsIn(visit),
    secret: carried?.id === webhook.id ? carried : null,
  });
}
