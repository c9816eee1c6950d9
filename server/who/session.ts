// Sessions: express-session over PostgreSQL. Requests without our cookie never touch the store.
import type { Request, RequestHandler, Response } from 'express';
import expressSession from 'express-session';
import type { AuthSession } from '../../core/accounts/schema.js';
import {
  endSession,
  findSession,
  type OpenedSession,
  openSession,
  presentSession,
  SESSION_LIFETIME_MS,
} from '../../core/accounts/sessions.js';
import type { Actor } from '../../core/kernel/actor.js';
import { config } from '../../core/kernel/config.js';
import { cookieName, cookieOptions, isSignedByUs, readCookie } from './cookies.js';
import { createSessionStore, Found } from './session-store.js';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    publicId: string;
    createdAt: string;
    updatedAt: string;
    ipAddress: string | null;
    userAgent: string | null;
  }
}

export const sessionCookieName = () => cookieName('session_token');

export function createSessionMiddleware(): RequestHandler {
  return expressSession({
    name: sessionCookieName(),
    secret: [...config.sessionSecrets],
    store: createSessionStore(),
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie: { ...cookieOptions(), maxAge: SESSION_LIFETIME_MS },
  });
}

/** Whether a request brings our cookie at all. */
export function hasSessionCookie(req: Request): boolean {
  return readCookie(req, sessionCookieName()) !== undefined;
}

/** Whether its session cookie was issued by us, even if the session has ended: needs no database. */
export function hasOwnSessionCookie(req: Request): boolean {
  const value = readCookie(req, sessionCookieName()) ?? '';
  const [, sid = '', signature = ''] = /^s:([^.]+)\.(.+)$/.exec(value) ?? [];
  return isSignedByUs(sid, signature);
}

/** Loads the session of a request, or starts an unsaved one; once per request. */
export async function loadSession(req: Request, res: Response): Promise<void> {
  if (req.session) return;
  const middleware: RequestHandler = req.app.locals.sessionMiddleware;
  await new Promise<void>((resolve, reject) => {
    middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/** Checks again whether the session of a request is still valid, after its body has arrived. */
export async function refreshSession(req: Request): Promise<void> {
  const found = await findSession(req.sessionID);
  req.session.found = found ? new Found(found) : undefined;
}

interface Entrance {
  readonly actor: Actor;
  /** The account whose password was just checked or set. */
  readonly account: Parameters<typeof openSession>[1];
  /** false: the cookie ends with the browser session. */
  readonly remember?: boolean;
}

/**
 * Starts a session and sets the cookie to a new id, so that an id known before signing in is useless.
 * The session that the request came with ends.
 */
export async function beginSession(
  req: Request,
  res: Response,
  { actor, account, remember = true }: Entrance,
): Promise<{ user: OpenedSession['user']; session: AuthSession }> {
  await loadSession(req, res);
  await endSession(actor);
  await new Promise<void>((resolve, reject) => {
    req.session.regenerate((error?: unknown) => (error ? reject(error) : resolve()));
  });
  const expires = new Date(Date.now() + SESSION_LIFETIME_MS);
  if (!remember) req.session.cookie.expires = null;
  const slot = { sid: req.sessionID, cookie: JSON.parse(JSON.stringify(req.session.cookie)), expires };
  const { user, data } = await openSession(actor, account, slot);
  Object.assign(req.session, data, { found: new Found({ user, expire: expires }) });
  return { user, session: presentSession(data, expires) };
}

/** Drops the session of a request and clears its cookie. */
export async function dropSession(req: Request, res: Response): Promise<void> {
  if (!hasSessionCookie(req) && !req.session) return;
  await loadSession(req, res);
  await new Promise<void>((resolve, reject) => {
    req.session.destroy((error?: unknown) => (error ? reject(error) : resolve()));
  });
  res.clearCookie(sessionCookieName(), cookieOptions());
}
