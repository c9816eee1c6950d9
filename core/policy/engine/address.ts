// Web addresses as text: host and path decoded.
import { domainToUnicode } from 'node:url';
import { parseUrl } from '../../kernel/text/parse-url.js';
import { type Folded, Writing } from './fold.js';

/** The address without scheme and `www.`, with percent-escapes and punycode decoded, and a map to the typed text. */
export function decodeAddress(typed: string): Folded {
  const out = new Writing();
  const scheme = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\d?\.)?/i.exec(typed)?.[0].length ?? 0;
  for (const part of typed.slice(scheme).matchAll(/xn--[a-z0-9-]+|(?:%[0-9a-f]{2})+|[\s\S]/gi)) {
    const start = scheme + part.index;
    const end = start + part[0].length;
    if (part[0].length === 1) out.put(part[0], start, end);
    else if (part[0].startsWith('%')) out.put(decodePercent(part[0]), start, end);
    else out.put(domainToUnicode(part[0]) || part[0], start, end);
  }
  return out;
}

function decodePercent(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return ' ';
  }
}

/** The host of an address, lower case, or null. */
export function hostOf(typed: string): string | null {
  const text = typed.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return parseUrl(full)?.hostname.replace(/\.$/, '') ?? null;
}
