// /api/auth: the wire format of Better Auth, so that its own client works unchanged (C4).
import { Type } from '@sinclair/typebox';
import { confirmEmailChange, requestEmailChange } from '../../core/accounts/email-change.js';
import * as mailTokens from '../../core/accounts/mail-tokens.js';
import * as ownAccount from '../../core/accounts/own-account.js';
import * as schema from '../../core/accounts/schema.js';
import { presentAuthUser } from '../../core/accounts/schema.js';
import * as sessions from '../../core/accounts/sessions.js';
import { signUp } from '../../core/accounts/sign-up.js';
import { readRedirect } from '../../core/addresses/origins.js';
import { DomainError } from '../../core/kernel/errors.js';
import { beginSession, dropSession, passPassword } from '../who/session.js';
import { type Call, ok, routesOf } from './route.js';

const isRemembered = ({ body }: Call) => (body as { rememberMe?: boolean }).rememberMe !== false;

const opened = ({ user, session }: Awaited<ReturnType<typeof beginSession>>) => ({
  token: session.token,
  user: presentAuthUser(user),
  session,
});

const shared = { path: '/api/auth', tag: 'Accounts', access: 'public' } as const;

export const authRoutes = routesOf(shared, {
  signUp: {
    post: '/sign-up/email',
    summary: 'Create an account and sign in',
    limits: ['sign-up'],
    body: schema.SignUp,
    answer: ['The account and its session, with the cookie', schema.SignUpResult],
    errors: ['account_exists'],
    run: async (call) => {
      const { actor, body, exchange } = call;
      const account = await signUp(actor, body);
      return ok(opened(await beginSession(exchange, { account, remember: isRemembered(call) })));
    },
  },
  signIn: {
    post: '/sign-in/email',
    tag: 'Sessions',
    summary: 'Sign in with email and password',
    body: schema.SignIn,
    answer: [
      'The session, with the cookie; for an account with a second factor, how to give it',
      schema.SignInAnswer,
    ],
    errors: ['invalid_credentials'],
    run: async (call) => {
      const { actor, body, exchange } = call;
      const account = await sessions.signIn(actor, body);
      const passed = await passPassword(exchange, { account, remember: isRemembered(call) });
      if ('methods' in passed) return ok({ twoFactorRedirect: true, twoFactorMethods: passed.methods });
      return ok({ redirect: false, ...opened(passed.entered) });
    },
  },
  getSession: {
    get: '/get-session',
    tag: 'Sessions',
    summary: 'The current session, or null',
    answer: ['The session and its account, or null', schema.SessionResult],
    run: async ({ actor, exchange: { req } }) => {
      const user = req.session?.found?.user;
      if (actor.kind !== 'user' || actor.sessionId === null || !user) return ok(null);
      const lasts = req.session.cookie.originalMaxAge ?? sessions.SESSION_LIFETIME_MS;
      const session = sessions.presentSession(req.session, new Date(Date.now() + lasts));
      return ok({ session, user: presentAuthUser(user) });
    },
  },
  signOut: {
    post: '/sign-out',
    tag: 'Sessions',
    summary: 'End the current session',
    answer: ['Signed out, also without a session', schema.Success],
    run: async ({ actor, exchange }) => {
      await sessions.endSession(actor);
      await dropSession(exchange);
      return ok({ success: true });
    },
  },
  requestPasswordReset: {
    post: '/request-password-reset',
    summary: 'Email a link to set a new password',
    body: schema.PasswordResetRequest,
    answer: ['The same whether or not the account exists', schema.StatusTrue],
    errors: ['reset_disabled'],
    does: ownAccount.requestPasswordReset,
  },
  resetPassword: {
    post: '/reset-password',
    summary: 'Set a new password with the token from the email',
    body: schema.PasswordReset,
    answer: ['Set; every session of the account has ended', schema.StatusTrue],
    errors: ['invalid_token', 'reset_disabled'],
    does: ownAccount.resetPassword,
  },
  sendVerificationEmail: {
    post: '/send-verification-email',
    summary: 'Send a link to verify an email',
    body: schema.VerificationRequest,
    answer: ['The same whether or not the account exists', schema.StatusTrue],
    does: mailTokens.requestVerification,
  },
  verifyEmail: {
    get: '/verify-email',
    summary: 'The link in the email: verifies, then redirects to callbackURL if there is one',
    query: Type.Object({
      token: Type.String(),
      callbackURL: Type.Optional(Type.String({ examples: ['/account'] })),
    }),
    answers: { 200: ['Verified', schema.Verified], 302: ['On to callbackURL'] },
    errors: ['invalid_token'],
    run: async ({ actor, query, exchange: { req, res } }) => {
      const { callbackURL } = query;
      const target = callbackURL === undefined ? null : readRedirect(String(callbackURL), 'callbackURL');
      const token = String(query.token ?? '');
      // Programs test links with HEAD, which must not verify the address.
      const verifying =
        req.method === 'HEAD'
          ? mailTokens.findTokenOwner(token, 'verify-email')
          : mailTokens.verifyEmail(actor, token);
      const user = await verifying.catch((error: unknown) => {
        if (target && error instanceof DomainError && error.code === 'invalid_token') return null;
        throw error;
      });
      if (user && !target) return ok({ status: true, user: presentAuthUser(user) });
      if (!user) target?.searchParams.set('error', 'invalid_token');
      res.redirect(String(target));
      return { status: 302, body: null };
    },
  },
});

const ofMembers = { path: '/api/auth', tag: 'Accounts', access: 'account', scope: 'account' } as const;

export const ownAccountRoutes = routesOf(ofMembers, {
  listSessions: {
    get: '/list-sessions',
    tag: 'Sessions',
    summary: 'Your sessions, newest first',
    answer: ['The sessions', schema.SessionList],
    does: sessions.listSessions,
  },
  revokeSession: {
    post: '/revoke-session',
    tag: 'Sessions',
    summary: 'End one of your sessions',
    body: schema.SessionRevocation,
    answer: ['Ended', schema.StatusTrue],
    does: sessions.revokeSession,
  },
  revokeSessions: {
    post: '/revoke-sessions',
    tag: 'Sessions',
    summary: 'End all of your sessions',
    answer: ['Ended, this one included', schema.StatusTrue],
    does: sessions.revokeSessions,
  },
  revokeOtherSessions: {
    post: '/revoke-other-sessions',
    tag: 'Sessions',
    summary: 'End all of your sessions but this one',
    answer: ['Ended; this one stays', schema.StatusTrue],
    does: sessions.revokeOtherSessions,
  },
  changePassword: {
    post: '/change-password',
    summary: 'Set a new password with the current one',
    body: schema.PasswordChange,
    answer: ['Changed; API keys stay valid', schema.PasswordChanged],
    errors: ['invalid_credentials'],
    run: async ({ actor, body }) =>
      ok({
        token: actor.kind === 'user' ? actor.sessionId : null,
        user: presentAuthUser(await ownAccount.changePassword(actor, body)),
      }),
  },
  changeEmail: {
    post: '/change-email',
    summary: 'Email a link to the new address of your account; nothing changes until it is used',
    limits: ['sign-up'],
    body: schema.EmailChangeRequest,
    answer: ['The link is on its way', schema.StatusTrue],
    errors: ['invalid_credentials', 'account_exists', 'bootstrap_admin'],
    does: requestEmailChange,
  },
  confirmEmailChange: {
    post: '/confirm-email-change',
    summary: 'Confirm the new address with the token from the email',
    body: schema.EmailChangeConfirmation,
    answer: ['Changed, also by an earlier request', schema.Verified],
    errors: ['invalid_token', 'account_exists'],
    run: async ({ actor, body }) =>
      ok({ status: true, user: presentAuthUser(await confirmEmailChange(actor, body)) }),
  },
  updateUser: {
    post: '/update-user',
    summary: 'Change your name',
    body: schema.UserUpdate,
    answer: ['Changed', schema.StatusTrue],
    does: ownAccount.updateOwnAccount,
  },
});
