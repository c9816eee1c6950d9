// The theme a visitor chose, in a cookie of its own: pages are the same for all who chose the same theme.
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { chosenLasts, cookieName, cookieOptions, readCookie } from './cookies.js';

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
