// Sessions: express-session over PostgreSQL. Requests without our cookie never touch the store.
import { promisify } from 'node:util';
import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import expressSession, { type SessionData } from 'express-session';
import type { AuthSession } from '../../core/accounts/schema.js';
import { methodsOf, TICKET_MINUTES } from '../../core/accounts/second-factor/factors.js';
import type { TwoFactorMethod } from '../../core/accounts/second-factor/schema.js';
import type { PasskeyRequest } from '../../core/accounts/second-factor/webauthn.js';
import * as secondStep from '../../core/accounts/second-step.js';
import * as sessions from '../../core/accounts/sessions.js';
import { config } from '../../core/kernel/config.js';
import { log } from '../../core/kernel/log.js';
import { sessionStatements } from '../../db/prepared.js';
import type { Exchange } from '../http/exchange.js';
import { cookieName, cookieOptions, isHttps, readCookie } from './cookies.js';
import { forgetShortlist, handOverShortlist } from './shortlist.js';

declare module 'express-session' {
  interface SessionData extends StoredSession {
    /** Absent until the session is stored. */
    found?: Found;
  }
}

type StoredSession = Awaited<ReturnType<typeof sessions.openSession>>['data'];
type Account = secondStep.FirstStep['account'];

const TOUCH_STEP_MS = 60_000;

/** Loaded with the session and attached to `req.session`; toJSON keeps it out of storage. */
class Found {
  constructor(
    readonly user: Account,
    readonly expire: Date,
    /** The data that a sign-in has just stored, as JSON. */
    readonly opened: string | null = null,
  ) {}

  /** express-session compares and stores sessions as JSON: leave this out. */
  toJSON(): undefined {
    return undefined;
  }
}

/** The data of a session without its cookie, for comparison. */
const dataOf = ({ cookie: _cookie, found: _found, ...data }: Partial<SessionData>): string =>
  JSON.stringify(data);

type Done = (error?: unknown) => void;

/**
 * Extends connect-pg-simple, which has no options for this: it loads a session with its account in one query, extends
 * it at most once a minute, and does not store it again after it has ended.
 */
class SessionStore extends connectPgSimple(expressSession) {
  override get(sid: string, done: (error: unknown, session?: SessionData | null) => void): void {
    const load = async () => {
      const session = await sessions.findSession(sid);
      return session && ({ ...session.data, found: new Found(session.user, session.expire) } as SessionData);
    };
    load().then((session) => done(null, session), done);
  }

  /** Sessions are created at sign-in (openSession); here they are only updated. */
  override set(sid: string, session: SessionData, done: Done = () => undefined): void {
    // A browser follows a sign-in's redirect at once: a second write of the same data would undo that request's change.
    if (session.found?.opened === dataOf(session)) done();
    else sessions.saveSession(sid, session, endOf(session)).then(() => done(), done);
  }

  override touch(sid: string, session: SessionData, done: Done = () => undefined): void {
    const stored = session.found?.expire.getTime() ?? 0;
    if (endOf(session).getTime() < stored + TOUCH_STEP_MS) done();
    else super.touch(sid, session, done);
  }
}

/** A cookie that ends with the browser session has no expiry of its own. */
function endOf(session: SessionData): Date {
  return new Date(session.cookie.expires ?? Date.now() + sessions.SESSION_LIFETIME_MS);
}

export const sessionCookieName = () => cookieName('session_token');

export function createSessionMiddleware(): RequestHandler {
  return expressSession({
    name: sessionCookieName(),
    secret: [...config.sessionSecrets],
    store: new SessionStore({
      pgPromise: sessionStatements,
      tableName: 'sessions',
      errorLog: (message: string, error: unknown) => log.warn({ err: error }, message),
      ttl: sessions.SESSION_LIFETIME_MS / 1000,
    }),
    resave: false,
    saveUninitialized: false,
    rolling: true,
    proxy: true,
    cookie: { ...cookieOptions(), maxAge: sessions.SESSION_LIFETIME_MS },
  });
}

export function hasSessionCookie(req: Request): boolean {
  return readCookie(req, sessionCookieName()) !== undefined;
}

/** Loads the session of a request, or starts an unsaved one. Runs once per request. */
export async function loadSession({ req, res, service }: Exchange): Promise<void> {
  if (req.session) return;
  // Behind a TLS proxy the request looks like http; with this express-session still sets a Secure cookie.
  if (isHttps()) req.headers['x-forwarded-proto'] = 'https';
  await promisify<Request, Response>(service.sessions)(req, res);
}

/** Checks again whether the session of a request is still valid, after its body has arrived. */
export async function refreshSession(req: Request): Promise<void> {
  const found = await sessions.findSession(req.sessionID);
  req.session.found = found ? new Found(found.user, found.expire) : undefined;
}

/** Starts a session under a new id, because others may know the old one, and ends the request's session. */
export async function beginSession(
  exchange: Exchange,
  { remember = true, ...entrant }: sessions.Entrant & { readonly remember?: boolean },
): Promise<{ user: Account; session: AuthSession }> {
  const { req, actor } = exchange;
  await loadSession(exchange);
  await sessions.endSession(actor);
  await promisify((done: Done) => req.session.regenerate(done))();
  const expires = new Date(Date.now() + sessions.SESSION_LIFETIME_MS);
  if (!remember) req.session.cookie.expires = null;
  const slot = { sid: req.sessionID, cookie: JSON.parse(JSON.stringify(req.session.cookie)), expires };
  const { user, data } = await sessions.openSession(actor, entrant, slot);
  Object.assign(req.session, data);
  req.session.found = new Found(user, expires, dataOf(req.session));
  await handOverShortlist(exchange, user.id);
  return { user, session: sessions.presentSession(data, expires) };
}

export async function dropSession(exchange: Exchange): Promise<void> {
  const { req, res } = exchange;
  if (!hasSessionCookie(req) && !req.session) return;
  await loadSession(exchange);
  await promisify((done: Done) => req.session.destroy(done))();
  res.clearCookie(sessionCookieName(), cookieOptions());
  forgetShortlist(exchange);
}

// The cookies of a sign-in in two steps: its ticket, a passkey's challenge, and the secret of a trusted device.

const MINUTE_MS = 60_000;

/** Signs an account in, or takes the first of two steps. @returns the session, or the ways to the second step */
export async function passPassword(
  exchange: Exchange,
  { account, remember }: secondStep.FirstStep,
): Promise<{ entered: Awaited<ReturnType<typeof beginSession>> } | { methods: TwoFactorMethod[] }> {
  const hasSecondFactor = account.twoFactorEnabled && (await isTrusted(exchange, account.id));
  if (!account.twoFactorEnabled || hasSecondFactor)
    return { entered: await beginSession(exchange, { account, remember, hasSecondFactor }) };
  const maxAge = TICKET_MINUTES['second-step'] * MINUTE_MS;
  const ticket = secondStep.passFirstStep({ account, remember });
  exchange.res.cookie(cookieName('two_factor'), ticket, { ...cookieOptions(), maxAge });
  return { methods: await methodsOf(account.id) };
}

export function readStep({ req }: Exchange): Promise<secondStep.FirstStep | null> {
  return secondStep.readFirstStep(readCookie(req, cookieName('two_factor')) ?? null);
}

export async function completeSignIn(
  exchange: Exchange,
  { account, remember, trust = false }: secondStep.FirstStep & { trust?: boolean },
): Promise<{ user: Account; session: AuthSession }> {
  const { req, res } = exchange;
  const entered = await beginSession(exchange, { account, remember, hasSecondFactor: true });
  if (trust) keepTrust(res, await secondStep.trustDevice(account.id));
  if (readCookie(req, cookieName('two_factor'))) res.clearCookie(cookieName('two_factor'), cookieOptions());
  return entered;
}

async function isTrusted({ req, res }: Exchange, userId: string): Promise<boolean> {
  const secret = readCookie(req, cookieName('trust_device'));
  if (secret === undefined || !(await secondStep.renewTrust(userId, secret))) return false;
  keepTrust(res, secret);
  return true;
}

function keepTrust(res: Response, secret: string): void {
  const maxAge = secondStep.TRUST_DAYS * 24 * 60 * MINUTE_MS;
  res.cookie(cookieName('trust_device'), secret, { ...cookieOptions(), maxAge });
}

/** Sends a passkey's challenge: its options as the response, its ticket in a cookie. */
export function keepChallenge({ res }: Exchange, { options, ticket }: PasskeyRequest): object {
  const maxAge = TICKET_MINUTES.passkey * MINUTE_MS;
  res.cookie(cookieName('passkey'), ticket, { ...cookieOptions(), maxAge });
  return options;
}

/** Takes the ticket of the challenge that a request answers; each can be answered once. */
export function takeChallenge({ req, res }: Exchange): string | null {
  res.clearCookie(cookieName('passkey'), cookieOptions());
  return readCookie(req, cookieName('passkey')) ?? null;
}
