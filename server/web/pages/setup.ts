// The page of the setup link that the first start logs: it creates the first admin.
import { createFirstAdmin, FirstAdmin, isSetupLinkLive } from '../../../core/accounts/first-admin.js';
import { PASSWORD_LENGTH } from '../../../core/kernel/schema.js';
import { beginSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';

const FIELDS = [
  formAttributes(FirstAdmin, 'name', { label: 'field.your-name', attributes: { autocomplete: 'name' } }),
  formAttributes(FirstAdmin, 'email', { label: 'field.email', attributes: { autocomplete: 'email' } }),
  formAttributes(FirstAdmin, 'password', {
    label: 'field.password',
    hint: 'field.password-hint',
    hintValues: { min: PASSWORD_LENGTH.min },
    attributes: { autocomplete: 'new-password' },
  }),
];

export const setupPages: PageRoute[] = [
  {
    method: 'get',
    path: '/setup',
    run: async (visit) => {
      const token = String(visit.req.query.token ?? '');
      await showSetup(visit, (await isSetupLinkLive(token)) ? token : null);
    },
  },
  {
    method: 'post',
    path: '/setup',
    limits: ['sign-up'],
    isShownAgain: true,
    run: async (visit) => {
      const text = (name: string) => textOf(visit.values, name);
      const fields = { name: text('name'), email: text('email') };
      await runForm(
        visit,
        fields,
        async () => {
          const secrets = { password: text('password'), token: text('token') };
          const account = await createFirstAdmin(visit.actor, { ...fields, ...secrets });
          await beginSession(visit.req, visit.res, { actor: visit.actor, account });
          visit.res.redirect(303, '/admin/first-steps?done=set-up');
        },
        async (form) => showSetup(visit, (await isSetupLinkLive(text('token'))) ? text('token') : null, form),
      );
    },
  },
];

/** @param token null: the link is invalid */
function showSetup(visit: Visit, token: string | null, form: FormState = EMPTY_FORM): Promise<void> {
  const head = { title: visit.language.t('entrance.set-up'), canonical: '/setup' };
  const state = token === null && form.status === 200 ? { ...form, status: 400 } : form;
  return sendForm(visit, 'setup/index', { head, fields: FIELDS, token }, state);
}
