// A forgotten password: asking for a link, and setting a new one with it.
import { type Request, type Response, Router } from 'express';
import { requestPasswordReset, resetPassword } from '../../../core/accounts/password-changes.js';
import { PasswordReset, PasswordResetRequest } from '../../../core/accounts/schema.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, sendForm, textOf, valuesOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import { visitorOf } from '../view/visitor.js';

const REQUEST_FIELDS = [
  formAttributes(PasswordResetRequest, 'email', { label: 'Email', attributes: { autocomplete: 'email' } }),
];
const RESET_FIELDS = [
  formAttributes(PasswordReset, 'newPassword', {
    label: 'New password',
    hint: 'At least 8 characters.',
    attributes: { autocomplete: 'new-password' },
  }),
];

export function passwordPages(): Router {
  const router = Router();
  router.get('/forgot-password', (req, res) => showRequest(req, res));
  router.post('/forgot-password', ...formSteps(), async (req, res) => {
    const email = textOf(valuesOf(req), 'email');
    await runForm(
      res,
      { email },
      async () => {
        await requestPasswordReset(visitorOf(res), { email });
        res.redirect(303, '/forgot-password?done=reset-sent');
      },
      (form, status) => showRequest(req, res, form, status),
    );
  });
  router.get('/reset-password', (req, res) => showReset(req, res, String(req.query.token ?? '')));
  router.post('/reset-password', ...formSteps(), async (req, res) => {
    const values = valuesOf(req);
    const token = textOf(values, 'token');
    await runForm(
      res,
      {},
      async () => {
        await resetPassword(visitorOf(res), { token, newPassword: textOf(values, 'newPassword') });
        res.redirect(303, '/sign-in?done=password-reset');
      },
      (form, status) => showReset(req, res, token, form, status),
    );
  });
  return router;
}

function showRequest(req: Request, res: Response, form: FormState = EMPTY_FORM, status = 200) {
  const head = { title: 'Forgot your password?', canonical: '/forgot-password' };
  return sendForm(req, res, 'passwords/forgot', { head, fields: REQUEST_FIELDS }, form, status);
}

function showReset(req: Request, res: Response, token: string, form: FormState = EMPTY_FORM, status = 200) {
  const head = { title: 'Set a new password', canonical: '/reset-password' };
  return sendForm(req, res, 'passwords/reset', { head, fields: RESET_FIELDS, token }, form, status);
}
