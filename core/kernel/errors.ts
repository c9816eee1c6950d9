// Domain errors: a code, a sentence a person can act on, and the fields it is about. No HTTP here:
// the status of each code stands in server/http/errors.ts.

export const ERROR_CODES = [
  'invalid_json',
  'validation_error',
  'website_url_taken',
  'last_admin',
  'bootstrap_admin',
  'self_delete',
  'invalid_token',
  'reset_disabled',
  'deep_page',
  'unauthorized',
  'invalid_credentials',
  'forbidden',
  'account_suspended',
  'insufficient_scope',
  'invalid_origin',
  'csrf',
  'key_limit',
  'webhook_limit',
  '1010',
  'not_found',
  'method_not_allowed',
  'account_exists',
  'stale_capture',
  'idempotency_in_progress',
  'selection_changed',
  'claim_unproven',
  'site_changed',
  'review_changed',
  'payload_too_large',
  'unsupported_media_type',
  'content_policy',
  'idempotency_mismatch',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One offending field: `field` is the top-level name, `path` the JSON pointer. */
export interface FieldError {
  readonly field: string;
  readonly path: string;
  readonly code: string;
  readonly error: string;
}

/** The state of a client's limit. */
export interface LimitState {
  name: 'general' | 'key' | 'sign-up' | 'listing-write' | 'report' | 'sign-in';
  /** Requests per window. */
  quota: number;
  /** Length of the window in seconds. */
  window: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
  isExceeded: boolean;
}

interface Details {
  readonly field?: string;
  readonly errors?: readonly FieldError[];
  readonly category?: 'adult' | 'drugs' | 'illegal';
  readonly matched?: string;
  readonly retryAfterSeconds?: number;
  /** Parameters of WWW-Authenticate, for unauthorized. */
  readonly challenge?: string;
  /** The scope that the credentials lack, for insufficient_scope. */
  readonly scope?: string;
  /** The state of the limits that the operation itself counts. */
  readonly limits?: readonly LimitState[];
  /** The methods a path supports, for method_not_allowed. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** A validation_error for invalid fields; the first one gives the message and `field`. */
export function validationError(errors: readonly FieldError[]): DomainError {
  const first = errors[0];
  return new DomainError('validation_error', first?.error ?? 'The input is not valid.', {
    field: first?.field,
    errors,
  });
}

/** A validation_error for a rule that no schema can express, on one top-level field. */
export function fieldError(field: string, error: string, rule = 'not_allowed'): DomainError {
  return validationError([{ field, path: `/${field}`, code: rule, error }]);
}

export function unauthorized(
  message = 'Sign in or send an API key as "Authorization: Bearer dir_…".',
): DomainError {
  return new DomainError('unauthorized', message);
}

export function forbidden(message: string): DomainError {
  return new DomainError('forbidden', message);
}

/** @param until null: until it is lifted */
export function accountSuspended(until: Date | null, reason: string | null): DomainError {
  const end = until === null ? '' : ` until ${until.toISOString().slice(0, 10)}`;
  const why = reason ? `: ${reason}` : '';
  return new DomainError('account_suspended', `This account is suspended${end}${why}`);
}

/** The account may, but not with this key or token. */
export function insufficientScope(scope: string): DomainError {
  return new DomainError(
    'insufficient_scope',
    `This needs the scope "${scope}", which this key does not have.`,
    {
      scope,
    },
  );
}

export function notFound(what: string): DomainError {
  return new DomainError('not_found', `There is no such ${what}, or you may not see it.`);
}

export function contentPolicy(
  finding: { category: 'adult' | 'drugs' | 'illegal'; matched: string; field: string },
  message: string,
): DomainError {
  return new DomainError('content_policy', message, finding);
}
