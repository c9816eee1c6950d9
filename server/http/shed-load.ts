// While the event loop is delayed, new requests are refused, so that running ones finish. Health is still answered, and
// what is finished is reported; `ready` is refused, so that load balancers choose another process.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import { DomainError, say } from '../../core/kernel/errors.js';
import { sendError } from './refusals.js';

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

let watch: ReturnType<typeof watchEventLoop> | undefined;

/** The delay of this process's event loop, measured from the first call on. */
function eventLoopDelay(): number {
  watch ??= watchEventLoop();
  return watch.delay();
}

export function isOverloaded(): boolean {
  return eventLoopDelay() > MAX_LATENESS_MS;
}

const EXEMPT: ReadonlySet<string> = new Set(['/api/v1/health', '/api/v1/internal/screenshots']);

/** Refuses every path but the exempt ones, as JSON and uncounted: a page, or a query, would cost more. */
export function shedLoad(delay: () => number = eventLoopDelay) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const isRefused = delay() > MAX_LATENESS_MS && !EXEMPT.has(req.path);
    if (isRefused) {
      sendError(req, res, new DomainError('unavailable', say('error.overload'), { retryAfterSeconds: 2 }));
    } else next();
  };
}
