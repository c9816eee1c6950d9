// API keys, and the apps that were let in by OAuth: the page that asks for consent, and both lists.
import { listApps, revokeApp } from '../../../core/accounts/apps.js';
import { type MintedKey, NewKey } from '../../../core/accounts/key-schema.js';
import { listKeys, mintKey, revokeKey, rotateKey } from '../../../core/accounts/keys.js';
import type { Scope } from '../../../core/kernel/actor.js';
import { removed } from '../../../core/kernel/errors.js';
import { endAsked } from '../../../core/settings/dates.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { allow, deny, readConsent } from '../../oauth/consent.js';
import { formFields } from '../form/form-fields.js';
import { flash, takeFlash } from '../form/held-form.js';
import { EMPTY_FORM, type FormState, listOf, type PageRoute, sendForm, textOf } from '../route.js';
import { idOf, memberOf } from '../view/links.js';

const FIELDS = formFields(NewKey, {
  name: { hint: 'field.key-name-hint' },
  scopes: { hint: 'field.scopes-hint' },
  expires_at: { label: 'field.last-day', hint: 'field.last-day-hint', attributes: { type: 'date' } },
  rate_limit: {
    hint: 'field.rate-limit-hint',
    attributes: { type: 'number', inputmode: 'numeric', min: 1, max: 10_000 },
  },
});

/** The choice of an unrestricted key. */
const EVERYTHING = '*';
/** A new key begins with the least. */
const NEW_KEY: FormState = { ...EMPTY_FORM, values: { scopes: ['listings:read'] } };

export const keyPages: PageRoute[] = [
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
];

/** Redirects, so that a reload makes no second key; the next page shows the secret. */
const showOnce = (visit: Exchange, { api_key: key }: { api_key: MintedKey }) =>
  flash(visit, '/account/keys', 'key', key);

/** The submitted key; a form without scopes asks for everything. */
function readKey(values: FormValues) {
  const scopes = listOf(values, 'scopes');
  const hasField = scopes.length > 0 || textOf(values, 'with_scopes');
  const [name, expires_at, rate_limit] = ['name', 'expires_at', 'rate_limit'].map((field) =>
    textOf(values, field),
  );
  return { name, scopes: hasField ? scopes : [EVERYTHING], expires_at, rate_limit };
}

/** An empty field means no restriction; a day includes its end. */
function toNewKey({ name, scopes, expires_at: day, rate_limit: limit }: ReturnType<typeof readKey>) {
  return {
    name,
    scopes: scopes.includes(EVERYTHING) ? null : scopes,
    expires_at: endAsked(String(day)),
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
    keys: api_keys.map((key) => ({ ...key, isExpired: isPast(key.expires_at) })),
    minted,
    fields: FIELDS.map((field) =>
      field.name === 'scopes'
        ? { ...field, required: true, options: [...field.options.filter(isForAll), EVERYTHING] }
        : field,
    ),
    labels: (scope: Scope | typeof EVERYTHING) => t(`scope.${scope}`),
  };
  await sendForm(visit, 'keys/index', data, form ?? NEW_KEY);
}

const isPast = (instant: string | undefined) => instant !== undefined && Date.parse(instant) <= Date.now();

async function askForConsent(visit: Exchange): Promise<void> {
  const question = await readConsent(visit);
  letFormGoTo(visit, question.redirectUri);
  const { email } = memberOf(visit).account;
  const title = visit.language.t('apps.allow-title', { name: question.name });
  await sendForm(visit, 'apps/allow', { head: { title }, question, email });
}

/** Browsers apply form-action also to the redirects after a form: allow the one back to the app. */
function letFormGoTo({ res }: Exchange, address: URL): void {
  const isHost = /^https?:$/.test(address.protocol) && !address.hostname.startsWith('[');
  const source = isHost ? address.origin : address.protocol;
  const policy = String(res.getHeader('Content-Security-Policy'));
  res.setHeader(
    'Content-Security-Policy',
    policy.replace("form-action 'self'", `form-action 'self' ${source}`),
  );
}
