// Rate limits (C11): fixed windows, counted in this process or in PostgreSQL for all of them.
import ipaddr from 'ipaddr.js';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { DATABASE_AWAY } from '../../db/breaker.js';
import { BaseModel } from '../../db/models/base.js';
import { type Config, config } from './config.js';
import { DomainError, type LimitState } from './errors.js';
import { log } from './log.js';
import { databaseCode } from './transaction.js';

export type LimitName = LimitState['name'];
export type { LimitState } from './errors.js';

/** Failed sign-ins are counted over 15 minutes, whatever RATE_LIMIT_WINDOW says (C11). */
const SIGN_IN_WINDOW = 900;

/** The counters, created on first use; each configuration has its own. */
const limitersOf = new WeakMap<Config, Map<LimitName, RateLimiterAbstract>>();

export function limitOf(name: LimitName): { quota: number; window: number } {
  const quotas: Record<LimitName, number> = {
    general: config.rateLimit,
    // Of each key its own, up to that of its account.
    key: config.rateLimit,
    'sign-up': config.rateLimitSignUp,
    'listing-write': config.rateLimitListingWrite,
    report: config.rateLimitReport,
    'sign-in': config.rateLimitSignIn,
  };
  return { quota: quotas[name], window: name === 'sign-in' ? SIGN_IN_WINDOW : config.rateLimitWindow };
}

function limiterOf(name: LimitName): RateLimiterAbstract {
  const limiters = limitersOf.get(config) ?? new Map<LimitName, RateLimiterAbstract>();
  limitersOf.set(config, limiters);
  const known = limiters.get(name);
  if (known) return known;
  const { quota, window } = limitOf(name);
  const options = { keyPrefix: name, points: quota, duration: window };
  const made =
    config.rateLimitStore === 'postgres'
      ? new RateLimiterPostgres({
          ...options,
          storeClient: BaseModel.knex(),
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
          // Rows are updated in place; housekeeping deletes those of expired windows.
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory(options);
  limiters.set(name, made);
  return made;
}

/**
 * Counts one request of a client.
 * @param quota another than that of the limit
 * @returns the client's state; null when the limit is off or its store fails: then
 * requests are served (C11).
 */
export async function takeFromLimit(
  name: LimitName,
  client: string,
  quota = limitOf(name).quota,
): Promise<LimitState | null> {
  const { window } = limitOf(name);
  if (quota === 0) return null;
  try {
    const result = await limiterOf(name).consume(client).catch(passRefusal);
    return {
      name,
      quota,
      window,
      remaining: Math.max(0, quota - result.consumedPoints),
      reset: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      isExceeded: result.consumedPoints > quota,
    };
  } catch (error) {
    // That the database is away the breaker has told.
    if (databaseCode(error) !== DATABASE_AWAY)
      log.error({ err: error, limit: name }, 'the rate limit store failed; the request is served');
    return null;
  }
}

/** The library rejects with the state when the quota is exhausted, and with an Error when its store fails. */
function passRefusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

/** Resets a client's window, after a successful sign-in. */
export async function clearLimit(name: LimitName, client: string): Promise<void> {
  if (limitOf(name).quota === 0) return;
  await limiterOf(name)
    .delete(client)
    .catch((error: unknown) => log.error({ err: error, limit: name }, 'the rate limit store failed'));
}

export function rateLimited(states: readonly LimitState[]): DomainError {
  const seconds = Math.max(...states.map((state) => state.reset));
  return new DomainError('rate_limited', `Too many requests. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
    limits: states,
  });
}

/** The client of an IP address: IPv6 by /64, a mapped IPv4 as IPv4; a port is dropped. */
export function addressKey(address: string): string {
  const ip =
    address
      .replace(/^\[(.*)\](:\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1')
      .split('%')[0] ?? '';
  if (!ipaddr.isValid(ip)) return address;
  const parsed = ipaddr.process(ip);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
