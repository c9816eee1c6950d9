// A readable name for a device, from its User-Agent.
import type { Language } from '../../../core/languages/language.js';

const BROWSERS: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /Linux/],
];

/** `Firefox on Linux`, or a program's own name: enough for people to recognise their devices. */
export function describeDevice({ t }: Language, userAgent: string | null): string {
  if (!userAgent) return t('sessions.unknown-device');
  const find = (signs: typeof BROWSERS) => signs.find(([, sign]) => sign.test(userAgent))?.[0];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser) return system ? t('sessions.device', { browser, system }) : browser;
  return userAgent.split(/[\s(]/)[0]?.slice(0, 40) || t('sessions.unknown-device');
}
