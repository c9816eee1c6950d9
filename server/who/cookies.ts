// The cookies of the service: names, attributes and signatures. How long a session lasts: core/accounts/sessions.ts.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import type { CookieOptions, Response } from 'express';
import { config } from '../../core/kernel/config.js';
import type { Language } from '../../core/languages/language.js';
import { catalogues, english, fixedLanguage } from '../../core/settings/texts.js';

export function isHttps(): boolean {
  return config.publicUrl.startsWith('https:');
}

/**
 * A cookie's name, with a prefix over https (C1): `__Secure-directory.session_token`. Browsers let plain http set no
 * `__Secure-` cookie, and another subdomain no `__Host-` cookie.
 */
export function cookieName(name: string): string {
  const prefix = name === 'session_token' ? '__Secure-' : '__Host-';
  return `${isHttps() ? prefix : ''}${config.serviceSlug}.${name}`;
}

export function cookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() };
}

/** The life of a visitor's choices: a year from the last change. */
export const chosenLasts = (): CookieOptions => ({ ...cookieOptions(), maxAge: 365 * 86_400_000 });

export function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether one of our secrets signed a text. New signatures use the first one. */
export const isSignedByUs = (text: string, signature: string): boolean =>
  config.sessionSecrets.some((secret) => isEqual(signature, signWith(secret, text)));

export function sign(text: string): string {
  return signWith(config.sessionSecrets[0] ?? '', text);
}

function signWith(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64').replace(/=$/, '');
}

export function readCookie(req: IncomingMessage, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = req.headers.cookie?.split(/; */).find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length).replace(/%[2-7][\da-f]/gi, (code) => decodeURIComponent(code));
}

// The language of a page: the site's if it is set, else the visitor's choice, else the best match for the browser.

export function languageOf(req: IncomingMessage): Language {
  const { languages } = catalogues();
  const chosen = fixedLanguage() ?? languages.get(readCookie(req, cookieName('language')) ?? '');
  if (chosen) return chosen;
  // English comes first, so it is the default.
  const best = accepts(req).languages([...languages.keys()]);
  return (best === false ? undefined : languages.get(best)) ?? english();
}

/** @param tag of an available language; others are ignored */
export function chooseLanguage(res: Response, tag: string): void {
  if (catalogues().languages.has(tag)) res.cookie(cookieName('language'), tag, chosenLasts());
}

/** Sets Content-Language, and Vary if another browser would get another language. */
export function sendLanguage({ res, language }: { res: Response; language: Language }): void {
  res.set('Content-Language', language.tag);
  if (fixedLanguage() === null) res.vary('Accept-Language');
}

// The theme a visitor chose, in its own cookie: pages are the same for everyone with the same theme.

const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** null: the visitor's system setting. */
export function themeOf(req: IncomingMessage): Theme | null {
  const chosen = readCookie(req, cookieName('theme'));
  return THEMES.find((theme) => theme === chosen) ?? null;
}

/** @param theme anything but a theme means the system setting */
export function chooseTheme(res: Response, theme: string): void {
  const known = THEMES.find((candidate) => candidate === theme);
  if (known) res.cookie(cookieName('theme'), known, chosenLasts());
  else res.clearCookie(cookieName('theme'), cookieOptions());
}
