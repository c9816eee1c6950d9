// Signing in and out.
import { type NextFunction, type Request, type Response, Router } from 'express';
import { SignIn } from '../../../core/accounts/schema.js';
import { endSession, openSession, signIn } from '../../../core/accounts/sessions.js';
import { beginSession, dropSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, formSteps, runForm, sendForm, textOf, valuesOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import { type HeldForm, readHeld, sendHeld } from '../form/held-form.js';
import { accountOf, identifyVisitor, safeNext, visitorOf } from '../view/visitor.js';

const FIELDS = [
  formAttributes(SignIn, 'email', { label: 'Email', attributes: { autocomplete: 'email' } }),
  formAttributes(SignIn, 'password', { label: 'Password', attributes: { autocomplete: 'current-password' } }),
];

export function signInPages(): Router {
  const router = Router();
  router.get('/sign-in', (req, res) => {
    if (accountOf(res)) return res.redirect(303, safeNext(req.query.next, '/account'));
    return showForm(req, res, { next: safeNext(req.query.next, ''), remember: true, held: null });
  });
  router.post('/sign-in', ...formSteps(), async (req, res) => {
    const values = valuesOf(req);
    const held = readHeld(textOf(values, 'held'));
    const page = { next: safeNext(values.next, ''), remember: textOf(values, 'remember') === '1', held };
    const email = textOf(values, 'email');
    await runForm(
      res,
      { email },
      async () => {
        const account = await signIn(visitorOf(res), { email, password: textOf(values, 'password') });
        await beginSession(req, res, await openSession(visitorOf(res), account.id), page.remember);
        if (held === null) return res.redirect(303, page.next || '/account');
        await identifyVisitor(req, res, () => {});
        const text =
          'What you had typed is still here. A file would have to be chosen again, in the edit form.';
        await sendHeld(req, res, held, { heading: 'You are signed in again', text }, 200);
      },
      (form, status) => showForm(req, res, page, form, status),
    );
  });
  router.post('/sign-out', skipWhenSignedOut, ...formSteps(), async (req, res) => {
    await endSession(visitorOf(res));
    await dropSession(req, res);
    res.redirect(303, '/?done=signed-out');
  });
  return router;
}

/** In another tab, say: what was asked for is so, and there is no form token to ask for. */
function skipWhenSignedOut(_req: Request, res: Response, goOn: NextFunction): void {
  if (accountOf(res)) goOn();
  else res.redirect(303, '/?done=signed-out');
}

interface SignInPage {
  readonly next: string;
  readonly remember: boolean;
  /** What to go on with after signing in. */
  readonly held: HeldForm | null;
}

/** The sign-in page for a form whose session had ended. */
export function askToSignIn(req: Request, res: Response, held: HeldForm, message: string): Promise<void> {
  const form = { ...EMPTY_FORM, message };
  return showForm(req, res, { next: '', remember: true, held }, form, 401);
}

function showForm(
  req: Request,
  res: Response,
  { next, remember, held }: SignInPage,
  form: FormState = EMPTY_FORM,
  status = 200,
): Promise<void> {
  const head = { title: 'Sign in', canonical: '/sign-in' };
  const hidden = { ...(next ? { next } : {}), ...(held ? { held: JSON.stringify(held) } : {}) };
  const data = { head, fields: FIELDS, next, remember, hidden };
  return sendForm(req, res, 'sign-in/index', data, form, status);
}
