// Steps of every request: an id, a log line, metrics, security headers, the check of the user agent.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { config } from '../../core/kernel/config.js';
import { DomainError, type ErrorCode } from '../../core/kernel/errors.js';
import { redactUrl, requestLog } from '../../core/kernel/log.js';
import { maintenanceNotice } from '../../core/service/maintenance.js';
import { beginTrace, runWork, type Span } from '../../db/work.js';
import { addressOf, requestIdOf } from '../who/actor.js';
import { isHttps } from '../who/cookies.js';
import { pathOf } from './addresses.js';
import { sendCounted } from './refusals.js';

declare global {
  namespace Express {
    interface Locals {
      errorCode?: ErrorCode;
      traceId?: string;
      /** Ids of the actor; absent for guests. */
      accountId?: string;
      keyId?: string;
    }
  }
}

/** Request ids as proxies send them: a UUID, `Root=1-67…`, a base64 word. */
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/;
/** W3C Trace Context, version 00: version, trace, parent, flags. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Gives a request its id: the one sent with it, so that a proxy's log and ours have the same one, or a new one. */
export function identifyRequest(req: IncomingMessage, res: ServerResponse): void {
  const given = req.headers['x-request-id'];
  const isUsable = typeof given === 'string' && REQUEST_ID.test(given);
  res.setHeader('X-Request-Id', isUsable ? given : randomUUID());
}

export function logRequest(req: IncomingMessage, res: ServerResponse): void {
  if (!requestLog.isLevelEnabled('error')) return;
  const started = performance.now();
  const { method } = req;
  // Without the query string, which can carry tokens from emails.
  const path = pathOf(req);
  res.once('close', () => {
    const level = res.statusCode >= 500 ? 'error' : 'info';
    if (!requestLog.isLevelEnabled(level)) return;
    const { accountId, keyId, ...locals } = localsOf(res);
    // Without traces of our own, that of the client or the proxy in front.
    const traceId = locals.traceId ?? TRACE_PARENT.exec(String(req.headers.traceparent))?.[1];
    const entry = {
      request_id: res.getHeader('X-Request-Id'),
      ...(traceId ? { trace_id: traceId } : {}),
      method,
      path: redactUrl(path),
      status: res.statusCode,
      ms: Math.round(performance.now() - started),
      ip: addressOf(req),
      ...(accountId ? { account: accountId } : {}),
      ...(keyId ? { key: keyId } : {}),
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    requestLog[level](entry, 'request');
  });
}

type Measure = (req: IncomingMessage, res: ServerResponse) => void;

/** Set if METRICS_PORT is: the metrics library is only loaded then. */
let measure: Measure | null = null;

export function measureWith(next: Measure | null): void {
  measure = next;
}

export function measureRequest(req: IncomingMessage, res: ServerResponse): void {
  measure?.(req, res);
}

/** What the application noted about a request; nothing if the cache answered it. */
export function localsOf(res: ServerResponse): Partial<Response['locals']> {
  return (res as Partial<Response>).locals ?? {};
}

/** helmet's headers with our policy: everything from this origin, pictures and links from the web over http(s). */
export function secureHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https:', 'http:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Other subdomains are not ours to decide for.
    strictTransportSecurity: isHttps() ? { maxAge: 365 * 86_400, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
}

// Default user agents of common HTTP libraries.
const SCRIPTED =
  /^(curl|wget|python-(requests|urllib)|python-httpx|aiohttp|go-http-client|java|libwww-perl|okhttp|node-fetch|undici|node|axios|got|scrapy|httpie|php|ruby)\b/i;

/** With BLOCK_UNUSUAL_USER_AGENTS an empty or plainly scripted User-Agent is refused. */
export function isRefusedAgent(agent = ''): boolean {
  return config.blockUnusualUserAgents && (agent.trim() === '' || SCRIPTED.test(agent.trim()));
}

/** Refuses such a user agent, on pages too, as JSON: no person reads it. */
export function checkUserAgent(req: Request, res: Response, next: NextFunction): void {
  // Mail providers stop an email for their readers (RFC 8058), and name themselves as they like.
  if (!isRefusedAgent(req.headers['user-agent']) || /^\/follow\/[\w-]+\/unsubscribe$/.test(req.path)) {
    next();
    return;
  }
  const message = 'This User-Agent is not accepted. Send the one of a normal browser.';
  void sendCounted(req, res, new DomainError('1010', message));
}

// The context of a request while it is handled: its id and its trace.

export function beginWork(req: Request, res: Response, next: NextFunction): void {
  const span = traceRequest(req, res);
  runWork({ requestId: requestIdOf(res), span }, next);
}

/** Continues the trace that the client or a proxy sent, or starts a new one. */
function traceRequest(req: Request, res: Response): Span | undefined {
  const { method, path } = req;
  const attributes = {
    'http.request.method': method,
    'url.path': redactUrl(path),
    'directory.request_id': requestIdOf(res),
  };
  const { traceparent } = req.headers;
  const given = typeof traceparent === 'string' ? traceparent : undefined;
  const span = beginTrace('SERVER', method, attributes, given);
  if (!span) return undefined;
  res.locals.traceId = span.traceId;
  res.once('close', () => {
    const status = res.writableFinished ? res.statusCode : 0;
    const route = routeOf(req);
    const failure = status >= 500 || status === 0 ? `answered ${status}` : undefined;
    span.end(failure, { 'http.response.status_code': status, 'http.route': route }, `${method} ${route}`);
  });
  return span;
}

/** The route's pattern, never the path, which would be a different name for each listing. */
export function routeOf(req: IncomingMessage): string {
  const { route, baseUrl = '' } = req as Partial<Request>;
  const path: unknown = route?.path;
  return typeof path === 'string' ? baseUrl + path : 'other';
}

// While the service is closed for maintenance (`directory-admin maintenance on`).

/** Still served: health checks, and the assets of the maintenance page. */
const OPEN = /^\/(?:api\/v1\/(?:health|ready)$|assets\/)/;
const RETRY_SECONDS = 120;

export function checkMaintenance(req: Request, _res: Response, next: NextFunction): void {
  const notice = OPEN.test(req.path) ? null : maintenanceNotice();
  if (notice !== null) throw new DomainError('unavailable', notice, { retryAfterSeconds: RETRY_SECONDS });
  next();
}
