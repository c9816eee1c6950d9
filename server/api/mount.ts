// The table of routes as an Express router, with the same steps for each: who, limits, body, run, answer.
import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { requireAdmin, requireSignedIn } from '../../core/access.js';
import type { Actor } from '../../core/actor.js';
import { guest } from '../../core/actor.js';
import { findUnknownFields, type Warning } from '../../core/check.js';
import { DomainError, notFound } from '../../core/errors.js';
import { runOnce } from '../../core/idempotency.js';
import { clientOf, findActor, requestIdOf } from '../actor.js';
import { errorHeaders, STATUS_OF, toDomainError, toErrorBody } from '../errors.js';
import { applyLimits } from '../limits.js';
import { readQueryString } from '../query-string.js';
import type { Answer, Call, Route } from './route.js';

/** JSON bodies up to 1 MiB (C3). */
const parseJson = express.json({ limit: 1024 * 1024, type: ['application/json', 'application/*+json'] });

export function mountRoutes(routes: readonly Route[]): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const group = routes.filter((route) => route.path === path);
    const place = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const route of group) place[route.method]((req, res) => answerRoute(route, req, res));
    const methods = group.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    place.all((req, res) => answerOtherMethod([...methods, 'OPTIONS'], req, res));
  }
  router.use((req, res) => refuse(req, res, notFound('route')));
  router.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    sendError(req, res, error),
  );
  return router;
}

async function answerRoute(route: Route, req: Request, res: Response): Promise<void> {
  const actor = await identify(route, req, res);
  if (route.access === 'account') requireSignedIn(actor);
  if (route.access === 'admin') requireAdmin(actor);
  const body = route.body ? await readBody(route, req, res) : undefined;
  const { query, repeated } = readQueryString(route.query, req);
  if (repeated) throw repeated;
  const call: Call = { actor, params: req.params as Record<string, string>, query, body, req, res };
  const answer = await runRoute(route, call);
  if (res.headersSent) return;
  const warnings = unknownFields(route, call);
  // What a guest reads may be kept and asked for again with its ETag; the rest is between us and the caller.
  const isShared = route.method === 'get' && actor.kind === 'guest' && answer.status === 200;
  res.setHeader('Cache-Control', isShared ? 'no-cache' : 'private, no-store');
  res.status(answer.status).json(withWarnings(answer.body, warnings));
}

/** The caller, counted against the limits even when the credentials turn out to be bad. */
async function identify(route: Route, req: Request, res: Response): Promise<Actor> {
  let refusal: unknown = null;
  const actor = await findActor(req, res, 'rest').catch((error: unknown) => {
    refusal = error;
    return guest('rest', requestIdOf(res), clientOf(req));
  });
  if (!route.isUnlimited) await applyLimits(actor, ['general', ...(route.limits ?? [])], res);
  if (refusal && route.access !== 'worker') throw refusal;
  return actor;
}

async function readBody(route: Route, req: Request, res: Response): Promise<unknown> {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody) {
    if (route.isBodyOptional) return {};
    throw new DomainError('invalid_json', 'This request needs a JSON body.');
  }
  const isJson = req.is(['application/json', 'application/*+json']);
  if (!isJson) {
    throw new DomainError('unsupported_media_type', 'Send the body as application/json.');
  }
  await new Promise<void>((resolve, reject) => {
    parseJson(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return req.body;
}

function runRoute(route: Route, call: Call): Promise<Answer> {
  const key = route.isRepeatable ? call.req.headers['idempotency-key'] : undefined;
  if (key === undefined || call.actor.kind !== 'user') return route.run(call);
  const place = { userId: call.actor.account.id, route: route.operationId, key: String(key) };
  return runOnce({ ...place, request: call.body }, () => route.run(call));
}

/** Listing writes name their own: they know the record's read-only fields. */
function unknownFields(route: Route, { query, body }: Call): Warning[] {
  if (!route.path.startsWith('/api/v1/')) return [];
  const known = (schema: Route['query']) => Object.keys(schema?.properties ?? {});
  const isListingWrite = route.body !== undefined && 'tagline' in route.body.properties;
  return [
    ...findUnknownFields(known(route.query), query),
    ...(route.body && !isListingWrite ? findUnknownFields(known(route.body), body) : []),
  ];
}

export function withWarnings(body: unknown, warnings: readonly Warning[]): unknown {
  if (warnings.length === 0 || typeof body !== 'object' || body === null) return body;
  const own = 'warnings' in body && Array.isArray(body.warnings) ? body.warnings : [];
  return { ...body, warnings: [...own, ...warnings] };
}

async function answerOtherMethod(allow: string[], req: Request, res: Response): Promise<void> {
  if (req.method === 'OPTIONS') {
    res.setHeader('Allow', allow.join(', '));
    res.status(204).end();
    return;
  }
  const error = new DomainError('method_not_allowed', `${req.method} is not for this address.`, { allow });
  await refuse(req, res, error);
}

/** An address or a method we do not have: counted like any other request, then refused. */
async function refuse(req: Request, res: Response, error: DomainError): Promise<void> {
  const actor = await findActor(req, res, 'rest').catch(() => guest('rest', requestIdOf(res), clientOf(req)));
  await applyLimits(actor, ['general'], res);
  throw error;
}

/** The Error object; under /api/auth with the sentence as `message` too, as that family's client reads it. */
export function sendError(req: Request, res: Response, thrown: unknown): void {
  const error = toDomainError(thrown, requestIdOf(res));
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body = toErrorBody(error, requestIdOf(res));
  const isAuth = req.originalUrl.startsWith('/api/auth/');
  res.setHeader('Cache-Control', 'no-store');
  res.set(errorHeaders(error)).status(STATUS_OF[error.code]);
  res.json(isAuth ? { ...body, message: body.error } : body);
  // What is left of a body nobody reads must not block the connection.
  if (!req.complete) req.resume();
}
