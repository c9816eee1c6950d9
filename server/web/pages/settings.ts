// Settings of the account: name and email, the password, data export, deletion; and where it is signed in.
import { emailKey } from '../../../core/accounts/emails.js';
import { exportAccount } from '../../../core/accounts/export.js';
import * as ownAccount from '../../../core/accounts/own-account.js';
import { PasswordChange, PasswordResetRequest, UserUpdate } from '../../../core/accounts/schema.js';
import * as sessions from '../../../core/accounts/sessions.js';
import { config } from '../../../core/kernel/config.js';
import { fieldError, say } from '../../../core/kernel/errors.js';
import type { Exchange } from '../../http/exchange.js';
import { dropSession } from '../../who/session.js';
import { formFields, NEW_PASSWORD } from '../form/form-fields.js';
import { EMPTY_FORM, type FormState, type PageRoute, sendForm, textOf } from '../route.js';
import { describeDevice, networkOf } from '../view/devices.js';
import { memberOf } from '../view/links.js';

const PATH = '/account/settings';
const SESSIONS = '/account/sessions';

const NAME_FIELDS = formFields(UserUpdate, { name: { attributes: { autocomplete: 'name' } } });
const PASSWORD_FIELDS = formFields(PasswordChange, {
  currentPassword: { attributes: { autocomplete: 'current-password' } },
  newPassword: NEW_PASSWORD,
});

const DELETION_FIELDS = formFields(PasswordResetRequest, {
  email: { hint: 'settings.delete-hint', attributes: { autocomplete: 'off' } },
});

export const settingsPages: PageRoute[] = [
  { path: PATH, show: (visit) => showSettings(visit) },
  {
    path: '/account/name',
    fields: NAME_FIELDS,
    does: (visit, typed) => ownAccount.updateOwnAccount(visit.actor, typed),
    to: `${PATH}?done=updated`,
    again: (visit, naming) => showSettings(visit, { naming }),
  },
  {
    path: '/account/password',
    fields: PASSWORD_FIELDS,
    does: ({ actor, values }, typed) => {
      const revokeOtherSessions = textOf(values, 'revokeOtherSessions') === '1';
      return ownAccount.changePassword(actor, { ...typed, revokeOtherSessions });
    },
    to: `${PATH}?done=password-changed`,
    again: (visit, form) => showSettings(visit, { form }),
  },
  {
    path: '/account/export.json',
    show: async (visit) => {
      visit.res.set('Cache-Control', 'private, no-store');
      visit.res.attachment(`${config.serviceSlug}-account.json`).json(await exportAccount(memberOf(visit)));
    },
  },
  {
    path: '/account/delete',
    does: async (visit) => {
      const typed = emailKey(textOf(visit.values, 'email'));
      if (typed !== emailKey(memberOf(visit).account.email))
        throw fieldError('email', say('invalid.own-email'));
      await ownAccount.deleteOwnAccount(memberOf(visit), {});
      await dropSession(visit);
    },
    to: '/?done=account-deleted',
    again: (visit, deletion) => showSettings(visit, { deletion }),
  },
  { path: SESSIONS, show: showSessions },
  {
    path: `${SESSIONS}/end-all`,
    does: async (visit) => {
      await sessions.revokeSessions(memberOf(visit));
      await dropSession(visit);
    },
    to: '/?done=signed-out',
  },
  {
    path: `${SESSIONS}/end-others`,
    does: (visit) => sessions.revokeOtherSessions(memberOf(visit)),
    to: `${SESSIONS}?done=others-signed-out`,
  },
  {
    path: `${SESSIONS}/:token/end`,
    does: (visit) => sessions.revokeSession(memberOf(visit), { token: visit.req.params.token }),
    to: `${SESSIONS}?done=session-ended`,
  },
];

async function showSettings(
  visit: Exchange,
  {
    naming,
    form = EMPTY_FORM,
    deletion = EMPTY_FORM,
  }: Partial<Record<'naming' | 'form' | 'deletion', FormState>> = {},
): Promise<void> {
  const { email, name } = memberOf(visit).account;
  const shownName = naming ?? { ...EMPTY_FORM, values: { name } };
  const data = {
    head: { title: visit.language.t('account.settings') },
    nameFields: NAME_FIELDS,
    passwordFields: PASSWORD_FIELDS,
    naming: shownName,
    deletion,
    deletionFields: DELETION_FIELDS,
    email,
    pendingEmail: await ownAccount.readPendingEmail(memberOf(visit)),
    path: PATH,
  };
  const status = Math.max(form.status, deletion.status, shownName.status);
  await sendForm(visit, 'account/settings', data, { ...form, status });
}

async function showSessions(visit: Exchange): Promise<void> {
  const member = memberOf(visit);
  const shown = (await sessions.listSessions(member)).map((session) => ({
    ...session,
    device: describeDevice(visit.language, session.userAgent),
    network: session.ipAddress && networkOf(session.ipAddress),
  }));
  const head = { title: visit.language.t('account.sessions') };
  await sendForm(visit, 'sessions/index', { head, sessions: shown, current: member.sessionId });
}
