// What programs use of an account: API keys, webhooks, and apps authorized by OAuth.
import { listApps, revokeApp } from '../../../core/accounts/apps.js';
import { type MintedKey, NewKey } from '../../../core/accounts/key-schema.js';
import { listKeys, mintKey, revokeKey, rotateKey } from '../../../core/accounts/keys.js';
import { may, type Scope, type User } from '../../../core/kernel/actor.js';
import { removed } from '../../../core/kernel/errors.js';
import { listingNames } from '../../../core/listings/present.js';
import { endAsked } from '../../../core/settings/dates.js';
import * as deliveries from '../../../core/webhooks/deliveries.js';
import { DeliveryQuery, NewWebhook, type SecretWebhook } from '../../../core/webhooks/schema.js';
import * as webhooks from '../../../core/webhooks/webhooks.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { allow, deny, readConsent } from '../../oauth/consent.js';
import { formFields } from '../form/form-fields.js';
import { flash, takeFlash } from '../form/held-form.js';
import { EMPTY_FORM, type FormState, listOf, type PageRoute, sendForm, textOf, textsOf } from '../route.js';
import { labelOf } from '../view/labels.js';
import { idOf, memberOf } from '../view/links.js';

const KEY_FIELDS = formFields(NewKey, {
  name: { hint: 'field.key-name-hint' },
  scopes: { hint: 'field.scopes-hint' },
  expires_at: { label: 'field.last-day', hint: 'field.last-day-hint', attributes: { type: 'date' } },
  rate_limit: {
    hint: 'field.rate-limit-hint',
    attributes: { type: 'number', inputmode: 'numeric', min: 1, max: 10_000 },
  },
});

const EVERYTHING = '*';
/** A new key starts with the narrowest scope. */
const NEW_KEY: FormState = { ...EMPTY_FORM, values: { scopes: ['listings:read'] } };

const HOOK_FIELDS = formFields(NewWebhook, {
  url: {
    label: 'field.address',
    hint: 'field.webhook-url-hint',
    attributes: { type: 'url', placeholder: 'https://example.com/hook' },
  },
  events: {},
});
const MEMBER_HOOK_FIELDS = HOOK_FIELDS.map((field) => ({
  ...field,
  options: field.options.filter((event) => event !== 'review.waiting'),
}));

const HOOKS = '/account/webhooks';
const HOOK = `${HOOKS}/:id`;
const toHook = (
  name: string,
  done: string,
  does: (member: User, id: string, visit: Exchange) => Promise<unknown>,
): PageRoute => ({
  path: `${HOOK}/${name}`,
  does: (visit) => does(memberOf(visit), idOf(visit), visit),
  to: (visit) => `${HOOKS}/${idOf(visit)}?done=${done}`,
});

export const programPages: PageRoute[] = [
  {
    path: '/account/keys',
    read: readKey,
    does: async (visit) => showOnce(visit, await mintKey(memberOf(visit), toNewKey(readKey(visit.values)))),
    show: showKeys,
  },
  {
    path: '/account/keys/:id/rotate',
    does: async (visit) => showOnce(visit, await rotateKey(memberOf(visit), idOf(visit))),
    again: showKeys,
  },
  {
    path: '/account/keys/:id/revoke',
    does: (visit) => removed(revokeKey(memberOf(visit), idOf(visit))),
    to: '/account/keys?done=key-revoked',
  },
  {
    path: '/account/apps',
    show: async (visit) => {
      const { apps } = await listApps(memberOf(visit));
      await sendForm(visit, 'apps/index', { head: { title: visit.language.t('account.apps') }, apps });
    },
  },
  { path: '/account/apps/allow/:id', show: askForConsent },
  {
    path: '/account/apps/allow/:id',
    does: (visit) => (visit.values.answer === 'allow' ? allow(visit, memberOf(visit)) : deny(visit)),
  },
  {
    path: '/account/apps/:id/revoke',
    does: (visit) => removed(revokeApp(memberOf(visit), idOf(visit))),
    to: '/account/apps?done=app-revoked',
  },
  {
    path: HOOKS,
    fields: HOOK_FIELDS,
    does: async (visit, typed) => showHookOnce(visit, await webhooks.createWebhook(memberOf(visit), typed)),
    show: showWebhooks,
  },
  { path: HOOK, show: showWebhook },
  {
    path: `${HOOK}/secret`,
    does: async (visit) =>
      showHookOnce(visit, await webhooks.rotateWebhookSecret(memberOf(visit), idOf(visit))),
    again: showWebhook,
  },
  toHook('deliveries/:delivery/replay', 'event-queued', (member, id, { req }) =>
    deliveries.replayDelivery(member, id, String(req.params.delivery)),
  ),
  toHook('test', 'event-queued', deliveries.sendTestEvent),
  toHook('pause', 'webhook-paused', (member, id) => webhooks.updateWebhook(member, id, { paused: true })),
  toHook('resume', 'webhook-resumed', (member, id) => webhooks.updateWebhook(member, id, { paused: false })),
  {
    path: `${HOOK}/delete`,
    does: (visit) => webhooks.deleteWebhook(memberOf(visit), idOf(visit)),
    to: `${HOOKS}?done=webhook-deleted`,
  },
];

/** Shows the key once. A reload does not mint a second one. */
const showOnce = (visit: Exchange, { api_key: key }: { api_key: MintedKey }) =>
  flash(visit, '/account/keys', 'key', key);

/** A form without the field of scopes requests all rights. */
function readKey(values: FormValues) {
  const scopes = listOf(values, 'scopes');
  const hasField = scopes.length > 0 || textOf(values, 'with_scopes');
  const texts = textsOf(values, ['name', 'expires_at', 'rate_limit']);
  return { ...texts, scopes: hasField ? scopes : [EVERYTHING] };
}

/** An empty field means no restriction; a key expires at the end of the typed day. */
function toNewKey({ name, scopes, expires_at: day, rate_limit: limit }: ReturnType<typeof readKey>) {
  return {
    name,
    scopes: scopes.includes(EVERYTHING) ? null : scopes,
    expires_at: endAsked(day),
    rate_limit: limit ? Number(limit) : null,
  };
}

async function showKeys(visit: Exchange, form?: FormState): Promise<void> {
  const member = memberOf(visit);
  const minted = form ? null : takeFlash<MintedKey>(visit, 'key');
  const { api_keys } = await listKeys(member);
  const isForAll = (scope: string) => scope !== 'admin:*' || member.account.role !== 'user';
  const { t } = visit.language;
  const data = {
    head: { title: t('account.keys') },
    keys: api_keys.map((key) => ({ ...key, isExpired: Date.parse(key.expires_at ?? '') <= Date.now() })),
    minted,
    fields: KEY_FIELDS.map((field) =>
      field.name === 'scopes'
        ? { ...field, required: true, options: [...field.options.filter(isForAll), EVERYTHING] }
        : field,
    ),
    labels: (scope: Scope | typeof EVERYTHING) => t(`scope.${scope}`),
  };
  await sendForm(visit, 'keys/index', data, form ?? NEW_KEY);
}

async function askForConsent(visit: Exchange): Promise<void> {
  const question = await readConsent(visit);
  // Browsers apply form-action also to the redirects after a form: allow the one back to the app.
  const { protocol, hostname, origin } = question.redirectUri;
  const source = /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol;
  const policy = String(visit.res.getHeader('Content-Security-Policy'));
  const widened = policy.replace("form-action 'self'", `form-action 'self' ${source}`);
  visit.res.setHeader('Content-Security-Policy', widened);
  const { email } = memberOf(visit).account;
  const title = visit.language.t('apps.allow-title', { name: question.name });
  await sendForm(visit, 'apps/allow', { head: { title }, question, email });
}

const showHookOnce = (visit: Exchange, { webhook }: { webhook: SecretWebhook }) =>
  flash(visit, `${HOOKS}/${webhook.id}`, 'webhook', webhook);

const labelsIn = (visit: Exchange) => (event: string) => labelOf(visit.language, `event.${event}`, event);

async function showWebhooks(visit: Exchange, form?: FormState): Promise<void> {
  const found = await webhooks.listWebhooks(memberOf(visit));
  const head = { title: visit.language.t('account.webhooks') };
  const failing = await deliveries.failingAmong(found.webhooks);
  const fields = may(visit.actor, 'desk') ? HOOK_FIELDS : MEMBER_HOOK_FIELDS;
  const data = { head, ...found, failing, fields, labels: labelsIn(visit) };
  await sendForm(visit, 'webhooks/index', data, form);
}

async function showWebhook(visit: Exchange): Promise<void> {
  const carried = takeFlash<SecretWebhook>(visit, 'webhook');
  const member = memberOf(visit);
  const { webhook } = await webhooks.getWebhook(member, idOf(visit));
  const query = readQueryString(DeliveryQuery, visit.req);
  const log = await deliveries.listDeliveries(member, webhook.id, query);
  await sendForm(visit, 'webhooks/one', {
    head: { title: visit.language.t('webhooks.title') },
    webhook,
    log,
    names: await listingNames(log.deliveries.flatMap(({ listing_id: id }) => id ?? [])),
    labels: labelsIn(visit),
    secret: carried?.id === webhook.id ? carried : null,
  });
}
