// Mounts the table of routes, with the same steps for each read and for each write.
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { type Actor, guest } from '../../core/kernel/actor.js';
import type { Warning } from '../../core/kernel/check.js';
import { DomainError, notFound } from '../../core/kernel/errors.js';
import { runOnce } from '../../core/kernel/idempotency.js';
import { mediaId } from '../../core/pictures/media.js';
import { refreshSettings } from '../../core/settings/current.js';
import { readFromReplica } from '../../db/replicas.js';
import { inSpan } from '../../db/work.js';
import { type Admit, sendCached, sendPublic } from '../cache/cached-responses.js';
import { FROM_ALL_LISTINGS } from '../cache/dependencies.js';
import { readJsonBody, receiveBody } from '../http/bodies.js';
import { isMultipart, readMultipart } from '../http/multipart.js';
import { openToAll } from '../http/origin.js';
import { readQueryString } from '../http/query-string.js';
import { answerOtherMethod, refuse, sendCounted, sendJson } from '../http/refusals.js';
import { namingUnknown, unknownFieldsOf, withWarnings } from '../http/warnings.js';
import { clientOf, findActorAgain, identifyCaller, requestIdOf } from '../who/actor.js';
import { admitGuest, type RouteLimit } from '../who/rate-limits.js';
import { requireWorkerSecret } from './internal.js';
import {
  type Answer,
  admit,
  type Call,
  DryRunQuery,
  isListingWrite,
  type Route,
  readsBody,
  runOperation,
} from './route.js';

/** @param isLast requests for other addresses get 404 */
export function mountRoutes(routes: readonly Route[], isLast = true): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const group = routes.filter((route) => route.path === path);
    const resource = router.route(expressPath(path));
    if (group.some(({ isOpenToAll }) => isOpenToAll)) resource.all(openToEveryOrigin);
    for (const route of group) {
      const answer = route.method === 'get' ? answerRead : answerWrite;
      resource[route.method]((req, res) => answer(route, req, res));
    }
    const methods = group.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    resource.all((req, res) => answerOtherMethod([...methods, 'OPTIONS'], req, res));
  }
  if (isLast) router.use((req, res) => refuse(req, res, notFound('route')));
  router.use((error: unknown, req: Request, res: Response, _next: NextFunction) =>
    sendCounted(req, res, error),
  );
  return router;
}

const openToEveryOrigin: RequestHandler = (req, res, next) => {
  openToAll(res);
  if (req.method === 'OPTIONS') res.setHeader('Access-Control-Allow-Methods', 'GET, OPTIONS');
  next();
};

/** A path of the table in Express's syntax: `/api/v1/listings/:slug`. */
const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Identify, count, look in the cache, run, respond. */
async function answerRead(route: Route, req: Request, res: Response): Promise<void> {
  const actor = await identify(route, req, res);
  const call = toCall(route, req, res, actor);
  const warnings = unknownFields(route, call);
  // Warnings name what is not known: such a response is nobody else's.
  const isPublic = route.cachedFrom !== undefined && actor.kind === 'guest' && warnings.length === 0;
  const parameters = Object.keys(route.query?.properties ?? {});
  if (isPublic && (await sendCached(req, res, parameters, admitTo(route)))) return;
  if (!route.isUnlimited) await refreshSettings();
  const run = () => inSpan(route.operationId, () => route.run(call)).catch(namingUnknownOf(route, call));
  const { status, body } = isPublic ? await readFromReplica(run) : await run();
  if (res.headersSent) return;
  const full = withWarnings(body, warnings);
  if (isPublic && status === 200) {
    const from = route.cachedFrom?.(call.query, body as never) ?? FROM_ALL_LISTINGS;
    await sendPublic(req, res, JSON.stringify(full), 'application/json; charset=utf-8', from);
    return;
  }
  // Responses to guests may be revalidated by ETag; others are private.
  const isShared = actor.kind === 'guest' && status === 200;
  res.setHeader('Cache-Control', isShared ? 'no-cache' : 'private, no-store');
  if (isShared) res.status(200).json(full);
  else sendJson(res, status, full);
}

/** Identify, count, read the body, identify again, run once, respond. */
async function answerWrite(route: Route, req: Request, res: Response): Promise<void> {
  if (route.access === 'worker') requireWorkerSecret(req);
  const hadArrived = req.complete;
  const first = await identify(route, req, res);
  if (!route.isUnlimited) await refreshSettings();
  const input = await readBody(route, req, res);
  const actor = await findActorAgain(req, res, first, hadArrived);
  admit(route, actor);
  const call = toCall(route, req, res, actor, input);
  const { status, body } = await inSpan(route.operationId, () => runWrite(route, call)).catch(
    namingUnknownOf(route, call),
  );
  if (res.headersSent) return;
  res.setHeader('Cache-Control', 'private, no-store');
  sendJson(res, status, withWarnings(body, unknownFields(route, call)));
}

function toCall(
  route: Route,
  req: Request,
  res: Response,
  actor: Actor,
  input: Pick<Call, 'body' | 'file'> = { body: undefined, file: null },
): Call {
  const query = readQueryString(route.query, req);
  return { actor, params: req.params as Record<string, string>, query, ...input, req, res };
}

async function identify(route: Route, req: Request, res: Response): Promise<Actor> {
  // Health must not touch the database, not even to identify the caller (C10).
  if (route.isUnlimited && route.access === 'public') return guest('rest', requestIdOf(res), clientOf(req));
  const { actor, refusal } = await identifyCaller(req, res, 'rest', limitsOf(route));
  if (refusal && route.access !== 'worker') throw refusal;
  admit(route, actor);
  return actor;
}

function limitsOf(route: Route): RouteLimit[] {
  return route.isUnlimited ? [] : ['general', ...(route.limits ?? [])];
}

/** Requests that the cache answers count against the route's limits as well (C11). */
function admitTo(route: Route): Admit {
  const limits = limitsOf(route);
  return (req, res) => admitGuest(guest('rest', requestIdOf(res), clientOf(req)), limits, res);
}

async function readBody(route: Route, req: Request, res: Response): Promise<Pick<Call, 'body' | 'file'>> {
  if (!route.body) {
    // Parsed only to report its fields as `warnings`.
    const isJson = readsBody(route) && req.is('json');
    return { body: isJson ? await readJsonBody(req, res) : undefined, file: null };
  }
  if (route.file && isMultipart(req)) {
    const fileField = route.file;
    const { fields, files } = await receiveBody(req, () => readMultipart(req, { fileFields: [fileField] }));
    const file = files[fileField] ?? null;
    return { body: fields, file };
  }
  const body = await readJsonBody(req, res);
  if (body !== undefined) return { body, file: null };
  if (route.isBodyOptional) return { body: {}, file: null };
  throw new DomainError('invalid_json', 'This request needs a JSON body.');
}

async function runWrite(route: Route, call: Call): Promise<Answer> {
  const isDry = route.query === DryRunQuery && call.query.dry_run !== undefined;
  const key = route.isRepeatable && !isDry ? call.req.headers['idempotency-key'] : undefined;
  if (key === undefined || call.actor.kind !== 'user') return runOperation(route, call);
  const slot = { userId: call.actor.account.id, route: route.operationId, key: String(key) };
  // A stored response can contain a secret: it must not be returned to another key of the account with other scopes.
  const { scopes } = call.actor;
  const request = { body: call.body, file: call.file && mediaId(call.file), scopes, params: call.params };
  return runOnce({ ...slot, request }, () => route.run(call));
}

/** Listing writes add their own warnings: they know the record's read-only fields. */
function unknownFields(route: Route, call: Call): Warning[] {
  return unknownOf(route, isListingWrite(route) ? { ...call, body: undefined } : call);
}

const namingUnknownOf = (route: Route, call: Call) => (error: unknown) => {
  throw namingUnknown(error, unknownOf(route, call));
};

function unknownOf({ path, query, body }: Route, call: Call): Warning[] {
  if (!path.startsWith('/api/v1/')) return [];
  return [...unknownFieldsOf(query, call.query), ...unknownFieldsOf(body, call.body)];
}
