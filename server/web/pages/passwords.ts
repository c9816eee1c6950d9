// A forgotten password: requesting a link, and setting a new password with it.

import {
  findResetEmail,
  requestPasswordReset,
  resetPassword,
} from '../../../core/accounts/password-changes.js';
import { PasswordReset, PasswordResetRequest } from '../../../core/accounts/schema.js';
import { PASSWORD_LENGTH } from '../../../core/kernel/schema.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';

const REQUEST_FIELDS = [
  formAttributes(PasswordResetRequest, 'email', {
    label: 'field.email',
    attributes: { autocomplete: 'email' },
  }),
];
const RESET_FIELDS = [
  formAttributes(PasswordReset, 'newPassword', {
    label: 'field.new-password',
    hint: 'field.password-hint',
    hintValues: { min: PASSWORD_LENGTH.min },
    attributes: { autocomplete: 'new-password' },
  }),
];

export const passwordPages: PageRoute[] = [
  { method: 'get', path: '/forgot-password', run: (visit) => showRequest(visit) },
  {
    method: 'post',
    path: '/forgot-password',
    isShownAgain: true,
    run: async (visit) => {
      const email = textOf(visit.values, 'email');
      await runForm(
        visit,
        { email },
        async () => {
          await requestPasswordReset(visit.actor, { email });
          visit.res.redirect(303, '/forgot-password?done=reset-sent');
        },
        (form) => showRequest(visit, form),
      );
    },
  },
  {
    method: 'get',
    path: '/reset-password',
    run: (visit) => showReset(visit, String(visit.req.query.token ?? '')),
  },
  {
    method: 'post',
    path: '/reset-password',
    isShownAgain: true,
    run: async (visit) => {
      const values = visit.values;
      const token = textOf(values, 'token');
      await runForm(
        visit,
        {},
        async () => {
          await resetPassword(visit.actor, { token, newPassword: textOf(values, 'newPassword') });
          visit.res.redirect(303, '/sign-in?done=password-reset');
        },
        (form) => showReset(visit, token, form),
      );
    },
  },
];

function showRequest(visit: Visit, form: FormState = EMPTY_FORM) {
  const head = { title: visit.language.t('entrance.forgot'), canonical: '/forgot-password' };
  return sendForm(visit, 'passwords/forgot', { head, fields: REQUEST_FIELDS }, form);
}

async function showReset(visit: Visit, token: string, form: FormState = EMPTY_FORM): Promise<void> {
  const email = token === '' ? null : await findResetEmail(token);
  const head = {
    title: visit.language.t(email ? 'entrance.new-password' : 'link.dead'),
    canonical: '/reset-password',
  };
  const data = { head, fields: RESET_FIELDS, token, email };
  await sendForm(visit, 'passwords/reset', data, form);
}
