// The gates that may refuse a request before any door, in order. Each runs once; the cache may answer a request that
// passes all.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { config } from '../../core/kernel/config.js';
import { DomainError, say } from '../../core/kernel/errors.js';
import { maintenanceNotice } from '../../core/service/maintenance.js';
import type { Exchange, Refusal } from './exchange.js';
import { checkOrigin } from './origin.js';

interface Gate extends Omit<Refusal, 'error'> {
  /** @returns why the request is refused, or null */
  readonly check: (exchange: Exchange) => DomainError | null;
}

const GATES: readonly Gate[] = [
  // As JSON: a page, or a query, would cost more.
  { check: checkLoad, isJson: true, isUncounted: true },
  { check: checkMaintenance },
  // No person reads it.
  { check: checkUserAgent, isJson: true },
  { check: checkOrigin },
];

/** Asks all gates. @returns the first refusal, or null */
export function refusalOf(exchange: Exchange): Refusal | null {
  for (const { check, ...gate } of GATES) {
    const error = check(exchange);
    if (error) return { ...gate, error };
  }
  return null;
}

// While the event loop is delayed, new requests are refused, so that running ones finish. Health is still answered, and
// what is finished is reported; `ready` is refused, so that load balancers choose another process.

/** The maximum delay of the event loop, as the median of a second. */
const MAX_LATENESS_MS = 400;
const WINDOW_MS = 1_000;
/** Consecutive delayed windows that count: one long computation is the only sample of its second, and no overload. */
const WINDOWS = 3;
const RESOLUTION_MS = 20;

/** Watches the event loop in windows of milliseconds. @returns `delay()`: the smallest median of the last three */
export function watchEventLoop(window = WINDOW_MS): { delay(): number; stop(): void } {
  const medians = new Array<number>(WINDOWS).fill(0);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const timer = setInterval(() => {
    medians.push(Math.max(0, delays.percentile(50) / 1e6 - RESOLUTION_MS));
    medians.shift();
    delays.reset();
  }, window).unref();
  return {
    delay: () => Math.min(...medians),
    stop: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

const EXEMPT: ReadonlySet<string> = new Set(['/api/v1/health', '/api/v1/internal/screenshots']);

type Watch = ReturnType<typeof watchEventLoop>;
let watch: Watch | null = null;

/** @param next instead of the watch of this process; null: that one again */
export function watchOverload(next: Watch | null): void {
  watch = next;
}

function checkLoad({ path }: Exchange): DomainError | null {
  watch ??= watchEventLoop();
  if (watch.delay() <= MAX_LATENESS_MS || EXEMPT.has(path)) return null;
  return new DomainError('unavailable', say('error.overload'), { retryAfterSeconds: 2 });
}

// While the service is closed for maintenance (`directory-admin maintenance on`).

/** Still served: health checks, and the assets of the maintenance page. */
const OPEN = /^\/(?:api\/v1\/(?:health|ready)$|assets\/)/;
const RETRY_SECONDS = 120;

function checkMaintenance({ path }: Exchange): DomainError | null {
  const notice = maintenanceNotice();
  if (notice === null || OPEN.test(path)) return null;
  return new DomainError('unavailable', notice, { retryAfterSeconds: RETRY_SECONDS });
}

// With BLOCK_UNUSUAL_USER_AGENTS an empty or plainly scripted User-Agent is refused.

/** Default user agents of common HTTP libraries. */
const SCRIPTED =
  /^(curl|wget|python-(requests|urllib)|python-httpx|aiohttp|go-http-client|java|libwww-perl|okhttp|node-fetch|undici|node|axios|got|scrapy|httpie|php|ruby)\b/i;
/** Mail providers stop an email for their readers (RFC 8058), and name themselves as they like. */
const UNSUBSCRIBE = /^\/follow\/[\w-]+\/unsubscribe$/;

function checkUserAgent({ req, path }: Exchange): DomainError | null {
  if (!config.blockUnusualUserAgents) return null;
  const agent = req.headers['user-agent']?.trim() ?? '';
  if ((agent !== '' && !SCRIPTED.test(agent)) || UNSUBSCRIBE.test(path)) return null;
  return new DomainError('1010', 'This User-Agent is not accepted. Send the one of a normal browser.');
}
