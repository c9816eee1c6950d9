// /api/auth, second factors: the wire format of Better Auth's plug-in `twoFactor` (C4).
import type { Static } from '@sinclair/typebox';
import { presentAuthUser } from '../../core/accounts/present.js';
import { CodeAccepted, StatusTrue } from '../../core/accounts/schema.js';
import { redeemCode } from '../../core/accounts/second-step.js';
import {
  disableTwoFactor,
  enableTwoFactor,
  readTotpSetup,
  renewRecoveryCodes,
  verifyCode,
  verifyRecoveryCode,
} from '../../core/accounts/two-factor.js';
import { check } from '../../core/kernel/check.js';
import { say, unauthorized } from '../../core/kernel/errors.js';
import {
  PasswordProof,
  RecoveryCodeProof,
  RecoveryCodes,
  TotpProof,
  TotpUri,
  TwoFactorSetup,
  TwoFactorStarted,
} from '../../core/second-factor/schema.js';
import { completeSignIn, readStep } from '../who/second-step.js';
import { type Answer, type Call, ok, routesOf } from './route.js';

/**
 * Completes a sign-in with a code; who is signed in already confirms who they are.
 * @throws DomainError unauthorized without a sign-in whose password was right
 */
async function acceptCode(
  { actor, body, req, res }: Call,
  kind: 'app' | 'recovery',
  confirm: typeof verifyCode,
): Promise<Answer> {
  if (actor.kind === 'user')
    return ok({ token: actor.sessionId, user: presentAuthUser(await confirm(actor, body)) });
  const schema = kind === 'app' ? TotpProof : RecoveryCodeProof;
  const {
    code,
    trustDevice: trust,
    disableSession,
  } = check(schema, body) as Static<typeof RecoveryCodeProof>;
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
    body: TwoFactorSetup,
    answers: {
      200: { description: 'Its secret, and recovery codes shown this once', schema: TwoFactorStarted },
    },
    errors: [...proof, 'two_factor_enabled'],
    does: enableTwoFactor,
  },
  getTotpUri: {
    post: '/get-totp-uri',
    summary: 'The address for one more authenticator app',
    scope: 'account',
    body: PasswordProof,
    answers: { 200: { description: 'An otpauth:// address', schema: TotpUri } },
    errors: [...proof, 'two_factor_not_enabled'],
    run: async ({ actor, body }) => ok({ totpURI: (await readTotpSetup(actor, body)).totpURI }),
  },
  verifyTotp: {
    post: '/verify-totp',
    summary: 'Complete a sign-in with a code of the authenticator app; signed in, confirm the app',
    access: 'public',
    body: TotpProof,
    answers: { 200: { description: 'The account, and the session with its cookie', schema: CodeAccepted } },
    errors: ['invalid_credentials', 'two_factor_not_enabled'],
    run: (call) => acceptCode(call, 'app', verifyCode),
  },
  verifyBackupCode: {
    post: '/verify-backup-code',
    summary: 'Complete a sign-in with a recovery code; each works once',
    access: 'public',
    body: RecoveryCodeProof,
    answers: { 200: { description: 'The account, and the session with its cookie', schema: CodeAccepted } },
    errors: ['invalid_credentials'],
    run: (call) => acceptCode(call, 'recovery', verifyRecoveryCode),
  },
  generateBackupCodes: {
    post: '/generate-backup-codes',
    summary: 'New recovery codes; the old ones end',
    scope: 'account',
    body: PasswordProof,
    answers: { 200: { description: 'The codes, shown this once', schema: RecoveryCodes } },
    errors: [...proof, 'two_factor_not_enabled'],
    does: renewRecoveryCodes,
  },
  disableTwoFactor: {
    post: '/disable',
    summary: 'Remove the authenticator app, and without a passkey the recovery codes',
    scope: 'account',
    body: PasswordProof,
    answers: { 200: { description: 'Removed', schema: StatusTrue } },
    errors: [...proof],
    does: disableTwoFactor,
  },
});
