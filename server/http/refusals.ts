// Error responses and warnings of the JSON interfaces.
import type { TObject } from '@sinclair/typebox';
import type { Request } from 'express';
import { findUnknownFields, type Warning } from '../../core/kernel/check.js';
import { DomainError, say } from '../../core/kernel/errors.js';
import { READ_ONLY_LISTING_FIELDS } from '../../core/listings/schema.js';
import { identifyCaller, setLimitHeaders } from '../who/actor.js';
import { ERRORS, errorHeaders, toDomainError, toErrorBody } from './errors.js';
import type { Exchange, HttpDoor } from './exchange.js';

const LIMITED: ReadonlySet<HttpDoor> = new Set(['auth', 'rest', 'mcp', 'standards']);

export async function answerOtherMethod(allow: string[], exchange: Exchange): Promise<void> {
  const { req, res } = exchange;
  const { method } = req;
  if (method !== 'OPTIONS')
    return refuse(
      exchange,
      new DomainError('method_not_allowed', say('error.method', { method }), { allow }),
    );
  res.setHeader('Allow', allow.join(', '));
  res.status(204).end();
}

export const answerReadOnly = ({ exchange }: Pick<Request, 'exchange'>): Promise<void> =>
  answerOtherMethod(['GET', 'HEAD', 'OPTIONS'], exchange);

/** An unknown path or method: counted like any other request, then refused. */
export async function refuse(exchange: Exchange, error: DomainError): Promise<void> {
  await identifyCaller(exchange, isLimited(exchange) ? ['general'] : []);
  throw error;
}

/** Sends an error. If it came before the caller was identified, first counts the request, as every other (C11). */
export async function sendCounted(exchange: Exchange, thrown: unknown): Promise<void> {
  const isUncounted = exchange.limits === null && isLimited(exchange);
  const counting = isUncounted ? identifyCaller(exchange, ['general']) : Promise.resolve();
  await counting.then(
    () => sendError(exchange, thrown),
    (limited: unknown) => sendError(exchange, limited),
  );
}

/** Everything under /api and /mcp except the routes that no limit counts (C11). */
function isLimited({ door, path, service }: Exchange): boolean {
  return LIMITED.has(door) && !service.unlimitedPaths.has(path.replace(/\/$/, ''));
}

export function sendError(exchange: Exchange, thrown: unknown): void {
  const { id, req, res, door, service } = exchange;
  const error = toDomainError(thrown, id);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  exchange.errorCode = error.code;
  if (error.details.limits) setLimitHeaders(exchange, error.details.limits);
  res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(errorHeaders(error))) res.setHeader(name, value);
  exchange.sendJson(ERRORS[error.code].status, {
    ...toErrorBody(error, id),
    ...service.errorMembers(door, error),
  });
  // The unread rest of a body must not block the connection.
  if (!req.complete) req.resume();
}

// Warnings: parts of a successful request that had no effect (C3).

export function unknownFieldsOf(schema: TObject | undefined, input: unknown): Warning[] {
  return findUnknownFields(Object.keys(schema?.properties ?? {}), input);
}

export function withWarnings(body: unknown, warnings: readonly Warning[]): unknown {
  if (warnings.length === 0 || typeof body !== 'object' || body === null) return body;
  const own = 'warnings' in body && Array.isArray(body.warnings) ? body.warnings : [];
  return { ...body, warnings: [...own, ...warnings] };
}

/** Adds the unknown fields to a validation error: one of them may be a misspelt required field. */
export function namingUnknown<E>(error: E, unknown: readonly Warning[]): E | DomainError {
  if (!(error instanceof DomainError) || error.code !== 'validation_error') return error;
  const { errors = [] } = error.details;
  // Clients send whole records back; their read-only fields are not a mistake.
  const isMeant = ({ field, error: hint }: Warning) =>
    errors.every((problem) => problem.field !== field) &&
    (!READ_ONLY_LISTING_FIELDS.includes(field) ||
      errors.some((problem) => hint.includes(`"${problem.field}"?`)));
  const named = unknown
    .filter(isMeant)
    .map(({ field, code, error: sentence }) => ({ field, path: `/${field}`, code, error: sentence }));
  if (named.length === 0) return error;
  const details = { ...error.details, errors: [...named, ...errors] };
  return new DomainError(error.code, error.said ?? error.message, details);
}
