// Changing the email of the account: requesting it, and the link that verifies the new address.
import {
  confirmEmailChange,
  previewEmailChange,
  requestEmailChange,
} from '../../../core/accounts/email-change.js';
import { EmailChangeRequest } from '../../../core/accounts/schema.js';
import { readRedirect } from '../../../core/addresses/origins.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { errorText } from '../view/error-text.js';
import { memberOf, type Visit } from '../view/visit.js';

const PATH = '/account/email';

const FIELDS = [
  formAttributes(EmailChangeRequest, 'newEmail', {
    label: 'field.new-email',
    attributes: { autocomplete: 'email' },
  }),
];

export const emailPages: PageRoute[] = [
  {
    method: 'get',
    path: PATH,
    access: 'member',
    run: (visit) =>
      visit.req.query.token === undefined
        ? showRequest(visit)
        : showLink(visit, String(visit.req.query.token)),
  },
  { method: 'post', path: PATH, access: 'member', limits: ['sign-up'], isShownAgain: true, run: request },
  { method: 'post', path: `${PATH}/confirm`, access: 'member', isShownAgain: true, run: confirm },
];

function showRequest(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const head = { title: visit.language.t('settings.email-heading') };
  const { email } = memberOf(visit).account;
  return sendForm(visit, 'account/email', { head, email, fields: FIELDS, path: '/account/settings' }, form);
}

async function request(visit: Visit): Promise<void> {
  const newEmail = textOf(visit.values, 'newEmail');
  await runForm(
    visit,
    { newEmail },
    async () => {
      await requestEmailChange(memberOf(visit), { newEmail });
      visit.res.redirect(303, '/account/settings?done=email-asked');
    },
    (form) => showRequest(visit, form),
  );
}

/** Programs open the links in emails: loading the page changes nothing, its button does. */
async function showLink(visit: Visit, token: string): Promise<void> {
  const link = await readLink(visit, token);
  if ('isDone' in link && link.isDone) {
    visit.res.redirect(303, '/account/settings?done=email-changed');
    return;
  }
  const title = visit.language.t('problem' in link ? 'link.dead' : 'settings.is-new-email');
  const callbackURL = String(visit.req.query.callbackURL ?? '');
  const data = { head: { title }, title, ...link, hidden: { token, callbackURL } };
  await sendForm(visit, 'account/email-link', data, { ...EMPTY_FORM, status: 'problem' in link ? 400 : 200 });
}

async function readLink(visit: Visit, token: string) {
  try {
    return await previewEmailChange(memberOf(visit), token);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_token') throw error;
    return { problem: errorText(visit.language, error) };
  }
}

async function confirm(visit: Visit): Promise<void> {
  const token = textOf(visit.values, 'token');
  const callbackURL = textOf(visit.values, 'callbackURL');
  await runForm(
    visit,
    {},
    async () => {
      await confirmEmailChange(memberOf(visit), { token });
      const next = callbackURL ? readRedirect(callbackURL, 'callbackURL').href : null;
      visit.res.redirect(303, next ?? '/account/settings?done=email-changed');
    },
    (form) => {
      const problem = form.message ?? Object.values(form.errors).join(' ');
      const title = visit.language.t('link.dead');
      return sendForm(visit, 'account/email-link', { head: { title }, title, problem }, form);
    },
  );
}
