// Sends cached responses to guests without running the application. Its other steps for such a request are done here by
// the same functions: an id, a log line, metrics, limits, counting a view. Any request that is not plain, or might be
// refused, goes to the application.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import { guest } from '../core/kernel/actor.js';
import { maintenanceNotice } from '../core/operations/maintenance.js';
import { isTracing } from '../db/trace.js';
import { findResponse } from './cache/cached-responses.js';
import { cacheUse } from './cache/dependency-cache.js';
import { canTakeShortcut } from './cache/shortcut.js';
import { bestEncoding } from './http/encoding.js';
import { asExpress } from './http/express-request.js';
import { pathOf } from './http/path.js';
import { isRefusedAgent, logWhenClosed, requestIdIn, traceIdIn } from './http/request.js';
import { isOverloaded } from './http/shed-load.js';
import { measureRequest } from './measured-requests.js';
import { countViewWhenSent } from './web/pages/stats.js';
import { languageOf } from './who/language.js';
import { countRequest, limitHeaders } from './who/rate-limits.js';

/** Sends cached responses, and passes every other request on. */
export function withFastPath(app: Express, next: RequestListener): RequestListener {
  return (request, res) => {
    const found = isOpenTo(request) ? find(app, request) : null;
    if (found === null) next(request, res);
    else void send(app, found, request, res);
  };
}

function isOpenTo(request: IncomingMessage): boolean {
  return (
    canTakeShortcut(request) &&
    !isTracing() &&
    !isOverloaded() &&
    maintenanceNotice() === null &&
    !isRefusedAgent(request.headers['user-agent'])
  );
}

type Found = NonNullable<ReturnType<typeof find>>;

/** The cached response, if the request's condition matches it or there is none. */
function find(app: Express, request: IncomingMessage) {
  const { url = '' } = request;
  const req = asExpress(app, request);
  const encoding = bestEncoding(req);
  const { responseCache } = app.locals;
  // Files and the API have no language.
  const response =
    findResponse(responseCache, url, encoding, undefined) ??
    findResponse(responseCache, url, encoding, languageOf(req).tag);
  if (!response?.shortcut) return null;
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && condition !== response.etag) return null;
  return { req, response, shortcut: response.shortcut, isFresh: condition !== undefined };
}

async function send(
  app: Express,
  { req, response, shortcut, isFresh }: Found,
  request: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const requestId = requestIdIn(request.headers);
  const ip = req.ip ?? '';
  const userAgent = request.headers['user-agent'] ?? null;
  const actor = guest(shortcut.viewOf === undefined ? 'rest' : 'web', requestId, { ip, userAgent });
  const limits = shortcut.limits.length > 0 ? await countRequest(actor, shortcut.limits) : [];
  if (limits.some(({ isExceeded }) => isExceeded)) {
    Object.assign(res, { locals: { countedBefore: limits } });
    app(request, res);
    return;
  }
  cacheUse.hit += 1;
  const answered = Object.assign(res, {
    locals: { requestId, traceId: traceIdIn(request.headers) },
  }) as unknown as Response;
  logWhenClosed(answered, { method: req.method, path: pathOf(request), ip, started });
  measureRequest(Object.assign(req, { route: { path: shortcut.path }, baseUrl: '' }), answered);
  if (shortcut.viewOf !== undefined) countViewWhenSent(req, answered, actor, shortcut.viewOf);
  const head = isFresh ? shortcut.notModified : shortcut.ok;
  res.writeHead(isFresh ? 304 : 200, ['X-Request-Id', requestId, ...head, ...limitHeaders(limits).flat()]);
  res.end(isFresh ? undefined : response.bytes);
}
