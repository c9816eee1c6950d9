// Rate limits (C11): fixed windows, counted in this process, or in PostgreSQL for several. Which requests count as which
// client is decided in server/who/rate-limits.ts.
import ipaddr from 'ipaddr.js';
import { DATABASE_AWAY } from '../../db/breaker.js';
import { databaseCode } from '../../db/failures.js';
import { type Config, config } from './config.js';
import { DomainError, type LimitState, say } from './errors.js';
import { type Counters, DatabaseCounts, MemoryCounts } from './limit-counters.js';
import { log } from './log.js';

export type LimitName = LimitState['name'];
export type { LimitState } from './errors.js';

/** Failed sign-ins are counted over 15 minutes, whatever RATE_LIMIT_WINDOW says (C11). */
const SIGN_IN_WINDOW = 900;

/** The stores, created on first use; each configuration has its own. */
const countersOf = new WeakMap<Config, Counters>();

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

function counters(): Counters {
  const made =
    countersOf.get(config) ??
    (config.rateLimitStore === 'memory' ? new MemoryCounts() : new DatabaseCounts());
  countersOf.set(config, made);
  return made;
}

/**
 * Counts one request of a client.
 * @param quota instead of the limit's own
 * @returns the client's state; null when the limit is off or its store fails: then
 * requests are served (C11).
 */
export async function consumeLimit(
  name: LimitName,
  client: string,
  quota = limitOf(name).quota,
): Promise<LimitState | null> {
  const { window } = limitOf(name);
  if (quota === 0) return null;
  try {
    const { consumed, msBeforeNext } = await counters().take(`${name}:${client}`, window * 1000);
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
  await counters()
    .forget(`${name}:${client}`)
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
