// The link of a confirmation mail, and asking for another one.
import { Router } from 'express';
import { requestVerification, verifyEmail } from '../../../core/accounts/verification.js';
import { readRedirect } from '../../../core/addresses/origins.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { formSteps, sendForm } from '../form/form.js';
import { memberOf, requireSignIn, visitorOf } from '../view/visitor.js';

export function verifyEmailPages(): Router {
  const router = Router();
  router.get('/verify-email', async (req, res) => {
    const { token, callbackURL } = req.query;
    const reason = await confirm(() => verifyEmail(visitorOf(res), String(token ?? '')));
    if (reason === null && typeof callbackURL === 'string') {
      res.redirect(303, readRedirect(callbackURL, 'callbackURL').href);
      return;
    }
    const title = reason === null ? 'Your email is confirmed' : 'That link does not work';
    const head = { title, canonical: '/verify-email' };
    const data = { head, verified: reason === null, reason };
    await sendForm(req, res, 'verify-email/index', data, undefined, reason === null ? 200 : 400);
  });
  router.post('/account/verification', requireSignIn, ...formSteps(), async (_req, res) => {
    const member = memberOf(res);
    await requestVerification(member, { email: member.account.email });
    res.redirect(303, '/account?done=mail-sent');
  });
  return router;
}

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
