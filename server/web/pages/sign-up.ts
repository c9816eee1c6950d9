import { type Request, type Response, Router } from 'express';
import { SignUp } from '../../../core/accounts/schema.js';
import { openSession } from '../../../core/accounts/sessions.js';
import { signUp } from '../../../core/accounts/sign-up.js';
import { beginSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, sendForm, textOf, valuesOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import { accountOf, safeNext, visitorOf } from '../view/visitor.js';

const FIELDS = [
  formAttributes(SignUp, 'name', { label: 'Your name', attributes: { autocomplete: 'name' } }),
  formAttributes(SignUp, 'email', { label: 'Email', attributes: { autocomplete: 'email' } }),
  formAttributes(SignUp, 'password', {
    label: 'Password',
    hint: 'At least 8 characters. A few words in a row are easy to keep and hard to guess.',
    attributes: { autocomplete: 'new-password' },
  }),
];

export function signUpPages(): Router {
  const router = Router();
  router.get('/sign-up', (req, res) => {
    if (accountOf(res)) return res.redirect(303, safeNext(req.query.next, '/account'));
    return showForm(req, res, safeNext(req.query.next, ''));
  });
  router.post('/sign-up', ...formSteps('sign-up'), async (req, res) => {
    const values = valuesOf(req);
    const next = safeNext(values.next, '');
    const fields = { name: textOf(values, 'name'), email: textOf(values, 'email') };
    await runForm(
      res,
      fields,
      async () => {
        const account = await signUp(visitorOf(res), { ...fields, password: textOf(values, 'password') });
        await beginSession(req, res, await openSession(visitorOf(res), account.id));
        res.redirect(303, next || '/account?done=welcome');
      },
      (form, status) => showForm(req, res, next, form, status),
    );
  });
  return router;
}

function showForm(req: Request, res: Response, next: string, form: FormState = EMPTY_FORM, status = 200) {
  const head = { title: 'Create an account', canonical: '/sign-up' };
  return sendForm(req, res, 'sign-up/index', { head, fields: FIELDS, next }, form, status);
}
