// Sessions: express-session over PostgreSQL. Requests without our cookie never touch the store.
import type { Request, RequestHandler, Response } from 'express';
import expressSession from 'express-session';
import { type OpenedSession, SESSION_LIFETIME_MS } from '../../core/accounts/sessions.js';
import { config } from '../../core/kernel/config.js';
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

/** `directory.session_token`; on https with the prefix __Secure-, which browsers refuse over plain http (C1). */
export function sessionCookieName(): string {
  return `${isHttps() ? '__Secure-' : ''}${config.serviceSlug}.session_token`;
}

export function isHttps(): boolean {
  return config.publicUrl.startsWith('https:');
}

export function createSessionMiddleware(): RequestHandler {
  return expressSession({
    name: sessionCookieName(),
    secret: [...config.sessionSecrets],
    store: createSessionStore(),
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(), maxAge: SESSION_LIFETIME_MS },
  });
}

/** Whether a request brings our cookie at all. */
export function hasSessionCookie(req: Request): boolean {
  return req.headers.cookie?.includes(`${sessionCookieName()}=`) ?? false;
}

/** Loads the session of a request, or starts an unsaved one; once per request. */
export async function loadSession(req: Request, res: Response): Promise<void> {
  if (req.session) return;
  const middleware: RequestHandler = req.app.locals.sessionMiddleware;
  await new Promise<void>((resolve, reject) => {
    middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/**
 * Puts a new session in the cookie under a new id, so that an id known before signing in is worth nothing.
 * Without `remember` the browser forgets the cookie when it closes.
 * @returns when the session ends, unless it is used before
 */
export async function beginSession(
  req: Request,
  res: Response,
  opened: OpenedSession,
  remember = true,
): Promise<Date> {
  await loadSession(req, res);
  await new Promise<void>((resolve, reject) => {
    req.session.regenerate((error?: unknown) => (error ? reject(error) : resolve()));
  });
  const expires = new Date(Date.now() + SESSION_LIFETIME_MS);
  Object.assign(req.session, opened.data, { found: new Found({ user: opened.user, expire: expires }) });
  if (!remember) req.session.cookie.expires = null;
  // Saved before the answer: whoever has the cookie finds the session.
  await new Promise<void>((resolve, reject) => {
    req.session.save((error?: unknown) => (error ? reject(error) : resolve()));
  });
  return expires;
}

/** Forgets the session of a request and takes its cookie back. */
export async function dropSession(req: Request, res: Response): Promise<void> {
  if (!hasSessionCookie(req) && !req.session) return;
  await loadSession(req, res);
  await new Promise<void>((resolve, reject) => {
    req.session.destroy((error?: unknown) => (error ? reject(error) : resolve()));
  });
  res.clearCookie(sessionCookieName(), { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() });
}
