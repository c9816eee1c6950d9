// Proofs of identity: the second step of a sign-in, a sign-in by passkey alone, and “confirm that it is you” before what
// cannot be undone or gives lasting access.

import { Type } from '@sinclair/typebox';
import { FRESH_MINUTES, proveIdentity, rememberProof } from '../../../core/accounts/reauthentication.js';
import { methodsOf } from '../../../core/accounts/second-factor/factors.js';
import { TotpProof, type TwoFactorMethod } from '../../../core/accounts/second-factor/schema.js';
import { provePasskey, redeemCode } from '../../../core/accounts/second-step.js';
import { verifyRecoveryCode } from '../../../core/accounts/two-factor.js';
import type { Actor } from '../../../core/kernel/actor.js';
import { say, unauthorized } from '../../../core/kernel/errors.js';
import { anyPassword } from '../../../core/kernel/schema.js';
import type { MessageKey } from '../../../core/languages/language.js';
import type { Exchange } from '../../http/exchange.js';
import { identifyVisitor } from '../../who/actor.js';
import { completeSignIn, readStep, takeChallenge } from '../../who/second-step.js';
import { EMPTY_FORM, type FormState, readJson, sendForm, textOf } from '../form/form.js';
import { formAttributes, formFields } from '../form/form-fields.js';
import { type HeldForm, readHeld, reopenHeld, sendHeld } from '../form/held-form.js';
import { formPage, posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { memberOf, safeNext } from '../view/visit.js';

const PATH = '/sign-in/second-step';
const Confirmation = Type.Object({ password: anyPassword() }, { title: 'Confirmation' });

const PASSWORD_FIELDS = formFields(Confirmation, {
  password: { label: 'field.your-password', attributes: { autocomplete: 'current-password' } },
});

export const codeField = (kind: 'app' | 'recovery') =>
  formAttributes(TotpProof, 'code', {
    label: kind === 'app' ? 'field.code' : 'field.recovery-code',
    hint: kind === 'app' ? 'field.code-hint' : null,
    attributes: { autocomplete: 'one-time-code', autocapitalize: 'none', spellcheck: 'false' },
  });

/** Where a visitor goes once signed in: a page, or a form that was being sent. */
export interface Onward {
  readonly next: string;
  readonly held: HeldForm | null;
}

export function readOnward({ req, values }: Exchange): Onward {
  return { next: safeNext(values.next ?? req.query.next, ''), held: readHeld(textOf(values, 'held')) };
}

export const hiddenOnward = ({ next, held }: Onward) => ({
  ...(next ? { next } : {}),
  ...(held ? { held: JSON.stringify(held) } : {}),
});

export const secondStepPages: PageRoute[] = [
  {
    method: 'get',
    path: PATH,
    run: async (visit) => {
      const step = await readStep(visit);
      if (!step) return visit.res.redirect(303, '/sign-in');
      return showSecondStep(visit, await methodsOf(step.account.id), readOnward(visit));
    },
  },
  posted({
    path: PATH,
    run: async (visit) => {
      const { actor, values } = visit;
      const step = await stepOf(visit);
      await redeemCode(actor, step.account, { code: textOf(values, 'code'), kind: 'any' });
      await completeSignIn(visit, { ...step, trust: textOf(values, 'trust') === '1' });
      await goOn(visit, readOnward(visit));
    },
    again: async (visit, form) => {
      const { account } = await stepOf(visit);
      await showSecondStep(visit, await methodsOf(account.id), readOnward(visit), form);
    },
  }),
  posted({
    path: '/sign-in/passkey',
    run: async (visit) => {
      const step = await readStep(visit);
      const account = await usePasskey(visit, visit.actor, step?.account ?? null);
      await completeSignIn(visit, { account, remember: step?.remember ?? true });
      await goOn(visit, readOnward(visit));
    },
    again: async (visit, form) => {
      const step = await readStep(visit);
      if (!step) return visit.res.redirect(303, '/sign-in');
      const message = form.message ?? Object.values(form.errors).join(' ');
      const state = { ...form, errors: {}, message };
      await showSecondStep(visit, await methodsOf(step.account.id), readOnward(visit), state);
    },
  }),
  ...formPage({
    path: '/account/confirm',
    run: async (visit) => {
      await confirm(visit);
      await goOn(visit, readOnward(visit), 'confirm.done', 'confirm.done-text');
    },
    show: (visit, form) => askToConfirm(visit, readOnward(visit), form),
  }),
];

async function stepOf(visit: Exchange) {
  const step = await readStep(visit);
  if (!step) throw unauthorized(say('error.second-step'));
  return step;
}

/** The account of the passkey whose answer is in the field `response`. */
export function usePasskey(visit: Exchange, actor: Actor, account: { id: string } | null) {
  const input = { response: readJson(textOf(visit.values, 'response')) };
  return provePasskey(actor, input, { ticket: takeChallenge(visit), account });
}

/** Redirects who has signed in or confirmed who they are; a form that was being sent is shown under the heading. */
export async function goOn(
  visit: Exchange,
  { next, held }: Onward,
  heading: MessageKey = 'error-page.signed-in-again',
  text: MessageKey = 'error-page.typed-kept',
): Promise<void> {
  if (held === null) return visit.res.redirect(303, next || '/account');
  await identifyVisitor(visit);
  if (held.hasPage) return reopenHeld(visit, held);
  const { t } = visit.language;
  await sendHeld(visit, held, [t(heading), t(text)]);
}

/** @param methods those of the account: a recovery code is accepted besides */
export function showSecondStep(
  visit: Exchange,
  methods: readonly TwoFactorMethod[],
  onward: Onward,
  form?: FormState,
): Promise<void> {
  const head = { title: visit.language.t('second-step.heading'), canonical: PATH };
  const hasApp = methods.includes('totp');
  const data = {
    head,
    fields: [codeField(hasApp ? 'app' : 'recovery')],
    hasApp,
    hasPasskey: methods.includes('passkey'),
    hidden: hiddenOnward(onward),
  };
  return sendForm(visit, 'sign-in/second-step', data, form);
}

async function confirm(visit: Exchange): Promise<void> {
  const { values } = visit;
  const member = memberOf(visit);
  if (values.code !== undefined) {
    await verifyRecoveryCode(member, { code: textOf(values, 'code') }, 'any');
    return;
  }
  if (values.response !== undefined) await usePasskey(visit, member, member.account);
  else await proveIdentity(member, textOf(values, 'password'));
  await rememberProof(member);
}

/** Asks a member for a proof of identity, which the session remembers, and leads on. */
export async function askToConfirm(visit: Exchange, onward: Onward, form = EMPTY_FORM): Promise<void> {
  const methods = await methodsOf(memberOf(visit).account.id);
  const data = {
    head: { title: visit.language.t('confirm.heading') },
    passwordFields: PASSWORD_FIELDS,
    codeFields: methods.length > 0 ? [codeField('app')] : null,
    hasPasskey: methods.includes('passkey'),
    isByCode: form.errors.code !== undefined,
    minutes: FRESH_MINUTES,
    hidden: hiddenOnward(onward),
  };
  await sendForm(visit, 'account/confirm', data, form);
}
