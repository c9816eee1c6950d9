// The language of a page: the site's if it is set, else the visitor's choice, else the best match for the browser.
import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import type { Response } from 'express';
import type { Language } from '../../core/languages/language.js';
import { catalogues, english, fixedLanguage } from '../../core/settings/texts.js';
import { chosenLasts, cookieName, cookieOptions, readCookie } from './cookies.js';

export function languageOf(req: IncomingMessage): Language {
  return fixedLanguage() ?? chosenLanguage(req) ?? negotiate(req);
}

function chosenLanguage(req: IncomingMessage): Language | undefined {
  const tag = readCookie(req, cookieName('language'));
  return tag === undefined ? undefined : catalogues().languages.get(tag);
}

/** @param tag of a language that there is; any other is ignored */
export function chooseLanguage(res: Response, tag: string): void {
  if (catalogues().languages.has(tag)) res.cookie(cookieName('language'), tag, chosenLasts());
}

function negotiate(req: IncomingMessage): Language {
  const { languages } = catalogues();
  // English comes first, so it is the default.
  const best = accepts(req).languages([...languages.keys()]);
  return (best === false ? undefined : languages.get(best)) ?? english();
}

/** Sets Content-Language, and Vary if another browser would get another language. */
export function sendLanguage({ res, language }: { res: Response; language: Language }): void {
  res.set('Content-Language', language.tag);
  if (fixedLanguage() === null) res.vary('Accept-Language');
}

// The theme a visitor chose, in a cookie of its own: pages are the same for all who chose the same theme.

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
