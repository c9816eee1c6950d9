// What a request is while it is answered, for all that happens on its behalf: its id, and how long a statement may take.
import type { NextFunction, Request, Response } from 'express';
import { runWork } from '../../db/work.js';

/** Milliseconds for a statement of a request that reads. */
const READING = 5_000;
/** Of one that writes; it may wait for others that write the same. */
const WRITING = 10_000;
/** Works on any number of rows at once: only the limit of the connection holds (30 s). */
const LONG = /^\/(?:admin|account|api\/v1\/admin)\//;

/** Milliseconds for each statement of a request; null for those without a limit of their own. */
export function statementLimit({ method, path }: Pick<Request, 'method' | 'path'>): number | null {
  if (LONG.test(path)) return null;
  return method === 'GET' || method === 'HEAD' ? READING : WRITING;
}

export function beginWork(req: Request, res: Response, next: NextFunction): void {
  runWork({ requestId: res.locals.requestId, statementLimit: statementLimit(req) }, next);
}
