// Sheds load: while the event loop is late for everything, new requests are refused at once, so that those under
// way are finished and a balancer goes elsewhere. Health still answers: the process lives.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../core/kernel/errors.js';

/**
 * Milliseconds the loop may be late, by the median of the last second. One long computation does not reach it,
 * only work that keeps coming faster than it is done.
 */
const MOST_LATE = 400;
const WINDOW = 1_000;
/** Milliseconds between samples. */
const RESOLUTION = 20;

let late: number | undefined;

/** The median delay of the event loop in the last second, in milliseconds; measured from the first call on. */
export function eventLoopDelay(): number {
  if (late === undefined) {
    late = 0;
    const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
    delays.enable();
    setInterval(() => {
      late = Math.max(0, delays.percentile(50) / 1e6 - RESOLUTION);
      delays.reset();
    }, WINDOW).unref();
  }
  return late;
}

/** @throws DomainError unavailable, in the step, for every path but the exempt ones */
export function shedLoad(exempt: ReadonlySet<string>, delay: () => number = eventLoopDelay) {
  return (req: Request, _res: Response, next: NextFunction): void => {
    if (delay() > MOST_LATE && !exempt.has(req.path)) {
      throw new DomainError('unavailable', 'There is more to do here than can be done. Try again soon.', {
        retryAfterSeconds: 2,
      });
    }
    next();
  };
}
