// Signing in, out and up, and the setup link from the first start's log, which creates the first admin.

import { createFirstAdmin, FirstAdmin, isSetupLinkLive } from '../../../core/accounts/first-admin.js';
import { SignIn, SignUp } from '../../../core/accounts/schema.js';
import { endSession, signIn } from '../../../core/accounts/sessions.js';
import { signUp } from '../../../core/accounts/sign-up.js';
import type { Exchange } from '../../http/exchange.js';
import { passPassword } from '../../who/second-step.js';
import { beginSession, dropSession } from '../../who/session.js';
import { EMPTY_FORM, type FormState, sendForm, textOf } from '../form/form.js';
import { formFields, NEW_PASSWORD, OWN_EMAIL } from '../form/form-fields.js';
import type { HeldForm } from '../form/held-form.js';
import { formPage, posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { accountOf, safeNext } from '../view/visit.js';
import { goOn, hiddenOnward, type Onward, readOnward, showSecondStep } from './second-step.js';

const SIGN_IN_FIELDS = formFields(SignIn, {
  email: OWN_EMAIL,
  password: { attributes: { autocomplete: 'current-password' } },
});
const YOUR_NAME = { label: 'field.your-name', attributes: { autocomplete: 'name' } } as const;
const SIGN_UP_FIELDS = formFields(SignUp, {
  name: YOUR_NAME,
  email: OWN_EMAIL,
  password: { ...NEW_PASSWORD, hint: 'field.password-hint-long' },
});
const ADMIN_FIELDS = formFields(FirstAdmin, { name: YOUR_NAME, email: OWN_EMAIL, password: NEW_PASSWORD });

export const signInPages: PageRoute[] = [
  {
    method: 'get',
    path: '/sign-in',
    run: unlessSignedIn((visit, next) => showSignIn(visit, { next, remember: true, held: null })),
  },
  posted({
    path: '/sign-in',
    fields: SIGN_IN_FIELDS,
    run: async (visit, typed) => {
      const { actor } = visit;
      const account = await signIn(actor, typed);
      const page = signInPageOf(visit);
      const passed = await passPassword(visit, { account, remember: page.remember });
      if ('methods' in passed) await showSecondStep(visit, passed.methods, page);
      else await goOn(visit, page);
    },
    again: (visit, form) => showSignIn(visit, signInPageOf(visit), form),
  }),
  {
    method: 'post',
    path: '/sign-out',
    // Already signed out (another tab): succeed, without a form token.
    forGuests: ({ res }) => res.redirect(303, '/?done=signed-out'),
    run: async (visit) => {
      await endSession(visit.actor);
      await dropSession(visit);
      visit.res.redirect(303, safeNext(visit.req.query.next, '/?done=signed-out'));
    },
  },
  { method: 'get', path: '/sign-up', run: unlessSignedIn(showSignUp) },
  posted({
    path: '/sign-up',
    limits: ['sign-up'],
    fields: SIGN_UP_FIELDS,
    run: async (visit, typed) => {
      await beginSession(visit, { account: await signUp(visit.actor, typed) });
      return safeNext(visit.values.next, '/account?done=welcome');
    },
    again: (visit, form) => showSignUp(visit, safeNext(visit.values.next, ''), form),
  }),
  ...formPage({
    path: '/setup',
    limits: ['sign-up'],
    fields: ADMIN_FIELDS,
    run: async (visit, typed) => {
      const token = textOf(visit.values, 'token');
      const account = await createFirstAdmin(visit.actor, { ...typed, token });
      await beginSession(visit, { account });
    },
    to: '/admin/first-steps?done=set-up',
    show: showSetup,
  }),
];

/** A page for guests; others are where they wanted to go. */
function unlessSignedIn(show: (visit: Exchange, next: string) => Promise<void>): PageRoute['run'] {
  return (visit) =>
    accountOf(visit)
      ? visit.res.redirect(303, safeNext(visit.req.query.next, '/account'))
      : show(visit, safeNext(visit.req.query.next, ''));
}

interface SignInPage extends Onward {
  readonly remember: boolean;
}

const signInPageOf = (visit: Exchange): SignInPage => ({
  ...readOnward(visit),
  remember: textOf(visit.values, 'remember') === '1',
});

/** The sign-in page for a form whose session has expired. */
export function askToSignIn(visit: Exchange, held: HeldForm, said: string): Promise<void> {
  const name = held.fields.find(([field]) => field === 'name')?.[1];
  const message = name ? visit.language.t('error.signed-out-named', { name }) : said;
  return showSignIn(visit, { next: '', remember: true, held }, { ...EMPTY_FORM, message, status: 401 });
}

function showSignIn(visit: Exchange, { remember, ...onward }: SignInPage, form?: FormState): Promise<void> {
  const head = { title: visit.language.t('nav.sign-in'), canonical: '/sign-in' };
  const data = { head, fields: SIGN_IN_FIELDS, next: onward.next, remember, hidden: hiddenOnward(onward) };
  return sendForm(visit, 'sign-in/index', data, form);
}

function showSignUp(visit: Exchange, next: string, form?: FormState): Promise<void> {
  const head = { title: visit.language.t('nav.sign-up'), canonical: '/sign-up' };
  return sendForm(visit, 'sign-up/index', { head, fields: SIGN_UP_FIELDS, next }, form);
}

async function showSetup(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const token = textOf(visit.values, 'token') || String(visit.req.query.token ?? '');
  const head = { title: visit.language.t('entrance.set-up'), canonical: '/setup' };
  const isLive = await isSetupLinkLive(token);
  const state = !isLive && form.status === 200 ? { ...form, status: 400 } : form;
  await sendForm(visit, 'setup/index', { head, fields: ADMIN_FIELDS, token: isLive && token }, state);
}
