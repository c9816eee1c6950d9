// Signing in and out.
import { type Request, type Response, Router } from 'express';
import { SignIn } from '../../core/schemas/account.js';
import { endSession, openSession, signIn } from '../../core/sessions.js';
import { beginSession, dropSession } from '../session.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, sendForm, textOf, valuesOf } from './form.js';
import { formAttributes } from './form-fields.js';
import { accountOf, safeNext, visitorOf } from './visitor.js';

const FIELDS = [
  formAttributes(SignIn, 'email', { label: 'Email', attributes: { autocomplete: 'email' } }),
  formAttributes(SignIn, 'password', { label: 'Password', attributes: { autocomplete: 'current-password' } }),
];

export function signInPages(): Router {
  const router = Router();
  router.get('/sign-in', (req, res) => {
    if (accountOf(res)) return res.redirect(303, safeNext(req.query.next, '/account'));
    return showForm(req, res, { next: safeNext(req.query.next, ''), remember: true });
  });
  router.post('/sign-in', ...formSteps(), async (req, res) => {
    const values = valuesOf(req);
    const page = { next: safeNext(values.next, ''), remember: textOf(values, 'remember') === '1' };
    const email = textOf(values, 'email');
    await runForm(
      res,
      { email },
      async () => {
        const account = await signIn(visitorOf(res), { email, password: textOf(values, 'password') });
        await beginSession(req, res, await openSession(visitorOf(res), account.id), page.remember);
        res.redirect(303, page.next || '/account');
      },
      (form, status) => showForm(req, res, page, form, status),
    );
  });
  router.post('/sign-out', ...formSteps(), async (req, res) => {
    await endSession(visitorOf(res));
    await dropSession(req, res);
    res.redirect(303, '/?done=signed-out');
  });
  return router;
}

function showForm(
  req: Request,
  res: Response,
  page: { next: string; remember: boolean },
  form: FormState = EMPTY_FORM,
  status = 200,
) {
  const head = { title: 'Sign in', canonical: '/sign-in' };
  return sendForm(req, res, 'sign-in/index', { head, fields: FIELDS, ...page }, form, status);
}
