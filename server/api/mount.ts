// Mounts the table of routes, with the same steps for each read and for each write.
import { type Request, type RequestHandler, Router } from 'express';
import type { Warning } from '../../core/kernel/check.js';
import { config } from '../../core/kernel/config.js';
import { DomainError, notFound, unauthorized } from '../../core/kernel/errors.js';
import { runOnce } from '../../core/kernel/idempotency.js';
import { mediaId } from '../../core/pictures/media.js';
import { refreshSettings } from '../../core/settings/current.js';
import { readFromReplica } from '../../db/replicas.js';
import { inSpan } from '../../db/work.js';
import { cached } from '../cache/cached-responses.js';
import { parseMessage, readJsonBody, receiveBody } from '../http/bodies.js';
import type { Admit, Exchange } from '../http/exchange.js';
import { openToAll } from '../http/gates.js';
import { isMultipart, readMultipart } from '../http/multipart.js';
import { readQueryString } from '../http/query-string.js';
import { answerOtherMethod, namingUnknown, unknownFieldsOf, withWarnings } from '../http/refusals.js';
import { admitGuest, findActorAgain, identifyCaller, type RouteLimit } from '../who/actor.js';
import { isEqual } from '../who/cookies.js';
import * as apiRoute from './route.js';

export function mountRoutes(routes: readonly apiRoute.Route[]): Router {
  const router = Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const group = routes.filter((route) => route.path === path);
    const resource = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    if (group.some(({ isOpenToAll }) => isOpenToAll)) resource.all(openToEveryOrigin);
    for (const route of group) {
      const answer = route.method === 'get' ? answerRead : answerWrite;
      resource[route.method](({ exchange }) => answer(route, exchange));
    }
    const methods = group.flatMap(({ method }) =>
      method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
    );
    resource.all(({ exchange }) => answerOtherMethod([...methods, 'OPTIONS'], exchange));
  }
  return router;
}

const openToEveryOrigin: RequestHandler = (req, res, next) => {
  openToAll(res);
  if (req.method === 'OPTIONS') res.setHeader('Access-Control-Allow-Methods', 'GET, OPTIONS');
  next();
};

/** Identify, count, look in the cache, run, respond. */
async function answerRead(route: apiRoute.Route, exchange: Exchange): Promise<void> {
  const { res } = exchange;
  await identify(route, exchange);
  const call = toCall(route, exchange);
  const warnings = unknownOf(route, call);
  const run = async () => {
    if (!route.isUnlimited) await refreshSettings();
    return inSpan(route.operationId, () => route.run(call)).catch(rethrowNaming(warnings));
  };
  const isGuest = exchange.actor.kind === 'guest';
  const { cachedFrom } = route;
  // A response with warnings quotes the request, so it is not shared.
  if (cachedFrom && isGuest && warnings.length === 0) {
    const parameters = Object.keys(route.query?.properties ?? {});
    // Requests that the cache answers count against the route's limits as well (C11).
    const admit: Admit = (guest) => admitGuest(guest, limitsOf(route));
    await cached(exchange, { parameters, admit }, async () => {
      const { body } = await readFromReplica(run);
      const from = cachedFrom(call.query, body as never);
      return { text: JSON.stringify(body), type: 'application/json; charset=utf-8', from };
    });
    return;
  }
  const { status, body } = await run();
  if (res.headersSent) return;
  const full = withWarnings(body, warnings);
  // Responses to guests may be revalidated by ETag; others are private.
  const isShared = isGuest && status === 200;
  res.setHeader('Cache-Control', isShared ? 'no-cache' : 'private, no-store');
  if (isShared) res.status(200).json(full);
  else exchange.sendJson(status, full);
}

/** Identify, count, read the body, identify again, run once, respond. */
async function answerWrite(route: apiRoute.Route, exchange: Exchange): Promise<void> {
  const { req, res } = exchange;
  if (route.access === 'worker') requireWorkerSecret(req);
  await identify(route, exchange);
  if (!route.isUnlimited) await refreshSettings();
  const input = await readBody(route, exchange);
  apiRoute.admit(route, await findActorAgain(exchange));
  const call = toCall(route, exchange, input);
  const unknown = unknownOf(route, call);
  const running = inSpan(route.operationId, () => runWrite(route, call));
  const { status, body } = await running.catch(rethrowNaming(unknown));
  if (res.headersSent) return;
  res.setHeader('Cache-Control', 'private, no-store');
  // Listing writes add the warnings about their body: they know the record's read-only fields.
  const warnings = apiRoute.isListingWrite(route) ? unknownFieldsOf(route.query, call.query) : unknown;
  exchange.sendJson(status, withWarnings(body, warnings));
}

function toCall(
  route: apiRoute.Route,
  exchange: Exchange,
  input: Pick<apiRoute.Call, 'body' | 'file'> = { body: undefined, file: null },
): apiRoute.Call {
  const { actor, req } = exchange;
  // PostgreSQL refuses texts with NUL, so no stored name has one.
  if (Object.values(req.params).some((value) => value.includes('\0'))) throw notFound('route');
  const query = req.originalUrl.includes('?') ? readQueryString(route.query, req) : {};
  return { actor, params: req.params as Record<string, string>, query, ...input, exchange };
}

async function identify(route: apiRoute.Route, exchange: Exchange): Promise<void> {
  // Health must not touch the database, not even to identify the caller (C10).
  if (route.isUnlimited && route.access === 'public') return;
  const refusal = await identifyCaller(exchange, limitsOf(route));
  if (refusal && route.access !== 'worker') throw refusal;
  apiRoute.admit(route, exchange.actor);
}

/** Runs before the body is read. */
function requireWorkerSecret(req: Request): void {
  const bearer = /^Bearer\s+(\S.*)$/i.exec(req.get('authorization') ?? '')?.[1];
  if (!isEqual(req.get(config.screenshotHeader) ?? bearer ?? '', config.screenshotSecret))
    throw unauthorized(`Send the worker secret as ${config.screenshotHeader}, or as Bearer.`);
}

function limitsOf(route: apiRoute.Route): RouteLimit[] {
  return route.isUnlimited ? [] : ['general', ...(route.limits ?? [])];
}

async function readBody(route: apiRoute.Route, exchange: Exchange) {
  const { req } = exchange;
  if (!route.body) {
    // Parsed only to report its fields as `warnings`.
    const isJson = apiRoute.readsBody(route) && req.is('json');
    return { body: isJson ? await readJsonBody(exchange) : undefined, file: null };
  }
  if (route.file && isMultipart(req)) {
    const { file } = route;
    const { fields, files } = await receiveBody(exchange, () => readMultipart(req, [file]));
    return { body: fields, file: files[file] ?? null };
  }
  const body = await readJsonBody(exchange, route.isBodyShort ? parseMessage : undefined);
  if (body !== undefined) return { body, file: null };
  if (route.isBodyOptional) return { body: {}, file: null };
  throw new DomainError('invalid_json', 'This request needs a JSON body.');
}

async function runWrite(route: apiRoute.Route, call: apiRoute.Call): Promise<apiRoute.Answer> {
  const isDry = route.query === apiRoute.DryRunQuery && call.query.dry_run !== undefined;
  const key = route.isRepeatable && !isDry ? call.exchange.req.headers['idempotency-key'] : undefined;
  if (key === undefined || call.actor.kind !== 'user') return apiRoute.runOperation(route, call);
  // A stored response can contain a secret: it must not be returned to another key of the account with other scopes.
  const { scopes } = call.actor;
  const request = { body: call.body, file: call.file && mediaId(call.file), scopes, params: call.params };
  const slot = { route: route.operationId, key: String(key), request };
  return runOnce(call.actor, slot, (actor) => route.run({ ...call, actor }));
}

const rethrowNaming = (unknown: readonly Warning[]) => (error: unknown) => {
  throw namingUnknown(error, unknown);
};

function unknownOf({ path, query, body }: apiRoute.Route, call: apiRoute.Call): Warning[] {
  const isBare = call.body === undefined && Object.keys(call.query).length === 0;
  if (isBare || !path.startsWith('/api/v1/')) return [];
  return [...unknownFieldsOf(query, call.query), ...unknownFieldsOf(body, call.body)];
}
