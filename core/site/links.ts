// Addresses that an operator may link on pages: none that run code.
import { parseUrl } from '../kernel/text/parse-url.js';

const MAIL = /^mailto:[^\s@?&]+@[^\s@?&]+$/i;

/** Whether it is a path on this site, an http(s) address or a `mailto:` one without further parameters. */
export function isSafeLink(address: string): boolean {
  // Browsers parse // and /\ as the start of a host.
  if (/^[/#]/.test(address)) return !/^\/[/\\]/.test(address);
  return MAIL.test(address) || (/^https?:\/\//i.test(address) && parseUrl(address) !== null);
}
