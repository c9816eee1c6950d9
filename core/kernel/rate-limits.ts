// Rate limits (C11): fixed windows that start with a client's first request, counted in memory, or in the
// database for several processes; housekeeping deletes them. server/who/actor.ts identifies the clients.
import { setImmediate as turn } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { Model } from 'objection';
import { DATABASE_AWAY } from '../../db/breaker.js';
import { databaseCode } from '../../db/failures.js';
import { prepare } from '../../db/prepared.js';
import { type Config, config } from './config.js';
import { DomainError, type LimitState, say } from './errors.js';
import { log } from './log.js';

export interface Count {
  readonly consumed: number;
  readonly msBeforeNext: number;
}

const SWEEP = 60_000;

export class MemoryCounts {
  readonly #windows = new Map<string, { consumed: number; readonly endsAt: number }>();
  #sweepAt = 0;

  /** @param window milliseconds of a window that starts now @param points the cost of the request */
  take(key: string, window: number, points = 1): Count {
    const now = performance.now();
    // Drop expired windows: clients that never return would otherwise stay in memory.
    if (now >= this.#sweepAt) {
      for (const [old, { endsAt }] of this.#windows) if (now >= endsAt) this.#windows.delete(old);
      this.#sweepAt = now + SWEEP;
    }
    const known = this.#windows.get(key);
    const current = known && now < known.endsAt ? known : { consumed: 0, endsAt: now + window };
    current.consumed += points;
    if (current !== known) this.#windows.set(key, current);
    return { consumed: current.consumed, msBeforeNext: current.endsAt - now };
  }

  give(key: string, points: number): void {
    const known = this.#windows.get(key);
    if (known) known.consumed = Math.max(0, known.consumed - points);
  }

  async forget(key: string): Promise<void> {
    this.#windows.delete(key);
  }
}

/** The database's clock in milliseconds since 1970, shared by all processes. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Locks the rows in the order of their keys, so that no two processes deadlock. */
const addAll = prepare<{ key: string; points: number; left: number }>(
  `insert into rate_limits as counted (key, points, expire)
     select key, points, ${NOW} + milliseconds
     from unnest($1::text[], $2::int[], $3::int[]) as asked (key, points, milliseconds) order by key
   on conflict (key) do update set
     points = excluded.points + case when counted.expire > ${NOW} then counted.points else 0 end,
     expire = case when counted.expire > ${NOW} then counted.expire else excluded.expire end
   returning key, points, (expire - ${NOW})::int as left`,
);

interface Batch {
  readonly asked: Map<string, { points: number; readonly window: number }>;
  readonly counted: Promise<ReadonlyMap<string, Count>>;
}

/** Counts all requests of one turn of the event loop in one statement, in order. */
export class DatabaseCounts {
  #open: Batch | null = null;
  #last: Promise<unknown> = Promise.resolve();

  async take(key: string, window: number): Promise<Count> {
    this.#open ??= this.#begin();
    const { asked, counted } = this.#open;
    const round = asked.get(key) ?? { points: 0, window };
    asked.set(key, round);
    round.points += 1;
    const place = round.points;
    const { consumed, msBeforeNext } = (await counted).get(key) as Count;
    return { consumed: consumed - round.points + place, msBeforeNext };
  }

  async forget(key: string): Promise<void> {
    await Model.knex()('rate_limits').where({ key }).delete();
  }

  #begin(): Batch {
    const asked: Batch['asked'] = new Map();
    const before = this.#last;
    const run = async () => {
      await before;
      await turn();
      this.#open = null;
      const rounds = [...asked.values()];
      const values = [[...asked.keys()], rounds.map((one) => one.points), rounds.map((one) => one.window)];
      const rows = await addAll(values, Model.knex());
      return new Map(rows.map(({ key, points, left }) => [key, { consumed: points, msBeforeNext: left }]));
    };
    const counted = run();
    this.#last = counted.catch(() => undefined);
    return { asked, counted };
  }
}

export type LimitName = LimitState['name'];
export type { LimitState } from './errors.js';

/** Limits with a fixed window, in seconds, instead of RATE_LIMIT_WINDOW (C11). */
const WINDOWS: { readonly [name in LimitName]?: number } = { 'sign-in': 900, cost: 60 };

type Counters = MemoryCounts | DatabaseCounts;

const countersOf = new WeakMap<Config, Counters>();

export function limitOf(name: LimitName): { quota: number; window: number } {
  const quotas: Record<LimitName, number> = {
    general: config.rateLimit,
    // The default; a key may have a lower limit.
    key: config.rateLimit,
    'sign-up': config.rateLimitSignUp,
    'listing-write': config.rateLimitListingWrite,
    report: config.rateLimitReport,
    'sign-in': config.rateLimitSignIn,
    cost: config.rateLimit === 0 ? 0 : config.rateLimitCost,
  };
  return { quota: quotas[name], window: WINDOWS[name] ?? config.rateLimitWindow };
}

function counters(): Counters {
  const made =
    countersOf.get(config) ??
    (config.rateLimitStore === 'memory' ? new MemoryCounts() : new DatabaseCounts());
  countersOf.set(config, made);
  return made;
}

/** Counts one request of a client. @param quota instead of the default
 * @returns null if the limit is off or its store fails: the request is then served (C11) */
export async function consumeLimit(name: LimitName, client: string, quota = limitOf(name).quota) {
  const { window } = limitOf(name);
  if (quota === 0) return null;
  try {
    return limitState(name, await counters().take(`${name}:${client}`, window * 1000), quota);
  } catch (error) {
    // The circuit breaker has already logged the database outage.
    if (databaseCode(error) !== DATABASE_AWAY)
      log.error({ err: error, limit: name }, 'the rate limit store failed; the request is served');
    return null;
  }
}

export function limitState(name: LimitName, { consumed, msBeforeNext }: Count, quota = limitOf(name).quota) {
  return {
    name,
    quota,
    window: limitOf(name).window,
    remaining: Math.max(0, quota - consumed),
    reset: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    isExceeded: consumed > quota,
  };
}

/** Resets a client's window, after a successful sign-in. */
export async function clearLimit(name: LimitName, client: string): Promise<void> {
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

/** The client of an IP address: IPv6 by /64, mapped IPv4 as IPv4, without a port. */
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
