import { SignUp } from '../../../core/accounts/schema.js';
import { signUp } from '../../../core/accounts/sign-up.js';
import { PASSWORD_LENGTH } from '../../../core/kernel/schema.js';
import { beginSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { accountOf, safeNext, type Visit } from '../view/visit.js';

const FIELDS = [
  formAttributes(SignUp, 'name', { label: 'field.your-name', attributes: { autocomplete: 'name' } }),
  formAttributes(SignUp, 'email', { label: 'field.email', attributes: { autocomplete: 'email' } }),
  formAttributes(SignUp, 'password', {
    label: 'field.password',
    hint: 'field.password-hint-long',
    hintValues: { min: PASSWORD_LENGTH.min },
    attributes: { autocomplete: 'new-password' },
  }),
];

export const signUpPages: PageRoute[] = [
  {
    method: 'get',
    path: '/sign-up',
    run: (visit) => {
      if (accountOf(visit)) return visit.res.redirect(303, safeNext(visit.req.query.next, '/account'));
      return showForm(visit, safeNext(visit.req.query.next, ''));
    },
  },
  {
    method: 'post',
    path: '/sign-up',
    isShownAgain: true,
    limits: ['sign-up'],
    run: async (visit) => {
      const values = visit.values;
      const next = safeNext(values.next, '');
      const fields = { name: textOf(values, 'name'), email: textOf(values, 'email') };
      await runForm(
        visit,
        fields,
        async () => {
          const account = await signUp(visit.actor, { ...fields, password: textOf(values, 'password') });
          await beginSession(visit.req, visit.res, { actor: visit.actor, account });
          visit.res.redirect(303, next || '/account?done=welcome');
        },
        (form) => showForm(visit, next, form),
      );
    },
  },
];

function showForm(visit: Visit, next: string, form: FormState = EMPTY_FORM) {
  const head = { title: visit.language.t('nav.sign-up'), canonical: '/sign-up' };
  return sendForm(visit, 'sign-up/index', { head, fields: FIELDS, next }, form);
}
