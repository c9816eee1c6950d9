// "Confirm it is you", before what cannot be undone or gives lasting access.

import { Type } from '@sinclair/typebox';
import { FRESH_MINUTES, proveIdentity, rememberProof } from '../../../core/accounts/fresh-identity.js';
import { verifyRecoveryCode } from '../../../core/accounts/two-factor.js';
import { anyPassword } from '../../../core/kernel/schema.js';
import { methodsOf } from '../../../core/second-factor/factors.js';
import { EMPTY_FORM, sendForm, textOf } from '../form/form.js';
import { formFields } from '../form/form-fields.js';
import { posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { memberOf, safeNext, type Visit } from '../view/visit.js';
import { codeField, goOn, hiddenOnward, type Onward, readOnward, usePasskey } from './second-step.js';

const PATH = '/account/confirm';
const Confirmation = Type.Object({ password: anyPassword() }, { title: 'Confirmation' });

const PASSWORD_FIELDS = formFields(Confirmation, {
  password: { label: 'field.your-password', attributes: { autocomplete: 'current-password' } },
});

export const confirmPages: PageRoute[] = [
  {
    method: 'get',
    path: PATH,
    access: 'member',
    run: (visit) => askToConfirm(visit, { next: safeNext(visit.req.query.next, ''), held: null }),
  },
  posted({
    path: PATH,
    access: 'member',
    run: async (visit) => {
      await confirm(visit);
      await goOn(visit, readOnward(visit), ['confirm.done', 'confirm.done-text']);
    },
    again: (visit, form) => askToConfirm(visit, readOnward(visit), form),
  }),
];

async function confirm(visit: Visit): Promise<void> {
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
export async function askToConfirm(visit: Visit, onward: Onward, form = EMPTY_FORM): Promise<void> {
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
