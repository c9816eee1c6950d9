// Signing in, out and up, and the setup link from the first start's log, which creates the first admin.
import { SignIn, SignUp } from '../../../core/accounts/schema.js';
import { endSession, signIn } from '../../../core/accounts/sessions.js';
import { createFirstAdmin, FirstAdmin, isSetupLinkLive, signUp } from '../../../core/accounts/sign-up.js';
import type { Exchange } from '../../http/exchange.js';
import { beginSession, dropSession, passPassword } from '../../who/session.js';
import { formFields, NEW_PASSWORD, OWN_EMAIL } from '../form/form-fields.js';
import type { HeldForm } from '../form/held-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, sendForm, type Typed, textOf } from '../route.js';
import { accountOf, safeNext } from '../view/links.js';
import { type Goal, goOn, hiddenGoal, readGoal, showMethods } from './second-step.js';

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
  { path: '/sign-in', fields: SIGN_IN_FIELDS, show: showSignIn, does: enter },
  {
    path: '/sign-out',
    does: async (visit) => {
      await endSession(visit.actor);
      await dropSession(visit);
      return safeNext(visit.req.query.next, '/?done=signed-out');
    },
    again: (visit, _form, error) => {
      // Already signed out, in another tab.
      if (accountOf(visit)) throw error;
      visit.res.redirect(303, '/?done=signed-out');
    },
  },
  {
    path: '/sign-up',
    limits: ['sign-up'],
    fields: SIGN_UP_FIELDS,
    show: showSignUp,
    does: async (visit, typed) => {
      await beginSession(visit, { account: await signUp(visit.actor, typed) });
      return safeNext(visit.values.next, '/account?done=welcome');
    },
  },
  {
    path: '/setup',
    limits: ['sign-up'],
    fields: ADMIN_FIELDS,
    show: showSetup,
    does: async (visit, typed) => {
      const token = textOf(visit.values, 'token');
      await beginSession(visit, { account: await createFirstAdmin(visit.actor, { ...typed, token }) });
    },
    to: '/admin/first-steps?done=set-up',
  },
];

async function enter(visit: Exchange, typed: Typed): Promise<string | undefined> {
  const account = await signIn(visit.actor, typed);
  const passed = await passPassword(visit, { account, remember: textOf(visit.values, 'remember') === '1' });
  if (!('methods' in passed)) return goOn(visit);
  await showMethods(visit, passed.methods);
  return undefined;
}

const leadOn = ({ req, res }: Exchange) => res.redirect(303, safeNext(req.query.next, '/account'));

export function askToSignIn(visit: Exchange, held: HeldForm, said: string): Promise<void> {
  const name = held.fields.find(([field]) => field === 'name')?.[1];
  const message = name ? visit.language.t('error.signed-out-named', { name }) : said;
  return sendSignIn(visit, { next: '', held }, true, { ...EMPTY_FORM, message, status: 401 });
}

async function showSignIn(visit: Exchange, form?: FormState): Promise<void> {
  if (!form && accountOf(visit)) return leadOn(visit);
  await sendSignIn(visit, readGoal(visit), !form || textOf(visit.values, 'remember') === '1', form);
}

function sendSignIn(visit: Exchange, goal: Goal, remember: boolean, form?: FormState): Promise<void> {
  const head = { title: visit.language.t('nav.sign-in'), canonical: '/sign-in' };
  const data = { head, fields: SIGN_IN_FIELDS, next: goal.next, remember, hidden: hiddenGoal(goal) };
  return sendForm(visit, 'sign-in/index', data, form);
}

async function showSignUp(visit: Exchange, form?: FormState): Promise<void> {
  if (!form && accountOf(visit)) return leadOn(visit);
  const head = { title: visit.language.t('nav.sign-up'), canonical: '/sign-up' };
  await sendForm(visit, 'sign-up/index', { head, fields: SIGN_UP_FIELDS, next: readGoal(visit).next }, form);
}

async function showSetup(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const token = textOf(visit.values, 'token') || String(visit.req.query.token ?? '');
  const head = { title: visit.language.t('entrance.set-up'), canonical: '/setup' };
  const isLive = await isSetupLinkLive(token);
  const state = !isLive && form.status === 200 ? { ...form, status: 400 } : form;
  await sendForm(visit, 'setup/index', { head, fields: ADMIN_FIELDS, token: isLive && token }, state);
}
