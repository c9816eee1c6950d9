// The second factors of an account: authenticator app, passkeys, recovery codes.

import encodeQR from 'qr';
import { addPasskey, listPasskeys, removePasskey } from '../../../core/accounts/passkeys.js';
import { PasskeyRegistration, TotpProof } from '../../../core/accounts/second-factor/schema.js';
import * as twoFactor from '../../../core/accounts/two-factor.js';
import type { User } from '../../../core/kernel/actor.js';
import { removed } from '../../../core/kernel/errors.js';
import { currentSettings } from '../../../core/settings/current.js';
import type { Exchange } from '../../http/exchange.js';
import { takeChallenge } from '../../who/second-step.js';
import { carry, takeCarried } from '../form/carried.js';
import { EMPTY_FORM, type FormState, readJson, sendForm, textOf } from '../form/form.js';
import { formFields } from '../form/form-fields.js';
import { formPage, posted } from '../form/posted.js';
import type { PageRoute } from '../route.js';
import { withQuery } from '../view/links.js';
import { memberOf } from '../view/visit.js';

const PATH = '/account/security';
const APP_PATH = `${PATH}/app`;
const CODES_PATH = `${PATH}/codes`;

const CODE_FIELDS = formFields(TotpProof, {
  code: { attributes: { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 7 } },
});
const NAME_FIELDS = formFields(PasskeyRegistration, { name: { label: 'field.passkey-name' } });

export const securityPages: PageRoute[] = [
  { method: 'get', path: PATH, run: (visit) => showSecurity(visit) },
  change('/app/start', async ({ res }, member) => {
    await twoFactor.enableTwoFactor(member, {});
    res.redirect(303, APP_PATH);
  }),
  ...formPage({
    path: APP_PATH,
    fields: CODE_FIELDS,
    run: async (visit, typed) => {
      await twoFactor.verifyCode(memberOf(visit), typed);
      await renewCodes(visit, 'app-on');
    },
    show: showApp,
  }),
  change('/app/remove', async ({ res }, member) => {
    await twoFactor.disableTwoFactor(member);
    res.redirect(303, `${PATH}?done=app-removed`);
  }),
  change('/codes', (visit) => renewCodes(visit)),
  { method: 'get', path: CODES_PATH, run: showCodes },
  change('/passkeys', async (visit, member) => {
    const { values } = visit;
    const input = { response: readJson(textOf(values, 'response')), name: textOf(values, 'name') };
    await addPasskey(member, input, takeChallenge(visit));
    const { recoveryCodes } = await twoFactor.readTwoFactor(member);
    // A first passkey that is lost would shut its owner out.
    if (recoveryCodes === 0) return renewCodes(visit, 'passkey-added');
    visit.res.redirect(303, `${PATH}?done=passkey-added`);
  }),
  change('/passkeys/:id/remove', async ({ req, res }, member) => {
    await removed(removePasskey(member, { id: String(req.params.id) }));
    res.redirect(303, `${PATH}?done=passkey-removed`);
  }),
];

/** A form of the page, which is shown again with its error. */
function change(path: string, act: (visit: Exchange, member: User) => Promise<void>): PageRoute {
  return posted({
    path: `${PATH}${path}`,
    run: (visit) => act(visit, memberOf(visit)),
    again: showSecurity,
  });
}

async function showSecurity(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const member = memberOf(visit);
  const message = form.message ?? (Object.values(form.errors).join(' ') || null);
  const state = await twoFactor.readTwoFactor(member);
  const passkeys = await listPasskeys(member);
  const data = {
    head: { title: visit.language.t('account.security') },
    ...state,
    passkeys,
    hasFactor: state.app === 'on' || passkeys.length > 0,
    isRequired: member.account.awaitsTwoFactor === true,
    nameFields: NAME_FIELDS,
  };
  await sendForm(visit, 'security/index', data, { ...form, errors: {}, message });
}

/** The QR code and the secret of an app that has not been confirmed yet. */
async function showApp(visit: Exchange, form?: FormState): Promise<void> {
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
  await sendForm(visit, 'security/app', data, form);
}

async function renewCodes(visit: Exchange, done: 'app-on' | 'passkey-added' | null = null): Promise<void> {
  const { backupCodes } = await twoFactor.renewRecoveryCodes(memberOf(visit));
  await carry(visit, withQuery(CODES_PATH, { done }), 'recovery-codes', backupCodes);
}

async function showCodes(visit: Exchange): Promise<void> {
  const codes = takeCarried<string[]>(visit, 'recovery-codes');
  if (!codes) return visit.res.redirect(303, PATH);
  const { t } = visit.language;
  const text = [t('security.codes-file', { site: currentSettings().name }), ...codes, ''].join('\n');
  const data = {
    head: { title: t('security.codes') },
    codes,
    file: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
    path: PATH,
  };
  await sendForm(visit, 'security/codes', data);
}
