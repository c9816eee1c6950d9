// The account's webhooks: creating, testing, pausing and deleting them, and their logs.
import type { User } from '../../../core/kernel/actor.js';
import { notFound } from '../../../core/kernel/errors.js';
import { listDeliveries, replayDelivery, sendTestEvent } from '../../../core/webhooks/deliveries.js';
import {
  DeliveryQuery,
  NewWebhook,
  type SecretWebhook,
  WEBHOOK_EVENTS,
} from '../../../core/webhooks/schema.js';
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
import { EMPTY_FORM, type FormState, listOf, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { memberOf, type Visit } from '../view/visit.js';

const FIELDS = [
  formAttributes(NewWebhook, 'url', {
    label: 'field.address',
    hint: 'field.webhook-url-hint',
    attributes: { type: 'url', placeholder: 'https://hooks.example.com/directory' },
  }),
  { ...formAttributes(NewWebhook, 'events', { label: 'field.events' }), options: [...WEBHOOK_EVENTS] },
];

const PATH = '/account/webhooks/:id';

export const webhookPages: PageRoute[] = [
  { method: 'get', path: '/account/webhooks', access: 'member', run: showWebhooks },
  {
    method: 'post',
    path: '/account/webhooks',
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      const input = { url: textOf(visit.values, 'url'), events: listOf(visit.values, 'events') };
      await runForm(
        visit,
        input,
        async () => showOnce(visit, await createWebhook(memberOf(visit), input)),
        (form) => showWebhooks(visit, form),
      );
    },
  },
  { method: 'get', path: PATH, access: 'member', run: (visit) => showWebhook(visit) },
  {
    method: 'post',
    path: `${PATH}/secret`,
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      await runForm(
        visit,
        {},
        async () => showOnce(visit, await rotateWebhookSecret(memberOf(visit), idOf(visit))),
        () => showWebhook(visit),
      );
    },
  },
  {
    method: 'post',
    path: `${PATH}/deliveries/:delivery/replay`,
    access: 'member',
    run: async (visit) => {
      const { id, delivery } = visit.req.params;
      await replayDelivery(memberOf(visit), String(id), String(delivery));
      visit.res.redirect(303, `/account/webhooks/${id}?done=event-queued`);
    },
  },
  {
    method: 'post',
    path: `${PATH}/:action`,
    access: 'member',
    run: async (visit) => {
      const action = ACTIONS[String(visit.req.params.action)];
      if (!action) throw notFound('action');
      await action.run(memberOf(visit), idOf(visit));
      const path = action.isLast ? '/account/webhooks' : `/account/webhooks/${idOf(visit)}`;
      visit.res.redirect(303, `${path}?done=${action.done}`);
    },
  },
];

interface Action {
  readonly done: string;
  /** The webhook is gone afterwards. */
  readonly isLast?: boolean;
  readonly run: (member: User, id: string) => Promise<unknown>;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  test: { done: 'event-queued', run: sendTestEvent },
  pause: { done: 'webhook-paused', run: (member, id) => updateWebhook(member, id, { paused: true }) },
  resume: { done: 'webhook-resumed', run: (member, id) => updateWebhook(member, id, { paused: false }) },
  delete: { done: 'webhook-deleted', isLast: true, run: deleteWebhook },
};

const idOf = ({ req }: Visit) => String(req.params.id);

/** Redirects to the page of the webhook, which shows its secret. */
function showOnce(visit: Visit, { webhook }: { webhook: SecretWebhook }): void {
  carry(visit, 'webhook', webhook);
  visit.res.redirect(303, `/account/webhooks/${webhook.id}`);
}

async function showWebhooks(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const { webhooks } = await listWebhooks(memberOf(visit));
  const { t } = visit.language;
  const labels = (event: (typeof WEBHOOK_EVENTS)[number]) => t(`event.${event}`);
  const data = { head: { title: t('account.webhooks') }, webhooks, fields: FIELDS, labels };
  await sendForm(visit, 'webhooks/index', data, form);
}

async function showWebhook(visit: Visit): Promise<void> {
  const carried = takeCarried<SecretWebhook>(visit, 'webhook');
  const member = memberOf(visit);
  const { webhook } = await getWebhook(member, idOf(visit));
  const log = await listDeliveries(member, webhook.id, readQueryString(DeliveryQuery, visit.req).query);
  await sendForm(visit, 'webhooks/one', {
    head: { title: visit.language.t('webhooks.title') },
    webhook,
    log,
    secret: carried?.id === webhook.id ? carried : null,
  });
}
