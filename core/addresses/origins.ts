// Trusted web origins: for the Origin rule (C12) and for redirects.
import { config } from '../kernel/config.js';
import { fieldError } from '../kernel/errors.js';
import { parseUrl } from '../kernel/text/parse-url.js';

export function isTrustedOrigin(origin: string): boolean {
  return origin === config.publicUrl || config.trustedOrigins.includes(origin);
}

/** A redirect target: a path of this service, or an address on a trusted origin. @throws DomainError */
export function readRedirect(target: string, field: string): URL {
  // Browsers parse // and /\ as the start of a host.
  const isPath = /^\/(?![/\\])/.test(target);
  const url = isPath ? new URL(target, config.publicUrl) : parseUrl(target);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url && isWeb && isTrustedOrigin(url.origin)) return url;
  throw fieldError(field, `"${field}" must be a path, or an address on a trusted origin.`);
}
