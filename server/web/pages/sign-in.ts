// Signing in and out.
import { SignIn } from '../../../core/accounts/schema.js';
import { endSession, signIn } from '../../../core/accounts/sessions.js';
import { passPassword } from '../../who/second-step.js';
import { dropSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { HeldForm } from '../form/held-form.js';
import type { PageRoute } from '../route.js';
import { accountOf, safeNext, type Visit } from '../view/visit.js';
import { goOn, hiddenOnward, type Onward, readOnward, showSecondStep } from './second-step.js';

const FIELDS = [
  formAttributes(SignIn, 'email', { label: 'field.email', attributes: { autocomplete: 'email' } }),
  formAttributes(SignIn, 'password', {
    label: 'field.password',
    attributes: { autocomplete: 'current-password' },
  }),
];

export const signInPages: PageRoute[] = [
  {
    method: 'get',
    path: '/sign-in',
    run: (visit) => {
      if (accountOf(visit)) return visit.res.redirect(303, safeNext(visit.req.query.next, '/account'));
      return showForm(visit, { next: safeNext(visit.req.query.next, ''), remember: true, held: null });
    },
  },
  {
    method: 'post',
    path: '/sign-in',
    isShownAgain: true,
    run: async (visit) => {
      const values = visit.values;
      const page = { ...readOnward(visit), remember: textOf(values, 'remember') === '1' };
      const email = textOf(values, 'email');
      await runForm(
        visit,
        { email },
        async () => {
          const account = await signIn(visit.actor, { email, password: textOf(values, 'password') });
          const { actor, req, res } = visit;
          const passed = await passPassword(req, res, { actor, account, remember: page.remember });
          if ('methods' in passed) await showSecondStep(visit, passed.methods, page);
          else await goOn(visit, page);
        },
        (form) => showForm(visit, page, form),
      );
    },
  },
  {
    method: 'post',
    path: '/sign-out',
    // Already signed out (another tab): succeed, without a form token.
    forGuests: ({ res }) => res.redirect(303, '/?done=signed-out'),
    run: async (visit) => {
      await endSession(visit.actor);
      await dropSession(visit.req, visit.res);
      visit.res.redirect(303, '/?done=signed-out');
    },
  },
];

interface SignInPage extends Onward {
  readonly remember: boolean;
}

/** The sign-in page for a form whose session has expired. */
export function askToSignIn(visit: Visit, held: HeldForm, message: string): Promise<void> {
  const form = { ...EMPTY_FORM, message, status: 401 };
  return showForm(visit, { next: '', remember: true, held }, form);
}

function showForm(
  visit: Visit,
  { remember, ...onward }: SignInPage,
  form: FormState = EMPTY_FORM,
): Promise<void> {
  const head = { title: visit.language.t('nav.sign-in'), canonical: '/sign-in' };
  const data = { head, fields: FIELDS, next: onward.next, remember, hidden: hiddenOnward(onward) };
  return sendForm(visit, 'sign-in/index', data, form);
}
