// /api/auth, passkeys: the wire format of Better Auth's plug-in `passkey` (C4).
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  requestNewPasskey,
} from '../../core/accounts/passkeys.js';
import { presentAuthUser } from '../../core/accounts/present.js';
import { SessionOpened, StatusTrue } from '../../core/accounts/schema.js';
import { provePasskey, requestPasskey } from '../../core/accounts/second-step.js';
import {
  Passkey,
  PasskeyAuthentication,
  PasskeyChoice,
  PasskeyList,
  PasskeyNaming,
  PasskeyOptions,
  PasskeyQuery,
  PasskeyRegistration,
  PasskeyResult,
} from '../../core/second-factor/schema.js';
import { completeSignIn, keepChallenge, readStep, takeChallenge } from '../who/second-step.js';
import { type Call, ok, type Route } from './route.js';

/** Whose passkey is asked for: who has signed in, or has given the password; null: anyone's. */
async function readEntrant({ actor, req }: Pick<Call, 'actor' | 'req'>) {
  if (actor.kind === 'user') return { account: actor.account, remember: true };
  return readStep(req);
}

export const passkeyRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/auth/passkey/generate-register-options',
    operationId: 'generatePasskeyRegistrationOptions',
    tag: 'Two factors',
    summary: 'What the browser needs to make a passkey',
    access: 'account',
    scope: 'account',
    query: PasskeyQuery,
    answers: { 200: { description: 'The options; a cookie has the challenge', schema: PasskeyOptions } },
    errors: ['validation_error', 'confirmation_required'],
    run: async ({ actor, query, res }) => ok(keepChallenge(res, await requestNewPasskey(actor, query))),
  },
  {
    method: 'post',
    path: '/api/auth/passkey/verify-registration',
    operationId: 'verifyPasskeyRegistration',
    tag: 'Two factors',
    summary: 'Add the passkey that the browser made',
    access: 'account',
    scope: 'account',
    body: PasskeyRegistration,
    answers: { 200: { description: 'The passkey', schema: Passkey } },
    errors: ['validation_error', 'invalid_credentials', 'confirmation_required'],
    run: async ({ actor, body, req, res }) => ok(await addPasskey(actor, body, takeChallenge(req, res))),
  },
  {
    method: 'get',
    path: '/api/auth/passkey/generate-authenticate-options',
    operationId: 'generatePasskeyAuthenticationOptions',
    tag: 'Two factors',
    summary: 'What the browser needs to use a passkey',
    access: 'public',
    answers: { 200: { description: 'The options; a cookie has the challenge', schema: PasskeyOptions } },
    run: async (call) => {
      const entrant = await readEntrant(call);
      return ok(keepChallenge(call.res, await requestPasskey(entrant?.account ?? null)));
    },
  },
  {
    method: 'post',
    path: '/api/auth/passkey/verify-authentication',
    operationId: 'verifyPasskeyAuthentication',
    tag: 'Two factors',
    summary: 'Sign in with a passkey, with or without the password before',
    access: 'public',
    body: PasskeyAuthentication,
    answers: { 200: { description: 'The session, with the cookie', schema: SessionOpened } },
    errors: ['validation_error', 'invalid_credentials'],
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
  {
    method: 'get',
    path: '/api/auth/passkey/list-user-passkeys',
    operationId: 'listPasskeys',
    tag: 'Two factors',
    summary: 'Your passkeys, oldest first',
    access: 'account',
    scope: 'account',
    answers: { 200: { description: 'The passkeys', schema: PasskeyList } },
    run: async ({ actor }) => ok(await listPasskeys(actor)),
  },
  {
    method: 'post',
    path: '/api/auth/passkey/update-passkey',
    operationId: 'updatePasskey',
    tag: 'Two factors',
    summary: 'Name a passkey',
    access: 'account',
    scope: 'account',
    body: PasskeyNaming,
    answers: { 200: { description: 'The passkey', schema: PasskeyResult } },
    errors: ['validation_error', 'not_found'],
    run: async ({ actor, body }) => ok(await renamePasskey(actor, body)),
  },
  {
    method: 'post',
    path: '/api/auth/passkey/delete-passkey',
    operationId: 'deletePasskey',
    tag: 'Two factors',
    summary: 'Remove a passkey',
    access: 'account',
    scope: 'account',
    body: PasskeyChoice,
    answers: { 200: { description: 'Removed', schema: StatusTrue } },
    errors: ['validation_error', 'not_found', 'confirmation_required'],
    run: async ({ actor, body }) => ok(await removePasskey(actor, body)),
  },
];
