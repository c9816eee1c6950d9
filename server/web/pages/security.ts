// The second factors of an account: authenticator app, passkeys, recovery codes.
import encodeQR from 'qr';
import { PasskeyRegistration, TotpProof } from '../../../core/accounts/second-factor/schema.js';
import * as twoFactor from '../../../core/accounts/two-factor.js';
import { removed } from '../../../core/kernel/errors.js';
import { currentSettings } from '../../../core/settings/current.js';
import type { Exchange } from '../../http/exchange.js';
import { takeChallenge } from '../../who/session.js';
import { formFields } from '../form/form-fields.js';
import { flash, takeFlash } from '../form/held-form.js';
import * as route from '../route.js';
import { idOf, memberOf, withQuery } from '../view/links.js';

const PATH = '/account/security';
const APP_PATH = `${PATH}/app`;
const CODES_PATH = `${PATH}/codes`;

const CODE_FIELDS = formFields(TotpProof, {
  code: { attributes: { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 7 } },
});
const NAME_FIELDS = formFields(PasskeyRegistration, { name: { label: 'field.passkey-name' } });

export const securityPages: route.PageRoute[] = [
  { path: PATH, show: showSecurity },
  {
    path: `${PATH}/app/start`,
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
    path: `${PATH}/app/remove`,
    does: (visit) => twoFactor.disableTwoFactor(memberOf(visit)),
    to: `${PATH}?done=app-removed`,
    again: showSecurity,
  },
  { path: CODES_PATH, show: showCodes, does: (visit) => renewCodes(visit), again: showSecurity },
  { path: `${PATH}/passkeys`, does: addOne, again: showSecurity },
  {
    path: `${PATH}/passkeys/:id/remove`,
    does: (visit) => removed(twoFactor.removePasskey(memberOf(visit), { id: idOf(visit) })),
    to: `${PATH}?done=passkey-removed`,
    again: showSecurity,
  },
];

async function addOne(visit: Exchange): Promise<string> {
  const { values } = visit;
  const input = {
    response: route.readJson(route.textOf(values, 'response')),
    name: route.textOf(values, 'name'),
  };
  await twoFactor.addPasskey(memberOf(visit), input, takeChallenge(visit));
  const { recoveryCodes } = await twoFactor.readTwoFactor(memberOf(visit));
  // A first passkey that is lost would shut its owner out.
  if (recoveryCodes === 0) return renewCodes(visit, 'passkey-added');
  return `${PATH}?done=passkey-added`;
}

async function showSecurity(visit: Exchange, form = route.EMPTY_FORM): Promise<void> {
  const member = memberOf(visit);
  const state = await twoFactor.readTwoFactor(member);
  const passkeys = await twoFactor.listPasskeys(member);
  const data = {
    head: { title: visit.language.t('account.security') },
    ...state,
    passkeys,
    hasFactor: state.app === 'on' || passkeys.length > 0,
    isRequired: member.account.awaitsTwoFactor === true,
    nameFields: NAME_FIELDS,
  };
  await route.sendForm(visit, 'security/index', data, route.withoutFields(form));
}

/** An app that has not been confirmed yet. */
async function showApp(visit: Exchange, form?: route.FormState): Promise<void> {
  const member = memberOf(visit);
  const { app } = await twoFactor.readTwoFactor(member);
  if (app !== 'waiting') return visit.res.redirect(303, PATH);
  const { totpURI, secret } = await twoFactor.readTotpSetup(member);
  const data = {
    head: { title: visit.language.t('security.app-heading') },
    qrCode: encodeQR(totpURI, 'svg', { ecc: 'medium' }),
    totpURI,
    secret: secret.match(/.{1,4}/g)?.join(' '),
    fields: CODE_FIELDS,
    path: PATH,
  };
  await route.sendForm(visit, 'security/app', data, form);
}

async function renewCodes(visit: Exchange, done: 'app-on' | 'passkey-added' | null = null): Promise<string> {
  const { backupCodes } = await twoFactor.renewRecoveryCodes(memberOf(visit));
  return flash(visit, withQuery(CODES_PATH, { done }), 'recovery-codes', backupCodes);
}

async function showCodes(visit: Exchange): Promise<void> {
  const codes = takeFlash<string[]>(visit, 'recovery-codes');
  if (!codes) return visit.res.redirect(303, PATH);
  const { t } = visit.language;
  const text = [t('security.codes-file', { site: currentSettings().name }), ...codes, ''].join('\n');
  const data = {
    head: { title: t('security.codes') },
    codes,
    file: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
    path: PATH,
  };
  await route.sendForm(visit, 'security/codes', data);
}
