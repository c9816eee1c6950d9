// The link that verifies an email, and requesting another one.
import { PasswordResetRequest } from '../../../core/accounts/schema.js';
import { requestVerification, verifyEmail } from '../../../core/accounts/verification.js';
import { readRedirect } from '../../../core/addresses/origins.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { errorText } from '../view/error-text.js';
import { memberOf, type Visit } from '../view/visit.js';

const FIELDS = [
  formAttributes(PasswordResetRequest, 'email', {
    label: 'field.email',
    attributes: { autocomplete: 'email' },
  }),
];

export const verifyEmailPages: PageRoute[] = [
  {
    method: 'get',
    path: '/verify-email',
    run: async (visit) => {
      const { token, callbackURL } = visit.req.query;
      const reason = await confirm(visit, () => verifyEmail(visit.actor, String(token ?? '')));
      if (reason === null && typeof callbackURL === 'string') {
        visit.res.redirect(303, readRedirect(callbackURL, 'callbackURL').href);
        return;
      }
      await showOutcome(visit, reason, { ...EMPTY_FORM, status: reason === null ? 200 : 400 });
    },
  },
  {
    method: 'post',
    path: '/verify-email',
    run: async (visit) => {
      const email = textOf(visit.values, 'email');
      await runForm(
        visit,
        { email },
        async () => {
          await requestVerification(visit.actor, { email });
          visit.res.redirect(303, '/sign-in?done=link-sent');
        },
        (form) => showOutcome(visit, visit.language.t('entrance.ask-new-one'), form),
      );
    },
  },
  {
    method: 'post',
    path: '/account/verification',
    access: 'member',
    run: async (visit) => {
      const member = memberOf(visit);
      await requestVerification(member, { email: member.account.email });
      visit.res.redirect(303, '/account?done=mail-sent');
    },
  },
];

function showOutcome(visit: Visit, reason: string | null, form: FormState): Promise<void> {
  const title = visit.language.t(reason === null ? 'entrance.confirmed' : 'link.dead');
  const head = { title, canonical: '/verify-email' };
  const data = { head, title, verified: reason === null, reason, fields: FIELDS };
  return sendForm(visit, 'verify-email/index', data, form);
}

/** Why the link is invalid, or null if it worked. */
async function confirm({ language }: Visit, verify: () => Promise<unknown>): Promise<string | null> {
  try {
    await verify();
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_token') return errorText(language, error);
    throw error;
  }
}
