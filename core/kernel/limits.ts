// Rate limits (C11): fixed windows, counted in this process or in PostgreSQL for all of them. The quotas are set in
// limit-variables.ts; which requests count as which client is decided in server/who/limits.ts.
import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { DATABASE_AWAY } from '../../db/breaker.js';
import { BaseModel } from '../../db/models/base.js';
import { type Config, config } from './config.js';
import { DomainError, type LimitState, say } from './errors.js';
import { type Count, JointCounts, passRefusal } from './joint-counts.js';
import { log } from './log.js';
import { databaseCode } from './transaction.js';

export type LimitName = LimitState['name'];
export type { LimitState } from './errors.js';

/** Failed sign-ins are counted over 15 minutes, whatever RATE_LIMIT_WINDOW says (C11). */
const SIGN_IN_WINDOW = 900;

interface Counter {
  /** Counts one request of a client. */
  take(client: string): Promise<Count>;
  /** Resets the client's window. */
  clear(client: string): Promise<unknown>;
}

/** The counters, created on first use; each configuration has its own. */
const countersOf = new WeakMap<Config, Map<LimitName, Counter>>();

export function limitOf(name: LimitName): { quota: number; window: number } {
  const quotas: Record<LimitName, number> = {
    general: config.rateLimit,
    // The default; a key may have a lower limit of its own.
    key: config.rateLimit,
    'sign-up': config.rateLimitSignUp,
    'listing-write': config.rateLimitListingWrite,
    report: config.rateLimitReport,
    'sign-in': config.rateLimitSignIn,
  };
  return { quota: quotas[name], window: name === 'sign-in' ? SIGN_IN_WINDOW : config.rateLimitWindow };
}

function counterOf(name: LimitName): Counter {
  const counters = countersOf.get(config) ?? new Map<LimitName, Counter>();
  countersOf.set(config, counters);
  const made = counters.get(name) ?? makeCounter(name);
  counters.set(name, made);
  return made;
}

function makeCounter(name: LimitName): Counter {
  const { quota, window } = limitOf(name);
  const options = { keyPrefix: name, points: quota, duration: window };
  const counter = (limiter: RateLimiterAbstract, take: Counter['take']) => ({
    take,
    clear: (client: string) => limiter.delete(client),
  });
  if (config.rateLimitStore === 'memory') {
    const limiter = new RateLimiterMemory(options);
    return counter(limiter, async (client) => {
      const { consumedPoints, msBeforeNext } = await limiter.consume(client).catch(passRefusal);
      return { consumed: consumedPoints, msBeforeNext };
    });
  }
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: BaseModel.knex(),
    storeType: 'knex',
    tableName: 'rate_limits',
    tableCreated: true,
    // Rows are updated in place; housekeeping deletes those of expired windows.
    clearExpiredByTimeout: false,
  });
  const counts = new JointCounts(limiter);
  return counter(limiter, (client) => counts.take(client));
}

/**
 * Counts one request of a client.
 * @param quota instead of the limit's own
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
    const { consumed, msBeforeNext } = await counterOf(name).take(client);
    return {
      name,
      quota,
      window,
      remaining: Math.max(0, quota - consumed),
      reset: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isExceeded: consumed > quota,
    };
  } catch (error) {
    // The circuit breaker has already logged the database outage.
    if (databaseCode(error) !== DATABASE_AWAY)
      log.error({ err: error, limit: name }, 'the rate limit store failed; the request is served');
    return null;
  }
}

/** Resets a client's window, after a successful sign-in. */
export async function clearLimit(name: LimitName, client: string): Promise<void> {
  if (limitOf(name).quota === 0) return;
  await counterOf(name)
    .clear(client)
    .catch((error: unknown) => log.error({ err: error, limit: name }, 'the rate limit store failed'));
}

export function rateLimited(states: readonly LimitState[]): DomainError {
  const seconds = Math.max(...states.map((state) => state.reset));
  return new DomainError('rate_limited', say('error.rate-limited', { seconds }), {
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
