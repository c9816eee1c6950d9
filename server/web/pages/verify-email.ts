// The link of a confirmation mail, and requesting another mail.
import { requestVerification, verifyEmail } from '../../../core/accounts/verification.js';
import { readRedirect } from '../../../core/addresses/origins.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { EMPTY_FORM, sendForm } from '../form/form.js';
import type { PageRoute } from '../route.js';
import { memberOf } from '../view/visit.js';

export const verifyEmailPages: PageRoute[] = [
  {
    method: 'get',
    path: '/verify-email',
    run: async (visit) => {
      const { token, callbackURL } = visit.req.query;
      const reason = await confirm(() => verifyEmail(visit.actor, String(token ?? '')));
      if (reason === null && typeof callbackURL === 'string') {
        visit.res.redirect(303, readRedirect(callbackURL, 'callbackURL').href);
        return;
      }
      const title = reason === null ? 'Your email is confirmed' : 'That link does not work';
      const head = { title, canonical: '/verify-email' };
      const data = { head, verified: reason === null, reason };
      await sendForm(visit, 'verify-email/index', data, {
        ...EMPTY_FORM,
        status: reason === null ? 200 : 400,
      });
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

/** Why the link does not work, or null when it did. */
async function confirm(verify: () => Promise<unknown>): Promise<string | null> {
  try {
    await verify();
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_token') return error.message;
    throw error;
  }
}
