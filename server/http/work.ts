// The context of a request while it is handled: its id and its trace.
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { redactUrl } from '../../core/kernel/log.js';
import { beginTrace } from '../../db/trace.js';
import { runWork, type Span } from '../../db/work.js';
import { requestIdOf } from '../who/actor.js';

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
