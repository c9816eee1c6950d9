// Handles API requests with a key by the same steps and routes as the application, but without Express: its router and
// the prototypes that it gives each request and response cost as much as reading a listing.
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Express, NextFunction, Request, Response } from 'express';
import { findRoute, runKeyed } from './api/keyed.js';
import { asExpress } from './http/express-request.js';
import { pathOf } from './http/path.js';

/** A step of all requests: calls `next` synchronously, or responds. */
export type Step = (req: Request, res: Response, next: NextFunction) => unknown;

/**
 * @param steps those of the application before its routers
 * @param app handles everything else
 */
export function withKeyedPath(app: Express, steps: readonly Step[], next: RequestListener): RequestListener {
  return (request, response) => {
    const found = isPlain(request) ? findRoute(request.method ?? '', pathOf(request)) : null;
    if (found === null) {
      next(request, response);
      return;
    }
    const req = asRequest(app, request, { params: found.params, route: { path: found.pattern } });
    const res = Object.assign(response, { locals: Object.create(null) }) as unknown as Response;
    runSteps(steps, req, res, () => void runKeyed(found.route, req, res));
  };
}

/** It has a key, and nothing that needs more of Express: no session, no Origin, no file. */
function isPlain({ headers }: IncomingMessage): boolean {
  return (
    headers.authorization !== undefined &&
    headers.cookie === undefined &&
    headers.origin === undefined &&
    !headers['content-type']?.startsWith('multipart/')
  );
}

type Read = Pick<Request, 'params' | 'route'>;

/** Node's request with the members of Express's that the steps and the routes read; its prototype stays. */
function asRequest(app: Express, request: IncomingMessage, read: Read): Request {
  return Object.assign(request as Request, {
    app,
    originalUrl: request.url ?? '',
    path: pathOf(request),
    baseUrl: '',
    ip: asExpress(app, request).ip,
    is: app.request.is,
    ...read,
  });
}

function runSteps(steps: readonly Step[], req: Request, res: Response, end: () => void): void {
  let at = 0;
  const next = () => {
    const step = steps[at];
    at += 1;
    if (step) step(req, res, next);
    else end();
  };
  next();
}
