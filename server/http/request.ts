// First steps of every request: an id, a log line, security headers.
import { randomUUID } from 'node:crypto';
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
      /** Of a request that was refused. */
      errorCode?: ErrorCode;
      /** The trace that the request is a part of, where the client or a proxy named one. */
      traceId?: string;
      /** Ids of who was found to act; absent for guests. */
      accountId?: string;
      keyId?: string;
    }
  }
}

/** What proxies send: a UUID, `Root=1-67…`, a base64 word. */
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/;
/** W3C Trace Context, version 00: version, trace, parent, flags. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The request's own id if it brings one, so that a proxy's log and ours name it alike. */
export function identifyRequest(req: Request, res: Response, next: NextFunction): void {
  const { 'x-request-id': given, traceparent } = req.headers;
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  res.locals.requestId = requestId;
  if (typeof traceparent === 'string') res.locals.traceId = TRACE_PARENT.exec(traceparent)?.[1];
  res.setHeader('X-Request-Id', requestId);
  next();
}

/** One line per response; without the query string, which can carry tokens from mails. */
export function logRequest(req: Request, res: Response, next: NextFunction): void {
  if (!requestLog.isLevelEnabled('error')) {
    next();
    return;
  }
  const started = performance.now();
  const { method, path } = req;
  res.on('close', () => {
    const level = res.statusCode >= 500 ? 'error' : 'info';
    if (!requestLog.isLevelEnabled(level)) return;
    const { requestId, traceId, accountId, keyId } = res.locals;
    const entry = {
      request_id: requestId,
      ...(traceId ? { trace_id: traceId } : {}),
      method,
      path: redactUrl(path),
      status: res.statusCode,
      ms: Math.round(performance.now() - started),
      ip: req.ip,
      ...(accountId ? { account: accountId } : {}),
      ...(keyId ? { key: keyId } : {}),
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    requestLog[level](entry, 'request');
  });
  next();
}

/** helmet's headers with our policy: everything from ourselves, pictures and links from the web over http(s). */
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
      // What other names of the domain speak is not ours to say.
      strictTransportSecurity: isHttps() ? { maxAge: 365 * 86_400, includeSubDomains: false } : false,
      xFrameOptions: { action: 'deny' },
    }),
  );
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** What a middleware sets that sets the same for every request. */
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

/** With BLOCK_UNUSUAL_USER_AGENTS: an empty or plainly scripted User-Agent is refused with code 1010. */
export function checkUserAgent(req: Request, _res: Response, next: NextFunction): void {
  const agent = req.headers['user-agent']?.trim() ?? '';
  if (config.blockUnusualUserAgents && (agent === '' || SCRIPTED.test(agent))) {
    throw new DomainError('1010', 'This User-Agent is not accepted. Send the one of a normal browser.');
  }
  next();
}
