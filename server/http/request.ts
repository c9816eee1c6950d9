// Steps of every request: its id, its log line, metrics, security headers, its trace.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { redactUrl, requestLog } from '../../core/kernel/log.js';
import { beginTrace, isTracing, runWork, type Span } from '../../db/work.js';
import { isHttps } from '../who/cookies.js';
import type { Exchange } from './exchange.js';

/** Request ids as proxies send them: a UUID, `Root=1-67…`, a base64 word. */
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/;
const TRACE_PARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id that a proxy sent, so that its log and ours agree, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

export function logRequest(exchange: Exchange): void {
  if (!requestLog.isLevelEnabled('error')) return;
  const { id, req, res, path } = exchange;
  const started = performance.now();
  const { method } = req;
  res.once('close', () => {
    const level = res.statusCode >= 500 ? 'error' : 'info';
    if (!requestLog.isLevelEnabled(level)) return;
    const { actor, span } = exchange;
    // Uses the caller's trace id when we do not trace.
    const traceId = span?.traceId ?? TRACE_PARENT.exec(String(req.headers.traceparent))?.[1];
    const entry = {
      request_id: id,
      ...(traceId ? { trace_id: traceId } : {}),
      method,
      path: redactUrl(path),
      status: res.statusCode,
      ms: Math.round(performance.now() - started),
      ip: actor.client?.ip,
      ...(actor.kind === 'user' ? { account: actor.account.id } : {}),
      ...(actor.kind === 'user' && actor.key ? { key: actor.key.id } : {}),
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    requestLog[level](entry, 'request');
  });
}

/** The metrics library is loaded only if METRICS_PORT is set. */
let measure: ((exchange: Exchange) => void) | null = null;

export function measureWith(next: typeof measure): void {
  measure = next;
}

export function measureRequest(exchange: Exchange): void {
  measure?.(exchange);
}

/** helmet's headers with our policy: everything from this origin. The same for every response, so they are made once. */
export function secureHeaders(): Map<string, string> {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // HSTS without subdomains: others may not be ours.
    strictTransportSecurity: isHttps() ? { maxAge: 365 * 86_400, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  setHeaders({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined);
  return headers;
}

export function beginWork(req: Request, _res: Response, next: NextFunction): void {
  const { exchange } = req;
  exchange.span = traceRequest(exchange);
  runWork({ requestId: exchange.id, span: exchange.span }, next);
}

function traceRequest({ id, req, res }: Exchange): Span | undefined {
  if (!isTracing()) return undefined;
  const { method, path } = req;
  const attributes = {
    'http.request.method': method,
    'url.path': redactUrl(path),
    'directory.request_id': id,
  };
  const { traceparent } = req.headers;
  const given = typeof traceparent === 'string' ? traceparent : undefined;
  const span = beginTrace('SERVER', method, attributes, given);
  if (!span) return undefined;
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
