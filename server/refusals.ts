// How the JSON doors say no.
import type { Request, Response } from 'express';
import { DomainError } from '../core/errors.js';
import { requestIdOf } from './actor.js';
import { identifyCaller } from './caller.js';
import { errorHeaders, STATUS_OF, toDomainError, toErrorBody } from './errors.js';
import { tellLimits } from './limits.js';

/** OPTIONS, or a method that an address does not have. */
export async function answerOtherMethod(allow: string[], req: Request, res: Response): Promise<void> {
  if (req.method === 'OPTIONS') {
    res.setHeader('Allow', allow.join(', '));
    res.status(204).end();
    return;
  }
  const error = new DomainError('method_not_allowed', `${req.method} is not for this address.`, { allow });
  await refuse(req, res, error);
}

/** An address or a method we do not have: counted like any other request, then refused. */
export async function refuse(req: Request, res: Response, error: DomainError): Promise<void> {
  await identifyCaller(req, res, 'rest', ['general']);
  throw error;
}

/** An error thrown before the caller was known is counted too, as every request is (C11). */
export async function sendCounted(req: Request, res: Response, thrown: unknown): Promise<void> {
  const isCounted = res.locals.limits !== undefined || !/^\/(api|mcp)(\/|$)/.test(req.path);
  const error = isCounted
    ? thrown
    : await identifyCaller(req, res, 'rest', ['general']).then(
        () => thrown,
        (limited: unknown) => limited,
      );
  sendError(req, res, error);
}

/**
 * The Error object; under /api/auth with the sentence as `message` too, as that family's client reads it.
 * `more` adds members for the clients of one door.
 */
export function sendError(req: Request, res: Response, thrown: unknown, more: object = {}): void {
  const error = toDomainError(thrown, requestIdOf(res));
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (error.details.limits) tellLimits(res, error.details.limits);
  const body = toErrorBody(error, requestIdOf(res));
  const isAuth = req.originalUrl.startsWith('/api/auth/');
  res.setHeader('Cache-Control', 'no-store');
  res.set(errorHeaders(error)).status(STATUS_OF[error.code]);
  res.json(isAuth ? { ...body, message: body.error } : { ...body, ...more });
  // What is left of a body nobody reads must not block the connection.
  if (!req.complete) req.resume();
}
