// Pages of emailed links: new password, email verification, email change. Each page can also request such a link.
import * as emailChange from '../../../core/accounts/email-change.js';
import { findTokenOwner, requestVerification, verifyEmail } from '../../../core/accounts/mail-tokens.js';
import * as passwordChanges from '../../../core/accounts/own-account.js';
import { EmailChangeRequest, PasswordReset, PasswordResetRequest } from '../../../core/accounts/schema.js';
import { readRedirect } from '../../../core/addresses/origins.js';
import { accountId } from '../../../core/kernel/actor.js';
import { DomainError } from '../../../core/kernel/errors.js';
import type { Exchange } from '../../http/exchange.js';
import { formFields, NEW_PASSWORD, OWN_EMAIL } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute, sendForm, textOf, withoutFields } from '../route.js';
import { errorText } from '../view/labels.js';
import { memberOf, withQuery } from '../view/links.js';

const EMAIL_FIELDS = formFields(PasswordResetRequest, { email: OWN_EMAIL });
const RESET_FIELDS = formFields(PasswordReset, { newPassword: NEW_PASSWORD });
const CHANGE_FIELDS = formFields(EmailChangeRequest, { newEmail: OWN_EMAIL });

export const mailedLinkPages: PageRoute[] = [
  {
    path: '/forgot-password',
    fields: EMAIL_FIELDS,
    does: (visit, typed) => passwordChanges.requestPasswordReset(visit.actor, typed),
    to: '/forgot-password?done=reset-sent',
    show: showForgotten,
  },
  {
    path: '/reset-password',
    fields: RESET_FIELDS,
    does: ({ actor, values }, typed) =>
      passwordChanges.resetPassword(actor, { ...typed, token: textOf(values, 'token') }),
    to: '/sign-in?done=password-reset',
    show: showReset,
  },
  { path: '/verify-email', show: verify },
  {
    path: '/verify-email/confirm',
    does: async ({ actor, values }) => {
      const token = textOf(values, 'token');
      await verifyEmail(actor, token);
      return withQuery('/verify-email', { token, callbackURL: textOf(values, 'callbackURL') });
    },
    again: (visit, { message }) => showVerified(visit, message, { ...EMPTY_FORM, status: 400 }),
  },
  {
    path: '/verify-email',
    fields: EMAIL_FIELDS,
    does: (visit, typed) => requestVerification(visit.actor, typed),
    to: '/sign-in?done=link-sent',
    again: (visit, form) => showVerified(visit, visit.language.t('entrance.ask-new-one'), form),
  },
  {
    path: '/account/verification',
    does: (visit) => requestVerification(visit.actor, { email: memberOf(visit).account.email }),
    to: '/account?done=mail-sent',
  },
  {
    path: '/account/email',
    limits: ['sign-up'],
    fields: CHANGE_FIELDS,
    does: (visit, typed) => emailChange.requestEmailChange(visit.actor, typed),
    to: '/account/settings?done=email-asked',
    show: showChange,
  },
  {
    path: '/account/email/confirm',
    does: async ({ actor, values }) => {
      await emailChange.confirmEmailChange(actor, { token: textOf(values, 'token') });
      const callbackURL = textOf(values, 'callbackURL');
      return callbackURL
        ? readRedirect(callbackURL, 'callbackURL').href
        : '/account/settings?done=email-changed';
    },
    again: (visit, form) => {
      const title = visit.language.t('link.dead');
      const problem = withoutFields(form).message;
      return sendForm(visit, 'account/email-link', { head: { title }, title, problem }, form);
    },
  },
];

function showForgotten(visit: Exchange, form?: FormState): Promise<void> {
  const isSent = visit.req.query.done === 'reset-sent';
  const title = visit.language.t(isSent ? 'entrance.check-inbox' : 'entrance.forgot');
  const head = { title, canonical: '/forgot-password' };
  return sendForm(visit, 'passwords/forgot', { head, fields: EMAIL_FIELDS }, form);
}

async function showReset(visit: Exchange, form?: FormState): Promise<void> {
  const token = textOf(visit.values, 'token') || String(visit.req.query.token ?? '');
  const email = token === '' ? null : await passwordChanges.findResetEmail(token);
  const title = visit.language.t(email ? 'entrance.new-password' : 'link.dead');
  const data = { head: { title, canonical: '/reset-password' }, fields: RESET_FIELDS, token, email };
  await sendForm(visit, 'passwords/reset', data, form);
}

/** Programs open links in emails: loading the page verifies only if the account is signed in; others press a button. */
async function verify(visit: Exchange): Promise<void> {
  const { token = '', callbackURL } = visit.req.query;
  const secret = String(token);
  const link = await orProblem(visit, findTokenOwner(secret, 'verify-email'));
  const { problem = null } = link;
  if (problem === null && !link.emailVerified) {
    if (accountId(visit.actor) !== link.id) {
      const title = visit.language.t('entrance.is-yours');
      const hidden = { token: secret, callbackURL: String(callbackURL ?? '') };
      const data = { head: { title, canonical: '/verify-email' }, title, email: link.email, hidden };
      return sendForm(visit, 'verify-email/confirm', data);
    }
    await verifyEmail(visit.actor, secret);
  }
  if (problem === null && typeof callbackURL === 'string')
    visit.res.redirect(303, readRedirect(callbackURL, 'callbackURL').href);
  else await showVerified(visit, problem, { ...EMPTY_FORM, status: problem === null ? 200 : 400 });
}

function showVerified(visit: Exchange, reason: string | null, form: FormState): Promise<void> {
  const title = visit.language.t(reason === null ? 'entrance.confirmed' : 'link.dead');
  const head = { title, canonical: '/verify-email' };
  const data = { head, title, verified: reason === null, reason, fields: EMAIL_FIELDS };
  return sendForm(visit, 'verify-email/index', data, form);
}

function showChange(visit: Exchange, form?: FormState): Promise<void> {
  const { token } = visit.req.query;
  if (token !== undefined && !form) return showChangeLink(visit, String(token));
  const head = { title: visit.language.t('settings.email-heading') };
  const { email } = memberOf(visit).account;
  const data = { head, email, fields: CHANGE_FIELDS, path: '/account/settings' };
  return sendForm(visit, 'account/email', data, form);
}

/** Programs open the links in emails, so loading the page changes nothing; its button does. */
async function showChangeLink(visit: Exchange, token: string): Promise<void> {
  const link = await orProblem(visit, emailChange.previewEmailChange(memberOf(visit), token));
  if (link.isDone) return visit.res.redirect(303, '/account/settings?done=email-changed');
  const title = visit.language.t(link.problem ? 'link.dead' : 'settings.is-new-email');
  const callbackURL = String(visit.req.query.callbackURL ?? '');
  const data = { head: { title }, title, ...link, hidden: { token, callbackURL } };
  await sendForm(visit, 'account/email-link', data, { ...EMPTY_FORM, status: link.problem ? 400 : 200 });
}

async function orProblem<Done extends object>(
  { language }: Exchange,
  following: Promise<Done>,
): Promise<Partial<Done> & { problem?: string }> {
  try {
    return await following;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_token') throw error;
    return { problem: errorText(language, error) } as Partial<Done> & { problem: string };
  }
}
