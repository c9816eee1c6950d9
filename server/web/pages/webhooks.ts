// The account's webhooks: creating, testing, pausing and deleting them, and their logs.
import type { User } from '../../../core/kernel/actor.js';
import { notFound } from '../../../core/kernel/errors.js';
import {
  failingAmong,
  listDeliveries,
  replayDelivery,
  sendTestEvent,
} from '../../../core/webhooks/deliveries.js';
import { DeliveryQuery, NewWebhook, type SecretWebhook } from '../../../core/webhooks/schema.js';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../../../core/webhooks/webhooks.js';
import { readQueryString } from '../../http/query-string.js';
import { carry, takeCarried } from '../form/carried.js';
import { type FormState, sendForm } from '../form/form.js';
import { formFields } from '../form/form-fields.js';
import { formPage, posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { labelOf } from '../view/labels.js';
import { memberOf, type Visit } from '../view/visit.js';

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
  ...formPage({
    path: LIST,
    fields: FIELDS,
    run: async (visit, typed) => showOnce(visit, await createWebhook(memberOf(visit), typed)),
    show: showWebhooks,
  }),
  { method: 'get', path: PATH, run: showWebhook },
  posted({
    path: `${PATH}/secret`,
    run: async (visit) => showOnce(visit, await rotateWebhookSecret(memberOf(visit), idOf(visit))),
    again: showWebhook,
  }),
  posted({
    path: `${PATH}/deliveries/:delivery/replay`,
    run: async (visit) => {
      await replayDelivery(memberOf(visit), idOf(visit), String(visit.req.params.delivery));
      visit.res.redirect(303, `${LIST}/${idOf(visit)}?done=event-queued`);
    },
  }),
  posted({
    path: `${PATH}/:action`,
    run: async (visit) => {
      const action = ACTIONS.get(String(visit.req.params.action));
      if (!action) throw notFound('action');
      await action.run(memberOf(visit), idOf(visit));
      const path = action.isLast ? LIST : `${LIST}/${idOf(visit)}`;
      visit.res.redirect(303, `${path}?done=${action.done}`);
    },
  }),
];

interface Action {
  readonly done: string;
  /** The webhook is gone afterwards. */
  readonly isLast?: boolean;
  readonly run: (member: User, id: string) => Promise<unknown>;
}

const ACTIONS: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    test: { done: 'event-queued', run: sendTestEvent },
    pause: { done: 'webhook-paused', run: (member, id) => updateWebhook(member, id, { paused: true }) },
    resume: { done: 'webhook-resumed', run: (member, id) => updateWebhook(member, id, { paused: false }) },
    delete: { done: 'webhook-deleted', isLast: true, run: deleteWebhook },
  }),
);

const idOf = ({ req }: Visit) => String(req.params.id);

/** Redirects to the page of the webhook, which shows its secret. */
const showOnce = (visit: Visit, { webhook }: { webhook: SecretWebhook }) =>
  carry(visit, `${LIST}/${webhook.id}`, 'webhook', webhook);

const labelsIn = (visit: Visit) => (event: string) => labelOf(visit.language, `event.${event}`, event);

async function showWebhooks(visit: Visit, form?: FormState): Promise<void> {
  const { webhooks } = await listWebhooks(memberOf(visit));
  const head = { title: visit.language.t('account.webhooks') };
  const failing = await failingAmong(webhooks);
  const data = { head, webhooks, failing, fields: FIELDS, labels: labelsIn(visit) };
  await sendForm(visit, 'webhooks/index', data, form);
}

async function showWebhook(visit: Visit): Promise<void> {
  const carried = takeCarried<SecretWebhook>(visit, 'webhook');
  const member = memberOf(visit);
  const { webhook } = await getWebhook(member, idOf(visit));
  const log = await listDeliveries(member, webhook.id, readQueryString(DeliveryQuery, visit.req));
  await sendForm(visit, 'webhooks/one', {
    head: { title: visit.language.t('webhooks.title') },
    webhook,
    log,
    labels: labelsIn(visit),
    secret: carried?.id === webhook.id ? carried : null,
  });
}
