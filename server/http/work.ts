// The context of a request while it is handled: its id, and how long a statement may take.
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { redactUrl } from '../../core/kernel/log.js';
import { beginTrace } from '../../db/trace.js';
import { runWork, type Span } from '../../db/work.js';
import { requestIdOf } from '../who/actor.js';

/** Milliseconds for a statement of a request that reads. */
const READING = 5_000;
/** For a request that writes; it may wait for others that write the same row. */
const WRITING = 10_000;
/** Handles any number of rows at once: only the connection's limit applies (30 s). */
const LONG = /^\/(?:admin|account|api\/v1\/admin)\//;

/** Milliseconds for each statement of a request; null for those without a limit of their own. */
function statementLimit({ method, path }: Pick<Request, 'method' | 'path'>): number | null {
  if (LONG.test(path)) return null;
  return method === 'GET' || method === 'HEAD' ? READING : WRITING;
}

export function beginWork(req: Request, res: Response, next: NextFunction): void {
  const span = traceRequest(req, res);
  runWork({ requestId: requestIdOf(res), statementLimit: statementLimit(req), span }, next);
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
  const span = beginTrace('server', method, attributes, given);
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
