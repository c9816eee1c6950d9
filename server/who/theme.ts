// The theme a visitor chose, in a cookie of its own: pages are the same for all who chose the same theme.
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { cookieName, cookieOptions, readCookie } from './cookies.js';

const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const YEAR = 365 * 86_400_000;

/** null: the visitor's system setting. */
export function themeOf(req: IncomingMessage): Theme | null {
  const chosen = readCookie(req, cookieName('theme'));
  return THEMES.find((theme) => theme === chosen) ?? null;
}

/** @param theme anything but a theme means the system setting */
export function chooseTheme(res: Response, theme: string): void {
  const known = THEMES.find((candidate) => candidate === theme);
  if (known) res.cookie(cookieName('theme'), known, { ...cookieOptions(), maxAge: YEAR });
  else res.clearCookie(cookieName('theme'), cookieOptions());
}
