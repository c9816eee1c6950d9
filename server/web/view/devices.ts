// A readable name for a device, from its User-Agent, and its place, from its address.
import ipaddr from 'ipaddr.js';
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

/** The network of an address, `203.0.113.0/24` or `2001:db8:1::/48`: enough to tell home from elsewhere. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  const bits = ip.kind() === 'ipv4' ? 24 : 48;
  const network = ip.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${network.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`;
}
