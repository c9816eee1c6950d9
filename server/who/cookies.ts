// The cookies of the service: names, attributes and signatures. How long a session lasts: core/accounts/sessions.ts.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from 'express';
import { config } from '../../core/kernel/config.js';

export function isHttps(): boolean {
  return config.publicUrl.startsWith('https:');
}

/** Over https: browsers do not let plain http set __Secure- cookies, nor another subdomain __Host- ones. */
const PREFIXES = {
  session_token: '__Secure-',
  form_token: '__Host-',
  theme: '__Host-',
  language: '__Host-',
  columns_listings: '__Host-',
  columns_users: '__Host-',
  shortlist: '__Host-',
  two_factor: '__Host-',
  trust_device: '__Host-',
  passkey: '__Host-',
} as const;

/** `directory.session_token`, with its prefix over https (C1). */
export function cookieName(name: keyof typeof PREFIXES): string {
  return `${isHttps() ? PREFIXES[name] : ''}${config.serviceSlug}.${name}`;
}

export function cookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() };
}

/** For what a visitor chose: a year from the last change. */
export const chosenLasts = (): CookieOptions => ({ ...cookieOptions(), maxAge: 365 * 86_400_000 });

/** Whether one of our secrets signed a text; the first one signs. */
export function isSignedByUs(text: string, signature: string): boolean {
  return config.sessionSecrets.some((secret) => {
    const [given, right] = [Buffer.from(signature), Buffer.from(signWith(secret, text))];
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

export function sign(text: string): string {
  return signWith(config.sessionSecrets[0] ?? '', text);
}

/** Signed like express-session's cookie. */
function signWith(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64').replace(/=$/, '');
}

/** The value of a request's cookie; undefined if there is none. */
export function readCookie(req: IncomingMessage, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = req.headers.cookie?.split(/; */).find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length).replace(/%[2-7][\da-f]/gi, (code) => decodeURIComponent(code));
}
