// The account's webhooks: creating, testing, pausing and deleting them, and their logs.
import type { User } from '../../../core/kernel/actor.js';
import { notFound, type Said } from '../../../core/kernel/errors.js';
import { listingNames } from '../../../core/listings/present.js';
import * as deliveries from '../../../core/webhooks/deliveries.js';
import { DeliveryQuery, NewWebhook, type SecretWebhook } from '../../../core/webhooks/schema.js';
import * as webhooks from '../../../core/webhooks/webhooks.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { carry, takeCarried } from '../form/carried.js';
import { type FormState, sendForm } from '../form/form.js';
import { formFields } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { saidText } from '../view/error-text.js';
import { labelOf } from '../view/labels.js';
import { idOf, memberOf } from '../view/visit.js';

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
    does: async (visit) => {
      await deliveries.replayDelivery(memberOf(visit), idOf(visit), String(visit.req.params.delivery));
      return `${LIST}/${idOf(visit)}?done=event-queued`;
    },
  },
  {
    path: `${PATH}/:action`,
    does: async (visit) => {
      const action = ACTIONS.get(String(visit.req.params.action));
      if (!action) throw notFound('action');
      await action.run(memberOf(visit), idOf(visit));
      return `${action.isLast ? LIST : `${LIST}/${idOf(visit)}`}?done=${action.done}`;
    },
  },
];

interface Action {
  readonly done: string;
  /** The webhook is gone afterwards. */
  readonly isLast?: boolean;
  readonly run: (member: User, id: string) => Promise<unknown>;
}

const ACTIONS: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    test: { done: 'event-queued', run: deliveries.sendTestEvent },
    pause: {
      done: 'webhook-paused',
      run: (member, id) => webhooks.updateWebhook(member, id, { paused: true }),
    },
    resume: {
      done: 'webhook-resumed',
      run: (member, id) => webhooks.updateWebhook(member, id, { paused: false }),
    },
    delete: { done: 'webhook-deleted', isLast: true, run: webhooks.deleteWebhook },
  }),
);

const showOnce = (visit: Exchange, { webhook }: { webhook: SecretWebhook }) =>
  carry(visit, `${LIST}/${webhook.id}`, 'webhook', webhook);

const labelsIn = (visit: Exchange) => (event: string) => labelOf(visit.language, `event.${event}`, event);

async function showWebhooks(visit: Exchange, form?: FormState): Promise<void> {
  const found = await webhooks.listWebhooks(memberOf(visit));
  const head = { title: visit.language.t('account.webhooks') };
  const failing = await deliveries.failingAmong(found.webhooks);
  const data = { head, ...found, failing, fields: FIELDS, labels: labelsIn(visit) };
  await sendForm(visit, 'webhooks/index', data, form);
}

async function showWebhook(visit: Exchange): Promise<void> {
  const carried = takeCarried<SecretWebhook>(visit, 'webhook');
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
