// First steps of every request: an id, a log line, security headers.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { config } from '../../core/kernel/config.js';
import { DomainError, type ErrorCode } from '../../core/kernel/errors.js';
import { redactUrl, requestLog } from '../../core/kernel/log.js';
import { isHttps } from '../who/cookies.js';

declare global {
  namespace Express {
    interface Locals {
      requestId: string;
      /** The error code of a refused request. */
      errorCode?: ErrorCode;
      /** The trace that the request is part of, if the client or a proxy sent one. */
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

/** The id sent with the request, if any, so that a proxy's log and ours have the same one. */
export function requestIdIn({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** The trace id sent by the client or a proxy. */
export function traceIdIn({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined;
}

export function identifyRequest(req: Request, res: Response, next: NextFunction): void {
  const requestId = requestIdIn(req.headers);
  res.locals.requestId = requestId;
  res.locals.traceId = traceIdIn(req.headers);
  res.setHeader('X-Request-Id', requestId);
  next();
}

export function logRequest(req: Request, res: Response, next: NextFunction): void {
  const { method, path } = req;
  logWhenClosed(res, {
    method,
    path,
    started: performance.now(),
    get ip() {
      return req.ip;
    },
  });
  next();
}

interface Asked {
  readonly method: string;
  /** Without the query string, which can carry tokens from emails. */
  readonly path: string;
  readonly ip: string | undefined;
  /** By the monotonic clock. */
  readonly started: number;
}

/** Writes one line per response. */
export function logWhenClosed(res: Response, asked: Asked): void {
  if (!requestLog.isLevelEnabled('error')) return;
  const write = () => {
    const level = res.statusCode >= 500 ? 'error' : 'info';
    if (!requestLog.isLevelEnabled(level)) return;
    const { requestId, traceId, accountId, keyId } = res.locals;
    const entry = {
      request_id: requestId,
      ...(traceId ? { trace_id: traceId } : {}),
      method: asked.method,
      path: redactUrl(asked.path),
      status: res.statusCode,
      ms: Math.round(performance.now() - asked.started),
      ip: asked.ip,
      ...(accountId ? { account: accountId } : {}),
      ...(keyId ? { key: keyId } : {}),
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    requestLog[level](entry, 'request');
  };
  if (res.closed) write();
  else res.once('close', write);
}

/** helmet's headers with our policy: everything from this origin, pictures and links from the web over http(s). */
export function secureHeaders(): RequestHandler {
  const headers = headersOf(
    helmet({
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
    }),
  );
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** The headers of a middleware that sets the same ones for every request. */
function headersOf(middleware: (req: never, res: never, next: () => void) => void): [string, string][] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  middleware({} as never, response as never, () => undefined);
  return [...headers];
}

// Default user agents of common HTTP libraries.
const SCRIPTED =
  /^(curl|wget|python-(requests|urllib)|python-httpx|aiohttp|go-http-client|java|libwww-perl|okhttp|node-fetch|undici|node|axios|got|scrapy|httpie|php|ruby)\b/i;

/** With BLOCK_UNUSUAL_USER_AGENTS an empty or plainly scripted User-Agent is refused. */
export function isRefusedAgent(agent = ''): boolean {
  return config.blockUnusualUserAgents && (agent.trim() === '' || SCRIPTED.test(agent.trim()));
}

/** @throws DomainError 1010 */
export function checkUserAgent(req: Request, _res: Response, next: NextFunction): void {
  if (isRefusedAgent(req.headers['user-agent'])) {
    throw new DomainError('1010', 'This User-Agent is not accepted. Send the one of a normal browser.');
  }
  next();
}
