// Error responses of the JSON interfaces.
import type { Request, Response } from 'express';
import { DomainError, say } from '../../core/kernel/errors.js';
import { identifyCaller, requestIdOf } from '../who/actor.js';
import { setLimitHeaders } from '../who/rate-limits.js';
import { doorOf, type HttpDoor } from './addresses.js';
import { errorHeaders, STATUS_OF, toDomainError, toErrorBody } from './errors.js';

const LIMITED: ReadonlySet<HttpDoor> = new Set(['auth', 'rest', 'mcp', 'standards']);

export async function answerOtherMethod(allow: string[], req: Request, res: Response): Promise<void> {
  if (req.method === 'OPTIONS') sendAllow(res, allow);
  else await refuse(req, res, methodNotAllowed(req, allow));
}

/** The response to OPTIONS: the methods in `Allow`, and nothing else (C3). */
export function sendAllow(res: Response, allow: readonly string[]): void {
  res.setHeader('Allow', allow.join(', '));
  res.status(204).end();
}

export function methodNotAllowed(req: Request, allow: readonly string[]): DomainError {
  return new DomainError('method_not_allowed', say('error.method', { method: req.method }), { allow });
}

/** Refuses any method but GET and HEAD, for a read-only file. */
export function answerReadOnly(req: Request, res: Response): void {
  const allow = ['GET', 'HEAD', 'OPTIONS'];
  if (req.method !== 'OPTIONS') throw methodNotAllowed(req, allow);
  sendAllow(res, allow);
}

/** An unknown path or method: counted like any other request, then refused. */
export async function refuse(req: Request, res: Response, error: DomainError): Promise<void> {
  await identifyCaller(req, res, 'rest', isLimited(req) ? ['general'] : []);
  throw error;
}

/** An error thrown before the caller was identified counts too, as every request does (C11). */
export async function sendCounted(req: Request, res: Response, thrown: unknown): Promise<void> {
  const error =
    res.locals.limits !== undefined || !isLimited(req)
      ? thrown
      : await identifyCaller(req, res, 'rest', ['general']).then(
          () => thrown,
          (limited: unknown) => limited,
        );
  sendError(req, res, error);
}

/** Members an interface adds to the Error object; the application sets it (`app.locals.errorMembers`). */
export type ErrorMembers = Partial<Record<HttpDoor, (error: DomainError) => object>>;

/** Everything under /api and /mcp except the routes that no limit counts (C11). */
function isLimited(req: Request): boolean {
  const unlimited: ReadonlySet<string> | undefined = req.app.locals.unlimitedPaths;
  return LIMITED.has(doorOf(req.path)) && !unlimited?.has(req.path.replace(/\/$/, ''));
}

export function sendError(req: Request, res: Response, thrown: unknown): void {
  const error = toDomainError(thrown, requestIdOf(res));
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.locals.errorCode = error.code;
  if (error.details.limits) setLimitHeaders(res, error.details.limits);
  const body = toErrorBody(error, requestIdOf(res));
  const members: ErrorMembers = req.app.locals.errorMembers ?? {};
  const door = doorOf(req.originalUrl.split('?', 1)[0] ?? '');
  res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(errorHeaders(error))) res.setHeader(name, value);
  sendJson(res, STATUS_OF[error.code], { ...body, ...members[door]?.(error) });
  // The unread rest of a body must not block the connection.
  if (!req.complete) req.resume();
}

/** Express would add an ETag, too, which is useless if nothing may be stored. */
export function sendJson(res: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
