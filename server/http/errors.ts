// Domain errors as HTTP responses: the Error object of C3. What each code means is in errors.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { config } from '../../core/kernel/config.js';
import {
  DomainError,
  ERROR_CODES,
  type ErrorCode,
  say,
  toEnglish,
  unauthorized,
} from '../../core/kernel/errors.js';
import { areaLog, log } from '../../core/kernel/log.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import { titled, word } from '../../core/kernel/schema.js';
import { noteDiskFull } from '../../core/service/readiness.js';
import { DATABASE_AWAY } from '../../db/breaker.js';
import { databaseCode, isDatabaseAway } from '../../db/failures.js';
import type errors from './errors.json';

interface ErrorRules {
  readonly status: number;
  readonly means: string;
  readonly remedy: string;
  /** The next step for agents, unless it is reading the documentation; `{url}` is this directory. */
  readonly next_step?: string;
}

/** The rules of each error code; a code that errors.json lacks is a type error. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorRules>> = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'server/http/errors.json'), 'utf8'),
) as typeof errors;

export const ErrorObject = titled('Error', {
  error: Type.String({ description: 'A sentence a person can act on.' }),
  code: word(ERROR_CODES),
  docs_url: Type.String({ format: 'uri' }),
  request_id: Type.String({ description: 'Finds the line in the log.' }),
  message: Type.Optional(Type.String({ description: 'Under /api/auth: the same sentence as error.' })),
  field: Type.Optional(Type.String({ description: 'The offending field.' })),
  errors: Type.Optional(
    Type.Array(
      titled('FieldError', {
        field: Type.String(),
        path: Type.String(),
        code: Type.String(),
        error: Type.String(),
      }),
      { description: 'Every offending field.' },
    ),
  ),
  retry_after_seconds: Type.Optional(Type.Integer()),
  scope: Type.Optional(Type.String({ description: 'The scope that the key lacks.' })),
  category: Type.Optional(word(['adult', 'drugs', 'illegal'])),
  matched: Type.Optional(Type.String({ description: 'The matched text, as it was sent.' })),
  looked: Type.Optional(
    Type.Array(
      Type.Unsafe<{ method: string; where: string; found: string }>({ type: 'object', properties: {} }),
      {
        description: 'Of claim_unproven: {method, where, found}.',
      },
    ),
  ),
});

/** What an agent should do after an error. */
export function nextStepOf({ code }: DomainError): string {
  const known = ERRORS[code].next_step?.replaceAll('{url}', config.publicUrl);
  return known ?? 'Read docs_url, then correct the request.';
}

/** An unexpected error is logged, and becomes internal_error without details. */
export function toDomainError(error: unknown, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  const known = fromHttpLibrary(error) ?? fromDatabase(error);
  if (known) return known;
  log.error({ err: error, request_id: requestId }, 'a request failed');
  return new DomainError('internal_error', say('error.internal'), { cause: error });
}

/** Removes the wording of errors for pages. */
export const forPrograms = <T extends { readonly said?: unknown }>(errors: readonly T[]) =>
  errors.map(({ said: _forPages, ...told }) => told);

export function toErrorBody(error: DomainError, requestId: string): Static<typeof ErrorObject> {
  const { field, errors, retryAfterSeconds, scope, category, matched, looks } = error.details;
  return {
    error: error.message,
    code: error.code,
    docs_url: `${config.docsUrl}/errors#${error.code}`,
    request_id: requestId,
    field,
    errors: errors && forPrograms(errors),
    retry_after_seconds: retryAfterSeconds,
    scope,
    category,
    matched,
    looked: looks?.map((look) => ({ ...look, found: toEnglish(look.found) })),
  };
}

export function errorHeaders(error: DomainError): Record<string, string> {
  const { retryAfterSeconds, allow, challenge } = error.details;
  return {
    ...(error.code === 'unauthorized' || challenge
      ? { 'WWW-Authenticate': challenge ? `Bearer ${challenge}` : 'Bearer' }
      : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
  };
}

/** Errors of body-parser, raw-body and the router (http-errors with a type or a status). */
function fromHttpLibrary(error: unknown): DomainError | null {
  if (!(error instanceof Error)) return null;
  const { type, status, limit = 0 } = error as Error & { type?: string; status?: number; limit?: number };
  if (type === 'entity.too.large') {
    const size = limit < 1024 * 1024 ? `${limit / 1024} KiB` : `${limit / 1024 / 1024} MiB`;
    return new DomainError('payload_too_large', say('error.body-too-large', { size }), { cause: error });
  }
  if (type === 'parameters.too.many')
    return new DomainError('payload_too_large', say('error.too-many-fields'), { cause: error });
  if (status === 415)
    return new DomainError('unsupported_media_type', 'Send UTF-8 JSON, plain or gzipped.', { cause: error });
  // A path with invalid percent-encoding cannot exist.
  if (error instanceof URIError) return new DomainError('not_found', 'There is nothing at this address.');
  // Thrown by body-parser, and by zlib for a corrupt compressed body.
  if (status === 400)
    return new DomainError('invalid_json', `The body cannot be read: ${error.message}.`, { cause: error });
  return null;
}

const DISK_FULL = '53100';
/** Errors that may pass: a replica in place of the primary; no disk or memory; a statement that took too long. */
const BUSY: readonly string[] = ['25006', DISK_FULL, '53200', '57014', '55P03', '25P03'];
const FOREIGN_KEY_VIOLATION = '23503';

function fromDatabase(error: unknown): DomainError | null {
  if (!(error instanceof Error)) return null;
  const code = databaseCode(error) ?? '';
  // A missing foreign key is taken to be the caller's account, deleted after authentication.
  if (code === FOREIGN_KEY_VIOLATION) return unauthorized(say('error.account-deleted'));
  if (!BUSY.includes(code) && !isDatabaseAway(error)) return null;
  if (code === DISK_FULL) noteDiskFull();
  // The circuit breaker has already logged it.
  if (code !== DATABASE_AWAY) areaLog('database').error({ err: error }, 'the database is not reachable');
  return new DomainError('unavailable', say('error.away'), { retryAfterSeconds: 5, cause: error });
}
