// Who sends a request: the actor of a bearer key, else of a session, else a guest.
import type { ServerResponse } from 'node:http';
import { authenticateApp, isAppsPath } from '../../core/accounts/apps.js';
import { authenticateKey, isKeySecret, toSessionAccount } from '../../core/accounts/credentials.js';
import { type Actor, guest, may } from '../../core/kernel/actor.js';
import { unauthorized } from '../../core/kernel/errors.js';
import * as rateLimits from '../../core/kernel/rate-limits.js';
import type { Exchange } from '../http/exchange.js';
import { hasSessionCookie, loadSession, refreshSession } from './session.js';

// Rate limits in the HTTP interfaces: which client counts, and the RateLimit headers.

export type RouteLimit = Exclude<rateLimits.LimitName, 'key' | 'sign-in' | 'cost'>;

/** Counts a request against its limits and sets the headers. @throws DomainError rate_limited */
export async function applyLimits(exchange: Exchange, names: readonly RouteLimit[]): Promise<void> {
  const states = exchange.exceeded ?? (await countRequest(exchange.actor, names));
  setLimitHeaders(exchange, states);
  const exceeded = states.filter((state) => state.isExceeded);
  if (exceeded.length > 0) throw rateLimits.rateLimited(exceeded);
}

/** Counts a guest's request that the cache could answer, and sets the headers. @returns false: it must be refused */
export async function admitGuest(exchange: Exchange, names: readonly RouteLimit[]): Promise<boolean> {
  const states = await countRequest(exchange.actor, names);
  const isAdmitted = states.every((state) => !state.isExceeded);
  if (!isAdmitted) exchange.exceeded = states;
  sendLimits(exchange.res, states);
  return isAdmitted;
}

/** Counts a request against its limits. @returns the states of the limits that are switched on */
async function countRequest(actor: Actor, names: readonly RouteLimit[]): Promise<rateLimits.LimitState[]> {
  const asked = names.filter((name) => !(name === 'listing-write' && may(actor, 'admin')));
  const key = actor.kind === 'user' && names.includes('general') ? actor.key : null;
  const counted = await Promise.all([
    ...asked.map((name) => rateLimits.consumeLimit(name, clientKey(actor, name))),
    ...(key?.rateLimit ? [rateLimits.consumeLimit('key', `key ${key.id}`, key.rateLimit)] : []),
  ]);
  return counted.filter((state): state is rateLimits.LimitState => state !== null);
}

/** The general limit counts by account if there is one; sign-ups and writes always by address (C11). */
function clientKey(actor: Actor, name: RouteLimit): string {
  if (name === 'general' && actor.kind === 'user') return `account ${actor.account.id}`;
  return `address ${rateLimits.addressKey(actor.client?.ip ?? '')}`;
}

/** The header has one list member for each limit, also for limits counted later. */
export function setLimitHeaders(exchange: Exchange, counted: readonly rateLimits.LimitState[]): void {
  if (counted.length === 0) return;
  exchange.limits ??= new Map();
  for (const state of counted) exchange.limits.set(state.name, state);
  sendLimits(exchange.res, [...exchange.limits.values()]);
}

/** Uses the syntax of draft-ietf-httpapi-ratelimit-headers-10. */
function sendLimits(res: ServerResponse, states: readonly rateLimits.LimitState[]): void {
  if (states.length === 0) return;
  res.setHeader('RateLimit-Policy', states.map((s) => `"${s.name}";q=${s.quota};w=${s.window}`).join(', '));
  res.setHeader('RateLimit', states.map((s) => `"${s.name}";r=${s.remaining};t=${s.reset}`).join(', '));
}

/** Sets `exchange.actor` by the credentials. @throws DomainError unauthorized if invalid, also on public routes (C3) */
export async function findActor(exchange: Exchange): Promise<Actor> {
  exchange.actor = await readCredentials(exchange);
  // A short body arrives with the headers, but is only complete once they have been handled.
  exchange.hadArrived = exchange.req.complete;
  return exchange.actor;
}

async function readCredentials(exchange: Exchange): Promise<Actor> {
  const { req } = exchange;
  const { door, requestId, client, tell } = exchange.actor;
  const visitor = { ...guest(door, requestId, client), tell };
  const { authorization } = req.headers;
  if (authorization !== undefined) {
    const secret = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];
    if (secret === undefined) throw unauthorized('Send the API key as "Authorization: Bearer dir_…".');
    const isApp = exchange.door === 'mcp' && isAppsPath(exchange.path) && !isKeySecret(secret);
    const identity = await (isApp ? authenticateApp(secret) : authenticateKey(secret));
    return { ...visitor, kind: 'user', sessionId: null, ...identity };
  }
  // A session that this request itself has started has no cookie in the request.
  if (!req.session && !hasSessionCookie(req)) return visitor;
  await loadSession(exchange);
  const { publicId: sessionId = null, found } = req.session;
  if (!found?.user) return visitor;
  const account = toSessionAccount(found.user);
  return { ...visitor, kind: 'user', account, key: null, app: null, scopes: null, sessionId };
}

/** Identifies and counts the caller. @returns the error of invalid credentials (then a guest) @throws rate_limited */
export async function identifyCaller(exchange: Exchange, limits: readonly RouteLimit[]): Promise<unknown> {
  const refusal: unknown = await findActor(exchange).then(
    () => null,
    (error: unknown) => error,
  );
  await applyLimits(exchange, limits);
  chargeActor(exchange);
  return refusal;
}

/** Identifies the visitor of a page. @throws DomainError unauthorized when an invalid key is sent, rate_limited */
export async function identifyVisitor(exchange: Exchange): Promise<void> {
  await findActor(exchange);
  chargeActor(exchange);
}

/** A member spends points as an account, not as an address (C11). @throws DomainError rate_limited */
function chargeActor({ actor, admission }: Exchange): void {
  if (actor.kind === 'user') admission?.charge(`account ${actor.account.id}`);
}

/**
 * Finds the actor again once the body has arrived: meanwhile a key may have been revoked, a session ended or a role
 * changed (C4). If the body had arrived when the actor was found, nothing is checked again.
 * @throws DomainError unauthorized as findActor
 */
export async function findActorAgain(exchange: Exchange): Promise<Actor> {
  const { actor, hadArrived, req } = exchange;
  if (hadArrived || actor.kind !== 'user') return actor;
  if (actor.sessionId !== null) await refreshSession(req);
  return findActor(exchange);
}
