// /api/auth, second factors: the wire format of Better Auth's plug-in `twoFactor` (C4).
import type { Static } from '@sinclair/typebox';
import { presentAuthUser } from '../../core/accounts/present.js';
import { CodeAccepted, StatusTrue } from '../../core/accounts/schema.js';
import { redeemCode } from '../../core/accounts/second-step.js';
import * as twoFactor from '../../core/accounts/two-factor.js';
import { check } from '../../core/kernel/check.js';
import { say, unauthorized } from '../../core/kernel/errors.js';
import * as schema from '../../core/second-factor/schema.js';
import { completeSignIn, readStep } from '../who/second-step.js';
import { type Answer, type Call, ok, routesOf } from './route.js';

/** Completes a sign-in whose password was right; who is signed in already confirms who they are. */
async function acceptCode(
  { actor, body, req, res }: Call,
  kind: 'app' | 'recovery',
  confirm: typeof twoFactor.verifyCode,
): Promise<Answer> {
  if (actor.kind === 'user')
    return ok({ token: actor.sessionId, user: presentAuthUser(await confirm(actor, body)) });
  const asked = kind === 'app' ? schema.TotpProof : schema.RecoveryCodeProof;
  const {
    code,
    trustDevice: trust,
    disableSession,
  } = check(asked, body) as Static<typeof schema.RecoveryCodeProof>;
  const step = await readStep(req);
  if (!step) throw unauthorized(say('error.second-step'));
  await redeemCode(actor, step.account, { code, kind });
  if (disableSession) return ok({ token: null, user: presentAuthUser(step.account) });
  const { user, session } = await completeSignIn(req, res, { ...step, actor, trust });
  return ok({ token: session.token, user: presentAuthUser(user) });
}

const proof = ['invalid_credentials', 'confirmation_required'] as const;

const shared = { path: '/api/auth/two-factor', tag: 'Two factors', access: 'account' } as const;

export const twoFactorRoutes = routesOf(shared, {
  enableTwoFactor: {
    post: '/enable',
    summary: 'Set up an authenticator app; verify-totp confirms it',
    scope: 'account',
    body: schema.TwoFactorSetup,
    answers: {
      200: ['Its secret, and recovery codes shown this once', schema.TwoFactorStarted],
    },
    errors: [...proof, 'two_factor_enabled'],
    does: twoFactor.enableTwoFactor,
  },
  getTotpUri: {
    post: '/get-totp-uri',
    summary: 'The address for one more authenticator app',
    scope: 'account',
    body: schema.PasswordProof,
    answers: { 200: ['An otpauth:// address', schema.TotpUri] },
    errors: [...proof, 'two_factor_not_enabled'],
    run: async ({ actor, body }) => ok({ totpURI: (await twoFactor.readTotpSetup(actor, body)).totpURI }),
  },
  verifyTotp: {
    post: '/verify-totp',
    summary: 'Complete a sign-in with a code of the authenticator app; signed in, confirm the app',
    access: 'public',
    body: schema.TotpProof,
    answers: { 200: ['The account, and the session with its cookie', CodeAccepted] },
    errors: ['invalid_credentials', 'two_factor_not_enabled'],
    run: (call) => acceptCode(call, 'app', twoFactor.verifyCode),
  },
  verifyBackupCode: {
    post: '/verify-backup-code',
    summary: 'Complete a sign-in with a recovery code; each works once',
    access: 'public',
    body: schema.RecoveryCodeProof,
    answers: { 200: ['The account, and the session with its cookie', CodeAccepted] },
    errors: ['invalid_credentials'],
    run: (call) => acceptCode(call, 'recovery', twoFactor.verifyRecoveryCode),
  },
  generateBackupCodes: {
    post: '/generate-backup-codes',
    summary: 'New recovery codes; the old ones end',
    scope: 'account',
    body: schema.PasswordProof,
    answers: { 200: ['The codes, shown this once', schema.RecoveryCodes] },
    errors: [...proof, 'two_factor_not_enabled'],
    does: twoFactor.renewRecoveryCodes,
  },
  disableTwoFactor: {
    post: '/disable',
    summary: 'Remove the authenticator app, and without a passkey the recovery codes',
    scope: 'account',
    body: schema.PasswordProof,
    answers: { 200: ['Removed', StatusTrue] },
    errors: [...proof],
    does: twoFactor.disableTwoFactor,
  },
});
