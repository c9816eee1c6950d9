import { listKeys, mintKey, revokeKey } from '../../../core/accounts/keys.js';
import { type MintedKey, NewKey } from '../../../core/accounts/schema.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { memberOf, type Visit } from '../view/visit.js';

const FIELDS = [
  formAttributes(NewKey, 'name', { label: 'Name', hint: 'Where it will be used: “laptop”, “release bot”.' }),
];

const CREATED: FormState = { ...EMPTY_FORM, status: 201 };

export const keyPages: PageRoute[] = [
  { method: 'get', path: '/account/keys', access: 'member', run: (visit) => showKeys(visit) },
  {
    method: 'post',
    path: '/account/keys',
    isShownAgain: true,
    access: 'member',
    run: async (visit) => {
      const name = textOf(visit.values, 'name');
      await runForm(
        visit,
        { name },
        // Shown in this very response: a secret must not go into an address or a session.
        async () => showKeys(visit, CREATED, (await mintKey(memberOf(visit), { name })).api_key),
        (form) => showKeys(visit, form),
      );
    },
  },
  {
    method: 'post',
    path: '/account/keys/:id/revoke',
    access: 'member',
    run: async (visit) => {
      // Already revoked: treat as success.
      await revokeKey(memberOf(visit), String(visit.req.params.id)).catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
      });
      visit.res.redirect(303, '/account/keys?done=key-revoked');
    },
  },
];

async function showKeys(
  visit: Visit,
  form: FormState = EMPTY_FORM,
  minted: MintedKey | null = null,
): Promise<void> {
  const { api_keys: keys } = await listKeys(memberOf(visit));
  await sendForm(visit, 'keys/index', { head: { title: 'API keys' }, keys, minted, fields: FIELDS }, form);
}
