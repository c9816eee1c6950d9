// The visitor's own account: name, email, password, export, deletion, sessions, and second factors.

import encodeQR from 'qr';
import { emailKey } from '../../../core/accounts/emails.js';
import { exportAccount } from '../../../core/accounts/export.js';
import * as ownAccount from '../../../core/accounts/own-account.js';
import { PasswordChange, PasswordResetRequest, UserUpdate } from '../../../core/accounts/schema.js';
import { CodeProof, PasskeyRegistration } from '../../../core/accounts/second-factor/schema.js';
import * as sessions from '../../../core/accounts/sessions.js';
import * as twoFactor from '../../../core/accounts/two-factor.js';
import { config } from '../../../core/kernel/config.js';
import { fieldError, removed, say } from '../../../core/kernel/errors.js';
import { parseJson } from '../../../core/kernel/text/json.js';
import { currentSettings } from '../../../core/settings/current.js';
import type { Exchange } from '../../http/exchange.js';
import { dropSession, takeChallenge } from '../../who/session.js';
import { formFields, NEW_PASSWORD } from '../form/form-fields.js';
import { flash, takeFlash } from '../form/held-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, sendForm, textOf, withoutFields } from '../route.js';
import { describeDevice } from '../view/devices.js';
import { idOf, memberOf, withQuery } from '../view/links.js';

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

const SECURITY = '/account/security';
const APP_PATH = `${SECURITY}/app`;
const CODES_PATH = `${SECURITY}/codes`;

const CODE_FIELDS = formFields(CodeProof, {
  code: { attributes: { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 7 } },
});
const PASSKEY_FIELDS = formFields(PasskeyRegistration, { name: { label: 'field.passkey-name' } });

export const ownAccountPages: PageRoute[] = [
  { path: PATH, show: (visit) => showSettings(visit) },
  // Password managers send people here (W3C, A Well-Known URL for Changing Passwords).
  { path: '/.well-known/change-password', isFile: true, show: ({ res }) => res.redirect(302, PATH) },
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
  { path: SECURITY, show: showSecurity },
  {
    path: `${SECURITY}/app/start`,
    does: (visit) => twoFactor.enableTwoFactor(memberOf(visit), {}),
    to: APP_PATH,
    again: showSecurity,
  },
  {
    path: APP_PATH,
    fields: CODE_FIELDS,
    show: showApp,
    does: async (visit, typed) => {
      await twoFactor.verifyCode(memberOf(visit), typed);
      return renewCodes(visit, 'app-on');
    },
  },
  {
    path: `${SECURITY}/app/remove`,
    does: (visit) => twoFactor.disableTwoFactor(memberOf(visit)),
    to: `${SECURITY}?done=app-removed`,
    again: showSecurity,
  },
  { path: CODES_PATH, show: showCodes, does: (visit) => renewCodes(visit), again: showSecurity },
  { path: `${SECURITY}/passkeys`, does: addOne, again: showSecurity },
  {
    path: `${SECURITY}/passkeys/:id/remove`,
    does: (visit) => removed(twoFactor.removePasskey(memberOf(visit), { id: idOf(visit) })),
    to: `${SECURITY}?done=passkey-removed`,
    again: showSecurity,
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
  }));
  const head = { title: visit.language.t('account.sessions') };
  await sendForm(visit, 'sessions/index', { head, sessions: shown, current: member.sessionId });
}

// The second factors of an account: authenticator app, passkeys, recovery codes.

async function addOne(visit: Exchange): Promise<string> {
  const { values } = visit;
  const input = {
    response: parseJson(textOf(values, 'response')),
    name: textOf(values, 'name'),
  };
  await twoFactor.addPasskey(memberOf(visit), input, takeChallenge(visit));
  const { recoveryCodes } = await twoFactor.readTwoFactor(memberOf(visit));
  // The first passkey comes with recovery codes: losing it would otherwise lock its owner out.
  if (recoveryCodes === 0) return renewCodes(visit, 'passkey-added');
  return `${SECURITY}?done=passkey-added`;
}

async function showSecurity(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const member = memberOf(visit);
  const state = await twoFactor.readTwoFactor(member);
  const passkeys = await twoFactor.listPasskeys(member);
  const data = {
    head: { title: visit.language.t('account.security') },
    ...state,
    passkeys,
    hasFactor: state.app === 'on' || passkeys.length > 0,
    isRequired: member.account.awaitsTwoFactor === true,
    nameFields: PASSKEY_FIELDS,
  };
  await sendForm(visit, 'security/index', data, withoutFields(form));
}

/** Shows an authenticator app that is not confirmed yet. */
async function showApp(visit: Exchange, form?: FormState): Promise<void> {
  const member = memberOf(visit);
  const { app } = await twoFactor.readTwoFactor(member);
  if (app !== 'waiting') return visit.res.redirect(303, SECURITY);
  const { totpURI, secret } = await twoFactor.readTotpSetup(member);
  const data = {
    head: { title: visit.language.t('security.app-heading') },
    qrCode: encodeQR(totpURI, 'svg', { ecc: 'medium' }),
    totpURI,
    secret: secret.match(/.{1,4}/g)?.join(' '),
    fields: CODE_FIELDS,
    path: SECURITY,
  };
  await sendForm(visit, 'security/app', data, form);
}

async function renewCodes(visit: Exchange, done: 'app-on' | 'passkey-added' | null = null): Promise<string> {
  const { backupCodes } = await twoFactor.renewRecoveryCodes(memberOf(visit));
  return flash(visit, withQuery(CODES_PATH, { done }), 'recovery-codes', backupCodes);
}

async function showCodes(visit: Exchange): Promise<void> {
  const codes = takeFlash<string[]>(visit, 'recovery-codes');
  if (!codes) return visit.res.redirect(303, SECURITY);
  const { t } = visit.language;
  const text = [t('security.codes-file', { site: currentSettings().name }), ...codes, ''].join('\n');
  const data = {
    head: { title: t('security.codes') },
    codes,
    file: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
    path: SECURITY,
  };
  await sendForm(visit, 'security/codes', data);
}
