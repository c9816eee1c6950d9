// Proofs of identity: the second step of a sign-in, a sign-in by passkey alone, and “confirm that it is you”.
import { Type } from '@sinclair/typebox';
import { FRESH_MINUTES, proveIdentity, rememberProof } from '../../../core/accounts/reauthentication.js';
import { methodsOf } from '../../../core/accounts/second-factor/factors.js';
import { CodeProof, type TwoFactorMethod } from '../../../core/accounts/second-factor/schema.js';
import { provePasskey, redeemCode } from '../../../core/accounts/second-step.js';
import { verifyRecoveryCode } from '../../../core/accounts/two-factor.js';
import { type Actor, may } from '../../../core/kernel/actor.js';
import { say, unauthorized } from '../../../core/kernel/errors.js';
import { anyPassword } from '../../../core/kernel/schema.js';
import { parseJson } from '../../../core/kernel/text/json.js';
import type { MessageKey } from '../../../core/languages/language.js';
import { countWaiting } from '../../../core/moderation/reviews.js';
import type { Exchange } from '../../http/exchange.js';
import { identifyVisitor } from '../../who/actor.js';
import { completeSignIn, readStep, takeChallenge } from '../../who/session.js';
import { formAttributes, formFields } from '../form/form-fields.js';
import { type HeldForm, readHeld, sendHeld } from '../form/held-form.js';
import * as route from '../route.js';
import { memberOf, safeNext } from '../view/links.js';

const PATH = '/sign-in/second-step';
const Confirmation = Type.Object({ password: anyPassword() }, { title: 'Confirmation' });

const PASSWORD_FIELDS = formFields(Confirmation, {
  password: { label: 'field.your-password', attributes: { autocomplete: 'current-password' } },
});

const codeField = (kind: 'app' | 'recovery') =>
  formAttributes(CodeProof, 'code', {
    label: kind === 'app' ? 'field.code' : 'field.recovery-code',
    hint: kind === 'app' ? 'field.code-hint' : null,
    attributes: { autocomplete: 'one-time-code', autocapitalize: 'none', spellcheck: 'false' },
  });

export interface Goal {
  readonly next: string;
  readonly held: HeldForm | null;
}

export function readGoal({ req, values }: Exchange): Goal {
  return { next: safeNext(values.next ?? req.query.next, ''), held: readHeld(route.textOf(values, 'held')) };
}

export const hiddenGoal = ({ next, held }: Goal) => ({
  ...(next ? { next } : {}),
  ...(held ? { held: JSON.stringify(held) } : {}),
});

export const secondStepPages: route.PageRoute[] = [
  {
    path: PATH,
    show: showSecondStep,
    does: async (visit) => {
      const { actor, values } = visit;
      const step = await readStep(visit);
      if (!step) throw unauthorized(say('error.second-step'));
      await redeemCode(actor, step.account, { code: route.textOf(values, 'code'), kind: 'any' });
      await completeSignIn(visit, { ...step, trust: route.textOf(values, 'trust') === '1' });
      return goOn(visit);
    },
  },
  {
    path: '/sign-in/passkey',
    does: async (visit) => {
      const step = await readStep(visit);
      const account = await usePasskey(visit, visit.actor, step?.account ?? null);
      await completeSignIn(visit, { account, remember: step?.remember ?? true });
      return goOn(visit);
    },
    again: (visit, form) => showSecondStep(visit, route.withoutFields(form)),
  },
  {
    path: '/account/confirm',
    show: (visit, form) => askToConfirm(visit, readGoal(visit), form),
    does: async (visit) => {
      await confirm(visit);
      return goOn(visit, 'confirm.done', 'confirm.done-text');
    },
  },
];

function usePasskey(visit: Exchange, actor: Actor, account: { id: string } | null) {
  const input = { response: parseJson(route.textOf(visit.values, 'response')) };
  return provePasskey(actor, input, { ticket: takeChallenge(visit), account });
}

/** Continues after a sign-in or a confirmation; an interrupted form is shown again, under the heading. */
export async function goOn(
  visit: Exchange,
  heading: MessageKey = 'error-page.signed-in-again',
  text: MessageKey = 'error-page.typed-kept',
): Promise<string | undefined> {
  const { next, held } = readGoal(visit);
  if (held === null && next) return next;
  await identifyVisitor(visit);
  if (held === null) {
    const isAwaited = may(visit.actor, 'desk') && (await countWaiting(visit.actor)).total > 0;
    return isAwaited ? '/admin/review' : '/account';
  }
  const { t } = visit.language;
  await sendHeld(visit, held, [t(heading), t(text)]);
  return undefined;
}

async function showSecondStep(visit: Exchange, form?: route.FormState): Promise<void> {
  const step = await readStep(visit);
  if (step) await showMethods(visit, await methodsOf(step.account.id), form);
  else visit.res.redirect(303, '/sign-in');
}

/** @param methods the account's methods, besides a recovery code */
export function showMethods(
  visit: Exchange,
  methods: readonly TwoFactorMethod[],
  form?: route.FormState,
): Promise<void> {
  const hasApp = methods.includes('totp');
  const data = {
    head: { title: visit.language.t('second-step.heading'), canonical: PATH },
    fields: [codeField(hasApp ? 'app' : 'recovery')],
    hasApp,
    hasPasskey: methods.includes('passkey'),
    hidden: hiddenGoal(readGoal(visit)),
  };
  return route.sendForm(visit, 'sign-in/second-step', data, form);
}

async function confirm(visit: Exchange): Promise<void> {
  const { values } = visit;
  const member = memberOf(visit);
  if (values.code !== undefined) {
    await verifyRecoveryCode(member, { code: route.textOf(values, 'code') }, 'any');
    return;
  }
  if (values.response !== undefined) await usePasskey(visit, member, member.account);
  else await proveIdentity(member, route.textOf(values, 'password'));
  await rememberProof(member);
}

export async function askToConfirm(visit: Exchange, goal: Goal, form = route.EMPTY_FORM): Promise<void> {
  const methods = await methodsOf(memberOf(visit).account.id);
  const data = {
    head: { title: visit.language.t('confirm.heading') },
    passwordFields: PASSWORD_FIELDS,
    codeFields: methods.length > 0 ? [codeField('app')] : null,
    hasPasskey: methods.includes('passkey'),
    isByCode: form.errors.code !== undefined,
    minutes: FRESH_MINUTES,
    hidden: hiddenGoal(goal),
  };
  await route.sendForm(visit, 'account/confirm', data, form);
}
