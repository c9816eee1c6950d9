// The gates that may refuse a request before any door, in order. Each runs once; the cache may answer a request that
// passes all.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isTrustedOrigin } from '../../core/addresses/origins.js';
import { config } from '../../core/kernel/config.js';
import { DomainError, say } from '../../core/kernel/errors.js';
import { parseUrl } from '../../core/kernel/text/parse-url.js';
import { maintenanceNotice } from '../../core/service/maintenance.js';
import { type Exchange, type HttpDoor, hostOf, type Refusal } from './exchange.js';

interface Gate extends Omit<Refusal, 'error'> {
  readonly check: (exchange: Exchange) => DomainError | null;
}

const GATES: readonly Gate[] = [
  // Sent as JSON: a page or a query would cost more.
  { check: checkLoad, isJson: true, isUncounted: true },
  { check: checkMaintenance },
  // Sent as JSON: no person reads it.
  { check: checkUserAgent, isJson: true },
  { check: checkOrigin },
];

export function refusalOf(exchange: Exchange): Refusal | null {
  for (const { check, ...gate } of GATES) {
    const error = check(exchange);
    if (error) return { ...gate, error };
  }
  return null;
}

// While the event loop is delayed, new requests are refused, so that running ones finish. Health checks and
// reports of captures are still answered; `ready` is refused, so that load balancers choose another process.

/** The maximum delay of the event loop, as the median of a second. */
const MAX_LATENESS_MS = 400;
const WINDOW_MS = 1_000;
/** Consecutive delayed windows that count as overload: a single long computation fills one window only. */
const WINDOWS = 3;
const RESOLUTION_MS = 20;

/** Watches the event loop in windows of milliseconds. @returns `delay()`: the smallest median of the last three */
export function watchEventLoop(window = WINDOW_MS): { delay(): number; stop(): void } {
  const medians = new Array<number>(WINDOWS).fill(0);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const timer = setInterval(() => {
    medians.push(Math.max(0, delays.percentile(50) / 1e6 - RESOLUTION_MS));
    medians.shift();
    delays.reset();
  }, window).unref();
  return {
    delay: () => Math.min(...medians),
    stop: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

const EXEMPT: ReadonlySet<string> = new Set(['/api/v1/health', '/api/v1/internal/screenshots']);

type Watch = ReturnType<typeof watchEventLoop>;
let watch: Watch | null = null;

/** For tests: replaces the watch. @param next null: the watch of this process again */
export function watchOverload(next: Watch | null): void {
  watch = next;
}

function checkLoad({ path }: Exchange): DomainError | null {
  watch ??= watchEventLoop();
  if (watch.delay() <= MAX_LATENESS_MS || EXEMPT.has(path)) return null;
  return new DomainError('unavailable', say('error.overload'), { retryAfterSeconds: 2 });
}

/** Served during maintenance: health checks, and the assets of its page. */
const OPEN = /^\/(?:api\/v1\/(?:health|ready)$|assets\/)/;
const RETRY_SECONDS = 120;

function checkMaintenance({ path }: Exchange): DomainError | null {
  const notice = maintenanceNotice();
  if (notice === null || OPEN.test(path)) return null;
  return new DomainError('unavailable', notice, { retryAfterSeconds: RETRY_SECONDS });
}

const SCRIPTED =
  /^(curl|wget|python-(requests|urllib)|python-httpx|aiohttp|go-http-client|java|libwww-perl|okhttp|node-fetch|undici|node|axios|got|scrapy|httpie|php|ruby)\b/i;
/** Mail providers unsubscribe their readers (RFC 8058) with any User-Agent. */
const UNSUBSCRIBE = /^\/follow\/[\w-]+\/unsubscribe$/;

function checkUserAgent({ req, path }: Exchange): DomainError | null {
  if (!config.blockUnusualUserAgents) return null;
  const agent = req.headers['user-agent']?.trim() ?? '';
  if ((agent !== '' && !SCRIPTED.test(agent)) || UNSUBSCRIBE.test(path)) return null;
  return new DomainError('1010', 'This User-Agent is not accepted. Send the one of a normal browser.');
}

// The Origin check (C12): a browser may write only from our own pages and from trusted origins.

/** Public files below the MCP server's address: its description, and the library of its cards. */
export const SERVER_CARD = '/mcp/server-card';
export const APP_LIBRARY = '/mcp/app.js';
export const API_CATALOG = '/.well-known/api-catalog';

/** Public read-only files are open to scripts of every origin (C12). */
export function openToAll(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
}

const GUARDED: ReadonlySet<HttpDoor> = new Set(['auth', 'rest', 'mcp']);
const PUBLIC_FILES: ReadonlySet<string> = new Set([SERVER_CARD, APP_LIBRARY]);
/** The OpenAPI document: tools in browsers of any origin read it, and credentials have no effect. */
const OPENAPI = '/api/v1/openapi.json';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, DELETE';
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-MCP-Toolsets, X-MCP-Readonly';
const EXPOSED_HEADERS = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, ETag';

function checkOrigin({ req, res, path, door }: Exchange): DomainError | null {
  const { origin } = req.headers;
  if (path === OPENAPI && (req.method === 'GET' || req.method === 'HEAD')) {
    openToAll(res);
    return null;
  }
  const isGuarded =
    (GUARDED.has(door) && !PUBLIC_FILES.has(path)) ||
    // Apps in browsers write to /oauth without cookies; the authorization server checks the origins of each app.
    (!SAFE_METHODS.has(req.method) && door !== 'oauth');
  if (!isGuarded) return null;
  // Sent even without an Origin: a cache must not serve a response without CORS headers to a browser.
  res.setHeader('Vary', 'Origin');
  if (origin === undefined) return null;
  if (!isTrustedOrigin(origin) && !isOwnHost(req, origin))
    return new DomainError('invalid_origin', say('error.origin'));
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return null;
}

/** @returns whether it was a preflight of a trusted origin */
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

/** DNS rebinding can point a foreign name at this machine, but not an IP address or localhost. */
function isUnspoofable(hostname: string): boolean {
  return /(^|\.)localhost$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
