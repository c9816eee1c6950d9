// The cookies of the service: their names and how they are set.
import type { CookieOptions, Request } from 'express';
import { config } from '../../core/kernel/config.js';

export function isHttps(): boolean {
  return config.publicUrl.startsWith('https:');
}

/** Over https: browsers keep __Secure- from being set over plain http, and __Host- by another subdomain too. */
const PREFIXES = { session_token: '__Secure-', form_token: '__Host-' } as const;

/** `directory.session_token`, with its prefix over https (C1). */
export function cookieName(name: keyof typeof PREFIXES): string {
  return `${isHttps() ? PREFIXES[name] : ''}${config.serviceSlug}.${name}`;
}

export function cookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() };
}

/** The value of a cookie that a request brings; undefined where it brings none. */
export function readCookie(req: Request, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = req.headers.cookie?.split(/; */).find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length);
}
