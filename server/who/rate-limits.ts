// Rate limits in the HTTP interfaces: which client counts, and the RateLimit headers.
import type { ServerResponse } from 'node:http';
import { type Actor, may } from '../../core/kernel/actor.js';
import * as rateLimits from '../../core/kernel/rate-limits.js';
import type { Exchange } from '../http/exchange.js';

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

/** One list member for each limit, also for limits counted later. */
export function setLimitHeaders(exchange: Exchange, counted: readonly rateLimits.LimitState[]): void {
  if (counted.length === 0) return;
  exchange.limits ??= new Map();
  for (const state of counted) exchange.limits.set(state.name, state);
  sendLimits(exchange.res, [...exchange.limits.values()]);
}

/** In the syntax of draft-ietf-httpapi-ratelimit-headers-10. */
function sendLimits(res: ServerResponse, states: readonly rateLimits.LimitState[]): void {
  if (states.length === 0) return;
  res.setHeader('RateLimit-Policy', states.map((s) => `"${s.name}";q=${s.quota};w=${s.window}`).join(', '));
  res.setHeader('RateLimit', states.map((s) => `"${s.name}";r=${s.remaining};t=${s.reset}`).join(', '));
}
