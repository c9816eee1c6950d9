// Mounts the table of routes, with the same steps for each: identify, limits, body, run, respond.
import { type NextFunction, type Request, type Response, Router } from 'express';
import { requireAdmin, requireSignedIn } from '../../core/kernel/access.js';
import { type Actor, guest } from '../../core/kernel/actor.js';
import { check, type Warning } from '../../core/kernel/check.js';
import { DomainError, notFound } from '../../core/kernel/errors.js';
import { runOnce } from '../../core/kernel/idempotency.js';
import { dryRun } from '../../core/kernel/transaction.js';
import { mediaId } from '../../core/pictures/media.js';
import { refreshSite } from '../../core/site/current.js';
import { readFromReplica } from '../../db/replicas.js';
import { inSpan } from '../../db/trace.js';
import { sendCached, sendPublic } from '../cache/cached-responses.js';
import { FROM_ALL_LISTINGS } from '../cache/dependencies.js';
import { bodyGate } from '../http/bodies.js';
import { readJsonBody } from '../http/json-body.js';
import { isMultipart, readMultipart } from '../http/multipart.js';
import { readQueryString } from '../http/query-string.js';
import { answerOtherMethod, refuse, sendCounted, sendJson } from '../http/refusals.js';
import { unknownFieldsOf, withWarnings } from '../http/warnings.js';
import { clientOf, findActorAgain, requestIdOf } from '../who/actor.js';
import { identifyCaller } from '../who/caller.js';
import type { RouteLimit } from '../who/rate-limits.js';
import { requireWorkerSecret } from './internal.js';
import { type Answer, type Call, DryRunQuery, type Route, readsBody } from './route.js';

const DRY_RUN: Warning = {
  field: 'dry_run',
  code: 'dry_run',
  error: 'This was a dry run: everything was checked, and nothing was stored.',
};

export function mountRoutes(routes: readonly Route[]): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const group = routes.filter((route) => route.path === path);
    const resource = router.route(expressPath(path));
    for (const route of group) resource[route.method]((req, res) => answerRoute(route, req, res));
    const methods = group.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    resource.all((req, res) => answerOtherMethod([...methods, 'OPTIONS'], req, res));
  }
  router.use((req, res) => refuse(req, res, notFound('route')));
  router.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    sendCounted(req, res, error),
  );
  return router;
}

/** A path of the table in Express's syntax: `/api/v1/listings/:slug`. */
export const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

export async function answerRoute(route: Route, req: Request, res: Response): Promise<void> {
  if (route.access === 'worker') requireWorkerSecret(req);
  const hadArrived = req.complete;
  const first = await identify(route, req, res);
  admit(route, first);
  const isPublic = route.cachedFrom !== undefined && first.kind === 'guest';
  if (isPublic && (await sendCached(req, res, { limits: limitsOf(route) }))) return;
  if (!route.isUnlimited) await refreshSite();
  const { body, file } = await readBody(route, req, res);
  const actor = await findActorAgain(req, res, first, hadArrived);
  admit(route, actor);
  const { query, repeated } = readQueryString(route.query, req);
  if (repeated) throw repeated;
  const read = res.locals.readWithKey;
  const call: Call = { actor, params: paramsOf(req), query, body, file, req, res, read };
  const run = () => inSpan(route.operationId, () => runRoute(route, call));
  const answer = isPublic ? await readFromReplica(run) : await run();
  if (res.headersSent) return;
  const full = withWarnings(answer.body, unknownFields(route, call));
  if (isPublic && answer.status === 200) {
    const from = route.cachedFrom?.(query, answer.body as never) ?? FROM_ALL_LISTINGS;
    await sendPublic(req, res, JSON.stringify(full), 'application/json; charset=utf-8', from);
    return;
  }
  // Responses to guests may be revalidated by ETag; others are private.
  const isShared = route.method === 'get' && actor.kind === 'guest' && answer.status === 200;
  res.setHeader('Cache-Control', isShared ? 'no-cache' : 'private, no-store');
  if (isShared) res.status(200).json(full);
  else sendJson(res, answer.status, full);
}

function admit(route: Route, actor: Actor): void {
  if (route.scope) requireSignedIn(actor, route.scope);
  if (route.access === 'admin') requireAdmin(actor);
}

async function identify(route: Route, req: Request, res: Response): Promise<Actor> {
  // Health must not touch the database, not even to identify the caller (C10).
  if (route.isUnlimited && route.access === 'public') return guest('rest', requestIdOf(res), clientOf(req));
  const also = route.readsWithKey?.(paramsOf(req)) ?? null;
  const { actor, refusal } = await identifyCaller(req, res, 'rest', limitsOf(route), also);
  if (refusal && route.access !== 'worker') throw refusal;
  return actor;
}

const paramsOf = (req: Request) => req.params as Record<string, string>;

function limitsOf(route: Route): RouteLimit[] {
  return route.isUnlimited ? [] : ['general', ...(route.limits ?? [])];
}

async function readBody(route: Route, req: Request, res: Response): Promise<Pick<Call, 'body' | 'file'>> {
  if (!route.body) {
    // Parsed only to report its fields as `warnings`.
    const isTold = readsBody(route) && req.is('json');
    return { body: isTold ? await readJsonBody(req, res) : undefined, file: null };
  }
  if (route.file && isMultipart(req)) {
    const fileField = route.file;
    const { fields, file } = await bodyGate.receive(req, () => readMultipart(req, { fileField }));
    return { body: fields, file };
  }
  const body = await readJsonBody(req, res);
  if (body !== undefined) return { body, file: null };
  if (route.isBodyOptional) return { body: {}, file: null };
  throw new DomainError('invalid_json', 'This request needs a JSON body.');
}

async function runRoute(route: Route, call: Call): Promise<Answer> {
  if (route.query === DryRunQuery && check(DryRunQuery, call.query).dry_run) {
    const answer = await dryRun(() => route.run(call));
    return { ...answer, body: withWarnings(answer.body, [DRY_RUN]) };
  }
  const key = route.isRepeatable ? call.req.headers['idempotency-key'] : undefined;
  if (key === undefined || call.actor.kind !== 'user') return route.run(call);
  const slot = { userId: call.actor.account.id, route: route.operationId, key: String(key) };
  // A stored response can contain a secret: it must not be returned to another key of the account with other scopes.
  const { scopes } = call.actor;
  const parts = [call.body, ...(call.file ? [mediaId(call.file)] : []), ...(scopes ? [{ scopes }] : [])];
  const request = parts.length === 1 ? call.body : parts;
  return runOnce({ ...slot, request }, () => route.run(call));
}

/** Listing writes add their own warnings: they know the record's read-only fields. */
function unknownFields(route: Route, { query, body }: Call): Warning[] {
  if (!route.path.startsWith('/api/v1/')) return [];
  const isListingWrite = route.body !== undefined && 'tagline' in route.body.properties;
  return [
    ...unknownFieldsOf(route.query, query),
    ...(isListingWrite ? [] : unknownFieldsOf(route.body, body)),
  ];
}
