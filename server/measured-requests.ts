// Measures requests if METRICS_PORT is set; the metrics library is only loaded then.
import type { NextFunction, Request, Response } from 'express';

type Measure = (req: Request, res: Response) => void;

let measure: Measure | null = null;

/** @param next is called with every request from now on; null: nothing is measured */
export function measureWith(next: Measure | null): void {
  measure = next;
}

/** One of the first steps of a request. */
export function measureRequest(req: Request, res: Response, next?: NextFunction): void {
  measure?.(req, res);
  next?.();
}
