// /api/auth, passkeys: the wire format of Better Auth's plug-in `passkey` (C4).
import * as passkeys from '../../core/accounts/passkeys.js';
import { presentAuthUser } from '../../core/accounts/present.js';
import { SessionOpened, StatusTrue } from '../../core/accounts/schema.js';
import { provePasskey, requestPasskey } from '../../core/accounts/second-step.js';
import * as schema from '../../core/second-factor/schema.js';
import { completeSignIn, keepChallenge, readStep, takeChallenge } from '../who/second-step.js';
import { type Call, ok, routesOf } from './route.js';

/** Whose passkey is asked for: who has signed in, or has given the password; null: anyone's. */
async function readEntrant({ actor, req }: Pick<Call, 'actor' | 'req'>) {
  if (actor.kind === 'user') return { account: actor.account, remember: true };
  return readStep(req);
}

const shared = { path: '/api/auth/passkey', tag: 'Two factors', access: 'account' } as const;

export const passkeyRoutes = routesOf(shared, {
  generatePasskeyRegistrationOptions: {
    get: '/generate-register-options',
    summary: 'What the browser needs to make a passkey',
    scope: 'account',
    query: schema.PasskeyQuery,
    answers: {
      200: ['The options; a cookie has the challenge', schema.PasskeyOptions],
    },
    errors: ['confirmation_required'],
    run: async ({ actor, query, res }) =>
      ok(keepChallenge(res, await passkeys.requestNewPasskey(actor, query))),
  },
  verifyPasskeyRegistration: {
    post: '/verify-registration',
    summary: 'Add the passkey that the browser made',
    scope: 'account',
    body: schema.PasskeyRegistration,
    answers: { 200: ['The passkey', schema.Passkey] },
    errors: ['invalid_credentials', 'confirmation_required'],
    run: async ({ actor, body, req, res }) =>
      ok(await passkeys.addPasskey(actor, body, takeChallenge(req, res))),
  },
  generatePasskeyAuthenticationOptions: {
    get: '/generate-authenticate-options',
    summary: 'What the browser needs to use a passkey',
    access: 'public',
    answers: {
      200: ['The options; a cookie has the challenge', schema.PasskeyOptions],
    },
    run: async (call) => {
      const entrant = await readEntrant(call);
      return ok(keepChallenge(call.res, await requestPasskey(entrant?.account ?? null)));
    },
  },
  verifyPasskeyAuthentication: {
    post: '/verify-authentication',
    summary: 'Sign in with a passkey, with or without the password before',
    access: 'public',
    body: schema.PasskeyAuthentication,
    answers: { 200: ['The session, with the cookie', SessionOpened] },
    errors: ['invalid_credentials'],
    run: async (call) => {
      const { actor, body, req, res } = call;
      const entrant = await readEntrant(call);
      const ticket = takeChallenge(req, res);
      const account = await provePasskey(actor, body, { ticket, account: entrant?.account ?? null });
      const remember = entrant?.remember ?? true;
      const { user, session } = await completeSignIn(req, res, { actor, account, remember });
      return ok({ session, user: presentAuthUser(user) });
    },
  },
  listPasskeys: {
    get: '/list-user-passkeys',
    summary: 'Your passkeys, oldest first',
    scope: 'account',
    answers: { 200: ['The passkeys', schema.PasskeyList] },
    does: passkeys.listPasskeys,
  },
  updatePasskey: {
    post: '/update-passkey',
    summary: 'Name a passkey',
    scope: 'account',
    body: schema.PasskeyNaming,
    answers: { 200: ['The passkey', schema.PasskeyResult] },
    errors: ['not_found'],
    does: passkeys.renamePasskey,
  },
  deletePasskey: {
    post: '/delete-passkey',
    summary: 'Remove a passkey',
    scope: 'account',
    body: schema.PasskeyChoice,
    answers: { 200: ['Removed', StatusTrue] },
    errors: ['not_found', 'confirmation_required'],
    does: passkeys.removePasskey,
  },
});
