// The Origin check (C12): a browser may write only from our own pages and from trusted origins.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { isTrustedOrigin } from '../../core/addresses/origins.js';
import { config } from '../../core/kernel/config.js';
import { DomainError, say } from '../../core/kernel/errors.js';
import { parseUrl } from '../../core/kernel/text/parse-url.js';
import { type HttpDoor, hostOf } from './addresses.js';
import type { Exchange } from './exchange.js';

const GUARDED: ReadonlySet<HttpDoor> = new Set(['auth', 'rest', 'mcp']);
/** Public files below the address of the MCP server: what describes it, and the library of its cards. */
export const SERVER_CARD = '/mcp/server-card';
export const APP_LIBRARY = '/mcp/app.js';
const PUBLIC_FILES: ReadonlySet<string> = new Set([SERVER_CARD, APP_LIBRARY]);
export const API_CATALOG = '/.well-known/api-catalog';
/** Read by tools in browsers, of any origin; a credential has no effect on it. */
const OPENAPI = '/api/v1/openapi.json';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-MCP-Toolsets, X-MCP-Readonly';
const EXPOSED_HEADERS = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, ETag';

/** Refuses foreign origins on the API, the MCP server and every write; sets CORS headers for trusted ones. */
export function checkOrigin({ req, res, path, door }: Exchange): DomainError | null {
  const { origin } = req.headers;
  if (path === OPENAPI && (req.method === 'GET' || req.method === 'HEAD')) {
    openToAll(res);
    return null;
  }
  const isGuarded =
    (GUARDED.has(door) && !PUBLIC_FILES.has(path)) ||
    // Apps running in browsers write there without cookies; the authorization server checks each one's origins.
    (!SAFE_METHODS.has(req.method) && door !== 'oauth');
  if (!isGuarded) return null;
  // Vary also without an Origin: a cache must not serve a response without CORS headers to a browser.
  res.setHeader('Vary', 'Origin');
  if (origin === undefined) return null;
  if (!isTrustedOrigin(origin) && !isOwnHost(req, origin)) {
    return new DomainError('invalid_origin', say('error.origin'));
  }
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return null;
}

/**
 * Answers a preflight of a trusted origin.
 * @returns whether it was one
 */
export function answerPreflight({ req, res }: Exchange): boolean {
  const isPreflight = req.method === 'OPTIONS' && req.headers['access-control-request-method'];
  if (!isPreflight || !res.hasHeader('Access-Control-Allow-Credentials')) return false;
  res.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
  res.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  res.setHeader('Access-Control-Max-Age', '600');
  res.status(204).end();
  return true;
}

/** With TRUST_HOST the request's own host and port is trusted, in either scheme: a proxy may terminate TLS. */
function isOwnHost(req: IncomingMessage, origin: string): boolean {
  const url = config.trustHost === 'off' ? null : parseUrl(origin);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  const host = hostOf(req)?.toLowerCase();
  if (!url || !isWeb || !host || url.origin !== origin) return false;
  if (config.trustHost === 'local' && !isUnspoofable(url.hostname)) return false;
  // Either side may omit the default port.
  const withPort = (name: string) => parseUrl(`${url.protocol}//${name}`)?.host ?? name;
  return url.host === withPort(host);
}

/** No foreign page has such a host: DNS rebinding points a name at this machine, but neither an IP nor localhost. */
function isUnspoofable(hostname: string): boolean {
  return /(^|\.)localhost$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** Public read-only files are open to all origins (C12). */
export function openToAll(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
}
