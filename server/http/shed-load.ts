// Sheds load: while the event loop is late for everything, new requests are refused at once, so that those under
// way are finished and a balancer goes elsewhere. Health still answers: the process lives.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import { DomainError, say } from '../../core/kernel/errors.js';

/** How late the event loop may be, by the median of a second. */
const MAX_LATENESS_MS = 400;
/** Milliseconds. */
const WINDOW_MS = 1_000;
/**
 * How many windows in a row have to be late: one long computation is the only sample of its second, and not an
 * overload; work that keeps coming faster than it is done is late in every one.
 */
const WINDOWS = 3;
/** Milliseconds between samples. */
const RESOLUTION_MS = 20;

/**
 * Watches the event loop, in windows of `window` milliseconds.
 * @returns `delay()`: what the loop is late at least, in milliseconds: the smallest median of the last three windows
 */
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

/** Whether new requests are refused. */
export function isOverloaded(): boolean {
  return eventLoopDelay() > MAX_LATENESS_MS;
}

/** @throws DomainError unavailable, in the step, for every path but the exempt ones */
export function shedLoad(exempt: ReadonlySet<string>, delay: () => number = eventLoopDelay) {
  return (req: Request, _res: Response, next: NextFunction): void => {
    if (delay() > MAX_LATENESS_MS && !exempt.has(req.path)) {
      throw new DomainError('unavailable', say('error.overload'), {
        retryAfterSeconds: 2,
      });
    }
    next();
  };
}
