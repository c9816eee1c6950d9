// /api/auth, second factors: the wire formats of Better Auth's plug-ins `twoFactor` and `passkey` (C4).
import { CodeAccepted, presentAuthUser, SessionOpened, StatusTrue } from '../../core/accounts/schema.js';
import * as schema from '../../core/accounts/second-factor/schema.js';
import { provePasskey, redeemCode, requestPasskey } from '../../core/accounts/second-step.js';
import * as twoFactor from '../../core/accounts/two-factor.js';
import { check } from '../../core/kernel/check.js';
import { say, unauthorized } from '../../core/kernel/errors.js';
import { completeSignIn, keepChallenge, readStep, takeChallenge } from '../who/session.js';
import { type Answer, type Call, ok, routesOf } from './route.js';

/** Completes a sign-in after the password, or confirms the identity of a signed-in person. */
async function acceptCode(
  { actor, body, exchange }: Call,
  kind: 'app' | 'recovery',
  confirm: typeof twoFactor.verifyCode,
): Promise<Answer> {
  if (actor.kind === 'user')
    return ok({ token: actor.sessionId, user: presentAuthUser(await confirm(actor, body)) });
  const { code, trustDevice: trust, disableSession } = check(schema.CodeProof, body);
  const step = await readStep(exchange);
  if (!step) throw unauthorized(say('error.second-step'));
  await redeemCode(actor, step.account, { code, kind });
  if (disableSession) return ok({ token: null, user: presentAuthUser(step.account) });
  const { user, session } = await completeSignIn(exchange, { ...step, trust });
  return ok({ token: session.token, user: presentAuthUser(user) });
}

const proof = ['invalid_credentials', 'confirmation_required'] as const;

/** The account whose passkey is requested: that of the session, or of a correct password; null: any account. */
async function readEntrant({ actor, exchange }: Call) {
  if (actor.kind === 'user' && actor.sessionId !== null) return { account: actor.account, remember: true };
  return readStep(exchange);
}

const ofGuests = { path: '/api/auth', tag: 'Two factors', access: 'public' } as const;

export const secondStepRoutes = routesOf(ofGuests, {
  verifyTotp: {
    post: '/two-factor/verify-totp',
    summary: 'Complete a sign-in with a code of the authenticator app; when signed in, confirm the app',
    body: schema.CodeProof,
    answer: ['The account, and the session with its cookie', CodeAccepted],
    errors: ['invalid_credentials', 'two_factor_not_enabled'],
    run: (call) => acceptCode(call, 'app', twoFactor.verifyCode),
  },
  verifyBackupCode: {
    post: '/two-factor/verify-backup-code',
    summary: 'Complete a sign-in with a recovery code; each works once',
    body: schema.CodeProof,
    answer: ['The account, and the session with its cookie', CodeAccepted],
    errors: ['invalid_credentials'],
    run: (call) => acceptCode(call, 'recovery', twoFactor.verifyRecoveryCode),
  },
  generatePasskeyAuthenticationOptions: {
    get: '/passkey/generate-authenticate-options',
    summary: 'What the browser needs to use a passkey',
    answer: ['The options; a cookie has the challenge', schema.PasskeyOptions],
    run: async (call) => {
      const entrant = await readEntrant(call);
      return ok(keepChallenge(call.exchange, await requestPasskey(entrant?.account ?? null)));
    },
  },
  verifyPasskeyAuthentication: {
    post: '/passkey/verify-authentication',
    summary: 'Sign in with a passkey, with or without the password before',
    body: schema.PasskeyAuthentication,
    answer: ['The session, with the cookie', SessionOpened],
    errors: ['invalid_credentials'],
    run: async (call) => {
      const { actor, body, exchange } = call;
      const entrant = await readEntrant(call);
      const ticket = takeChallenge(exchange);
      const account = await provePasskey(actor, body, { ticket, account: entrant?.account ?? null });
      const remember = entrant?.remember ?? true;
      const { user, session } = await completeSignIn(exchange, { account, remember });
      return ok({ session, user: presentAuthUser(user) });
    },
  },
});

const ofMembers = { path: '/api/auth', tag: 'Two factors', access: 'account', scope: 'account' } as const;

export const factorRoutes = routesOf(ofMembers, {
  enableTwoFactor: {
    post: '/two-factor/enable',
    summary: 'Set up an authenticator app; verify-totp confirms it',
    body: schema.TwoFactorSetup,
    answer: ['Its secret, and recovery codes shown only once', schema.TwoFactorStarted],
    errors: [...proof, 'two_factor_enabled'],
    does: twoFactor.enableTwoFactor,
  },
  getTotpUri: {
    post: '/two-factor/get-totp-uri',
    summary: 'The address for one more authenticator app',
    body: schema.PasswordProof,
    answer: ['An otpauth:// address', schema.TotpUri],
    errors: [...proof, 'two_factor_not_enabled'],
    run: async ({ actor, body }) => ok({ totpURI: (await twoFactor.readTotpSetup(actor, body)).totpURI }),
  },
  generateBackupCodes: {
    post: '/two-factor/generate-backup-codes',
    summary: 'New recovery codes; the old ones stop working',
    body: schema.PasswordProof,
    answer: ['The codes, shown only once', schema.RecoveryCodes],
    errors: [...proof, 'two_factor_not_enabled'],
    does: twoFactor.renewRecoveryCodes,
  },
  disableTwoFactor: {
    post: '/two-factor/disable',
    summary: 'Remove the authenticator app, and the recovery codes if there is no passkey',
    body: schema.PasswordProof,
    answer: ['Removed', StatusTrue],
    errors: [...proof],
    does: twoFactor.disableTwoFactor,
  },
  generatePasskeyRegistrationOptions: {
    get: '/passkey/generate-register-options',
    summary: 'What the browser needs to make a passkey',
    query: schema.PasskeyQuery,
    answer: ['The options; a cookie has the challenge', schema.PasskeyOptions],
    errors: ['confirmation_required'],
    run: async ({ actor, query, exchange }) =>
      ok(keepChallenge(exchange, await twoFactor.requestNewPasskey(actor, query))),
  },
  verifyPasskeyRegistration: {
    post: '/passkey/verify-registration',
    summary: 'Add the passkey that the browser made',
    body: schema.PasskeyRegistration,
    answer: ['The passkey', schema.Passkey],
    errors: ['invalid_credentials', 'confirmation_required'],
    run: async ({ actor, body, exchange }) =>
      ok(await twoFactor.addPasskey(actor, body, takeChallenge(exchange))),
  },
  listPasskeys: {
    get: '/passkey/list-user-passkeys',
    summary: 'Your passkeys, oldest first',
    answer: ['The passkeys', schema.PasskeyList],
    does: twoFactor.listPasskeys,
  },
  updatePasskey: {
    post: '/passkey/update-passkey',
    summary: 'Name a passkey',
    body: schema.PasskeyNaming,
    answer: ['The passkey', schema.PasskeyResult],
    errors: ['not_found'],
    does: twoFactor.renamePasskey,
  },
  deletePasskey: {
    post: '/passkey/delete-passkey',
    summary: 'Remove a passkey',
    body: schema.PasskeyChoice,
    answer: ['Removed', StatusTrue],
    errors: ['not_found', 'confirmation_required'],
    does: twoFactor.removePasskey,
  },
});
