// The cookies of the service: their names and how they are set.
import type { CookieOptions, Request } from 'express';
import { config } from '../../core/kernel/config.js';

export function isHttps(): boolean {
  return config.publicUrl.startsWith('https:');
}

/** `directory.session_token`; browsers keep the __Secure- prefix from being set over plain http (C1). */
export function cookieName(name: 'session_token' | 'form_token'): string {
  return `${isHttps() ? '__Secure-' : ''}${config.serviceSlug}.${name}`;
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
