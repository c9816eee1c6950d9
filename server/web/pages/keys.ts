import { type MintedKey, NewKey } from '../../../core/accounts/key-schema.js';
import { listKeys, mintKey, revokeKey, rotateKey } from '../../../core/accounts/keys.js';
import { removed } from '../../../core/kernel/errors.js';
import type { Scope } from '../../../core/kernel/scopes.js';
import { endAsked } from '../../../core/site/days.js';
import { carry, takeCarried } from '../form/carried.js';
import { EMPTY_FORM, type FormState, listOf, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { hostSettings } from '../view/host-settings.js';
import { type FormValues, memberOf, type Visit } from '../view/visit.js';

const FIELDS = [
  formAttributes(NewKey, 'name', { label: 'field.name', hint: 'field.key-name-hint' }),
  formAttributes(NewKey, 'scopes', {
    label: 'field.scopes',
    hint: 'field.scopes-hint',
  }),
  formAttributes(NewKey, 'expires_at', {
    label: 'field.last-day',
    hint: 'field.last-day-hint',
    attributes: { type: 'date' },
  }),
  formAttributes(NewKey, 'rate_limit', {
    label: 'field.rate-limit',
    hint: 'field.rate-limit-hint',
    attributes: { type: 'number', inputmode: 'numeric', min: 1, max: 10_000 },
  }),
];

/** The choice of an unrestricted key. */
const EVERYTHING = '*';
/** A new key begins with the least. */
const NEW_KEY: FormState = { ...EMPTY_FORM, values: { scopes: ['listings:read'] } };

export const keyPages: PageRoute[] = [
  {
    method: 'get',
    path: '/account/keys',
    access: 'member',
    run: (visit) => showKeys(visit, NEW_KEY, takeCarried<MintedKey>(visit, 'key')),
  },
  {
    method: 'post',
    path: '/account/keys',
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      const typed = {
        name: textOf(visit.values, 'name'),
        scopes: readScopes(visit.values),
        expires_at: textOf(visit.values, 'expires_at'),
        rate_limit: textOf(visit.values, 'rate_limit'),
      };
      await runForm(
        visit,
        { ...typed, scopes: typed.scopes ?? [EVERYTHING] },
        async () => showOnce(visit, await mintKey(memberOf(visit), readForm(typed))),
        (form) => showKeys(visit, form),
      );
    },
  },
  {
    method: 'post',
    path: '/account/keys/:id/rotate',
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      const id = String(visit.req.params.id);
      await runForm(
        visit,
        {},
        async () => showOnce(visit, await rotateKey(memberOf(visit), id)),
        (form) => showKeys(visit, form),
      );
    },
  },
  {
    method: 'post',
    path: '/account/keys/:id/revoke',
    access: 'member',
    run: async (visit) => {
      await removed(revokeKey(memberOf(visit), String(visit.req.params.id)));
      visit.res.redirect(303, '/account/keys?done=key-revoked');
    },
  },
];

/** Redirects, so that a reload makes no second key; the next page shows the secret. */
function showOnce(visit: Visit, { api_key: key }: { api_key: MintedKey }): void {
  carry(visit, 'key', key);
  visit.res.redirect(303, '/account/keys');
}

/** The ticked scopes; null for everything, as for a form without the field. */
function readScopes(values: FormValues): string[] | null {
  const ticked = listOf(values, 'scopes');
  const hasField = ticked.length > 0 || textOf(values, 'with_scopes') !== '';
  return !hasField || ticked.includes(EVERYTHING) ? null : ticked;
}

/** An empty field means no restriction; a day includes its end. */
function readForm(typed: { name: string; scopes: string[] | null; expires_at: string; rate_limit: string }) {
  const { name, scopes, expires_at: day, rate_limit: limit } = typed;
  return {
    name,
    scopes,
    expires_at: endAsked(day),
    rate_limit: limit ? Number(limit) : null,
  };
}

async function showKeys(
  visit: Visit,
  form: FormState = NEW_KEY,
  minted: MintedKey | null = null,
): Promise<void> {
  const hosts = minted ? hostSettings(minted.key) : [];
  const member = memberOf(visit);
  const { api_keys } = await listKeys(member);
  const keys = api_keys.map((key) => ({ ...key, isExpired: isPast(key.expires_at) }));
  const isForAll = (scope: string) => scope !== 'admin:*' || member.account.role !== 'user';
  const fields = FIELDS.map((field) =>
    field.name === 'scopes'
      ? { ...field, required: true, options: [...field.options.filter(isForAll), EVERYTHING] }
      : field,
  );
  const { t } = visit.language;
  const labels = (scope: Scope | typeof EVERYTHING) => t(`scope.${scope}`);
  await sendForm(
    visit,
    'keys/index',
    { head: { title: t('account.keys') }, keys, minted, hosts, fields, labels },
    form,
  );
}

const isPast = (instant: string | undefined) => instant !== undefined && Date.parse(instant) <= Date.now();
