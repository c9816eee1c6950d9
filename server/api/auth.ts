// /api/auth: the wire format of Better Auth, so that its own client works unchanged (C4).
import { Type } from '@sinclair/typebox';
import type { Response } from 'express';
import { findTokenOwner } from '../../core/accounts/mail-tokens.js';
import { requestPasswordReset, resetPassword } from '../../core/accounts/password-changes.js';
import { presentAuthUser } from '../../core/accounts/present.js';
import {
  PasswordReset,
  PasswordResetRequest,
  SessionList,
  SessionResult,
  SessionRevocation,
  SignIn,
  SignInAnswer,
  SignUp,
  SignUpResult,
  StatusTrue,
  Success,
  VerificationRequest,
  Verified,
} from '../../core/accounts/schema.js';
import {
  endSession,
  listSessions,
  presentSession,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
  SESSION_LIFETIME_MS,
  signIn,
} from '../../core/accounts/sessions.js';
import { signUp } from '../../core/accounts/sign-up.js';
import { requestVerification, verifyEmail } from '../../core/accounts/verification.js';
import { readRedirect } from '../../core/addresses/origins.js';
import { DomainError } from '../../core/kernel/errors.js';
import { passPassword } from '../who/second-step.js';
import { beginSession, dropSession } from '../who/session.js';
import { type Answer, type Call, ok, type Route } from './route.js';

const isRemembered = ({ body }: Call) => (body as { rememberMe?: boolean }).rememberMe !== false;

/** A session that has begun, and its account. */
const opened = ({ user, session }: Awaited<ReturnType<typeof beginSession>>) => ({
  token: session.token,
  user: presentAuthUser(user),
  session,
});

/** Redirects to `callbackURL`, if there is one. */
function redirect(
  res: Response,
  callbackURL: string,
  parameter: [name: string, value: string] | null,
): Answer {
  const target = readRedirect(callbackURL, 'callbackURL');
  if (parameter) target.searchParams.set(...parameter);
  res.redirect(target.href);
  return { status: 302, body: null };
}

const callback = Type.Object({ callbackURL: Type.Optional(Type.String({ examples: ['/account'] })) });
const redirected = { description: 'On to callbackURL' };

export const authRoutes: Route[] = [
  {
    method: 'post',
    path: '/api/auth/sign-up/email',
    operationId: 'signUp',
    tag: 'Accounts',
    summary: 'Create an account and sign in',
    access: 'public',
    limits: ['sign-up'],
    body: SignUp,
    answers: { 200: { description: 'The account and its session, with the cookie', schema: SignUpResult } },
    errors: ['validation_error', 'account_exists'],
    run: async (call) => {
      const { actor, body, req, res } = call;
      const account = await signUp(actor, body);
      return ok(opened(await beginSession(req, res, { actor, account, remember: isRemembered(call) })));
    },
  },
  {
    method: 'post',
    path: '/api/auth/sign-in/email',
    operationId: 'signIn',
    tag: 'Sessions',
    summary: 'Sign in with email and password',
    access: 'public',
    body: SignIn,
    answers: {
      200: {
        description: 'The session, with the cookie; for an account with a second factor, how to give it',
        schema: SignInAnswer,
      },
    },
    errors: ['validation_error', 'invalid_credentials'],
    run: async (call) => {
      const { actor, body, req, res } = call;
      const account = await signIn(actor, body);
      const passed = await passPassword(req, res, { actor, account, remember: isRemembered(call) });
      if ('methods' in passed) return ok({ twoFactorRedirect: true, twoFactorMethods: passed.methods });
      return ok({ redirect: false, ...opened(passed.entered) });
    },
  },
  {
    method: 'get',
    path: '/api/auth/get-session',
    operationId: 'getSession',
    tag: 'Sessions',
    summary: 'The current session, or null',
    access: 'public',
    answers: { 200: { description: 'The session and its account, or null', schema: SessionResult } },
    run: async ({ actor, req }) => {
      const user = req.session?.found?.user;
      if (actor.kind !== 'user' || actor.sessionId === null || !user) return ok(null);
      const expires = new Date(Date.now() + (req.session.cookie.originalMaxAge ?? SESSION_LIFETIME_MS));
      return ok({ session: presentSession(req.session, expires), user: presentAuthUser(user) });
    },
  },
  {
    method: 'post',
    path: '/api/auth/sign-out',
    operationId: 'signOut',
    tag: 'Sessions',
    summary: 'End the current session',
    access: 'public',
    answers: { 200: { description: 'Signed out, also without a session', schema: Success } },
    run: async ({ actor, req, res }) => {
      await endSession(actor);
      await dropSession(req, res);
      return ok({ success: true });
    },
  },
  {
    method: 'post',
    path: '/api/auth/request-password-reset',
    operationId: 'requestPasswordReset',
    tag: 'Accounts',
    summary: 'Email a link to set a new password',
    access: 'public',
    body: PasswordResetRequest,
    answers: { 200: { description: 'The same whether or not the account exists', schema: StatusTrue } },
    errors: ['validation_error', 'reset_disabled'],
    run: async ({ actor, body }) => ok(await requestPasswordReset(actor, body)),
  },
  {
    method: 'post',
    path: '/api/auth/reset-password',
    operationId: 'resetPassword',
    tag: 'Accounts',
    summary: 'Set a new password with the token from the email',
    access: 'public',
    body: PasswordReset,
    answers: { 200: { description: 'Set; every session of the account has ended', schema: StatusTrue } },
    errors: ['validation_error', 'invalid_token', 'reset_disabled'],
    run: async ({ actor, body }) => ok(await resetPassword(actor, body)),
  },
  {
    method: 'get',
    path: '/api/auth/reset-password/{token}',
    operationId: 'openPasswordReset',
    tag: 'Accounts',
    summary: 'The link in the email: redirects to callbackURL with ?token=, or with ?error=',
    access: 'public',
    params: Type.Object({ token: Type.String() }),
    query: callback,
    answers: { 302: redirected },
    errors: ['validation_error'],
    run: async ({ params, query, res }) => {
      const token = params.token ?? '';
      const isLive = await findTokenOwner(token, 'reset-password');
      const target = String(query.callbackURL ?? '/reset-password');
      return redirect(res, target, isLive ? ['token', token] : ['error', 'INVALID_TOKEN']);
    },
  },
  {
    method: 'post',
    path: '/api/auth/send-verification-email',
    operationId: 'sendVerificationEmail',
    tag: 'Accounts',
    summary: 'Send a link to verify an email',
    access: 'public',
    body: VerificationRequest,
    answers: { 200: { description: 'The same whether or not the account exists', schema: StatusTrue } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => ok(await requestVerification(actor, body)),
  },
  {
    method: 'get',
    path: '/api/auth/verify-email',
    operationId: 'verifyEmail',
    tag: 'Accounts',
    summary: 'The link in the email: verifies, then redirects to callbackURL if there is one',
    access: 'public',
    query: Type.Object({ token: Type.String(), ...callback.properties }),
    answers: { 200: { description: 'Verified', schema: Verified }, 302: redirected },
    errors: ['validation_error', 'invalid_token'],
    run: async ({ actor, query, res }) => {
      const callbackURL = query.callbackURL === undefined ? null : String(query.callbackURL);
      if (callbackURL !== null) readRedirect(callbackURL, 'callbackURL');
      try {
        const user = await verifyEmail(actor, String(query.token ?? ''));
        if (callbackURL === null) return ok({ status: true, user: presentAuthUser(user) });
        return redirect(res, callbackURL, null);
      } catch (error) {
        const isDead = error instanceof DomainError && error.code === 'invalid_token';
        if (!isDead || callbackURL === null) throw error;
        return redirect(res, callbackURL, ['error', 'invalid_token']);
      }
    },
  },
  {
    method: 'get',
    path: '/api/auth/list-sessions',
    operationId: 'listSessions',
    tag: 'Sessions',
    summary: 'Your sessions, newest first',
    access: 'account',
    scope: 'account',
    answers: { 200: { description: 'The sessions', schema: SessionList } },
    run: async ({ actor }) => ok(await listSessions(actor)),
  },
  {
    method: 'post',
    path: '/api/auth/revoke-session',
    operationId: 'revokeSession',
    tag: 'Sessions',
    summary: 'End one of your sessions',
    access: 'account',
    scope: 'account',
    body: SessionRevocation,
    answers: { 200: { description: 'Ended', schema: StatusTrue } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => ok(await revokeSession(actor, body)),
  },
  {
    method: 'post',
    path: '/api/auth/revoke-sessions',
    operationId: 'revokeSessions',
    tag: 'Sessions',
    summary: 'End all of your sessions',
    access: 'account',
    scope: 'account',
    answers: { 200: { description: 'Ended, this one included', schema: StatusTrue } },
    run: async ({ actor }) => ok(await revokeSessions(actor)),
  },
  {
    method: 'post',
    path: '/api/auth/revoke-other-sessions',
    operationId: 'revokeOtherSessions',
    tag: 'Sessions',
    summary: 'End all of your sessions but this one',
    access: 'account',
    scope: 'account',
    answers: { 200: { description: 'Ended; this one goes on', schema: StatusTrue } },
    run: async ({ actor }) => ok(await revokeOtherSessions(actor)),
  },
];
