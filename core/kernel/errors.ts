// Domain errors: a code, a sentence a person can act on, and the fields it is about. No HTTP here:
// server/http/errors.json has the status of each code.
import type { StoredMessage } from '../../db/models/base.js';
import { ENGLISH } from '../languages/catalogues.js';
import type { Arguments, MessageKey } from '../languages/language.js';

export interface Said {
  readonly key: MessageKey;
  /** May contain instants, and further messages. */
  readonly values: Arguments;
}

/** Words a message for a reader. */
export type Tell = (said: Said) => string;

export const say = (key: MessageKey, values: Arguments = {}): Said => ({ key, values });

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'key' in value && 'values' in value;

/** @param t words the message itself @param toText words its instants */
export function wordSaid(
  { key, values }: Said,
  t: (key: MessageKey, values: Arguments) => string,
  toText: (instant: Date) => string,
): string {
  // Stored by another release.
  if (!ENGLISH.has(key)) return key;
  const word = (value: unknown) =>
    value instanceof Date ? toText(value) : isSaid(value) ? wordSaid(value, t, toText) : value;
  return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, word(value)])));
}

/** For programs: instants in ISO 8601. */
export const toEnglish = (said: Said, more: Arguments = {}): string =>
  wordSaid(
    said,
    (key, values) => ENGLISH.t(key, { ...more, ...values }),
    (instant) => instant.toISOString(),
  );

/** A person's words or a message, for the columns of a row. */
export const inColumns = (sentence: string | Said | null | undefined) => ({
  text: typeof sentence === 'string' ? sentence : null,
  said: typeof sentence === 'object' ? sentence : null,
});

/** And back, for a reader. */
export const fromColumns = (said: StoredMessage | null, text: string | null, tell: Tell): string | null =>
  said ? tell(said as Said) : text;

export const ERROR_CODES = [
  'invalid_json',
  'validation_error',
  'website_url_taken',
  'last_admin',
  'bootstrap_admin',
  'self_delete',
  'invalid_token',
  'reset_disabled',
  'two_factor_enabled',
  'two_factor_not_enabled',
  'deep_page',
  'unauthorized',
  'invalid_credentials',
  'forbidden',
  'account_suspended',
  'insufficient_scope',
  'confirmation_required',
  'two_factor_required',
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
  /** The same worded for pages, where the argument `field` is its subject. Not sent by the API. */
  readonly said?: Said;
}

export interface LimitState {
  name: 'general' | 'key' | 'sign-up' | 'listing-write' | 'report' | 'sign-in' | 'cost';
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
  /** Parameters of WWW-Authenticate, for unauthorized and insufficient_scope. */
  readonly challenge?: string;
  /** The scope that the credentials lack, for insufficient_scope. */
  readonly scope?: string;
  /** Where a proof was looked for and what was found there, for claim_unproven. */
  readonly looks?: readonly { readonly method: string; readonly where: string; readonly found: Said }[];
  /** The limits that the operation counted itself. */
  readonly limits?: readonly LimitState[];
  /** The slug of the listing that this one was merged into, for not_found. */
  readonly movedTo?: string;
  /** The methods a path supports, for method_not_allowed. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

export class DomainError extends Error {
  override readonly name = 'DomainError';
  /** null: a sentence for programs only */
  readonly said: Said | null;

  constructor(
    readonly code: ErrorCode,
    message: string | Said,
    readonly details: Details = {},
  ) {
    const said = typeof message === 'string' ? null : message;
    super(said ? toEnglish(said) : String(message), details);
    this.said = said;
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

/** A validation_error for a rule that a schema cannot express, on one top-level field. */
export function fieldError(field: string, error: string | Said, rule = 'not_allowed'): DomainError {
  const path = `/${field}`;
  if (typeof error === 'string') return validationError([{ field, path, code: rule, error }]);
  return validationError([invalidField({ field, path, code: rule }, error)]);
}

/**
 * A field with what is wrong with it: a message, or the end of a sentence for programs. The subject is `"name"`, or
 * `"features" (/features/3)`.
 */
export function invalidField(
  place: Pick<FieldError, 'field' | 'path' | 'code'>,
  wrong: Said | string,
): FieldError {
  const { field, path } = place;
  const subject = path === `/${field}` ? `"${field}"` : `"${field}" (${path})`;
  if (typeof wrong === 'string') return { ...place, error: `${subject} ${wrong}.` };
  return { ...place, error: toEnglish(wrong, { field: subject }), said: wrong };
}

export function unauthorized(message: string | Said = say('error.sign-in')): DomainError {
  return new DomainError('unauthorized', message);
}

export function forbidden(message: string | Said): DomainError {
  return new DomainError('forbidden', message);
}

/** @param until null: until it is lifted */
export function accountSuspended(until: Date | null, reason: string | null): DomainError {
  return new DomainError(
    'account_suspended',
    say('error.suspended', { until: until ?? 'none', reason: reason || 'none' }),
  );
}

/** The account has the right, but this key or token does not. */
export function insufficientScope(scope: string): DomainError {
  const message = `This needs the scope "${scope}", which this key does not have.`;
  return new DomainError('insufficient_scope', message, { scope });
}

export function notFound(what: string): DomainError {
  return new DomainError('not_found', say('error.not-found', { what }));
}

/** The value, or null where it fails with this code. */
export function orNull<T>(code: ErrorCode, value: Promise<T>): Promise<T | null> {
  return value.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  });
}

/** Waits for a removal; what was missing already counts as removed. */
export async function removed(removal: Promise<unknown>): Promise<void> {
  await orNull('not_found', removal);
}

/** Runs `read`, and adds the field errors that it throws to `errors`. @returns its result; null if it threw them */
export function collecting<T>(
  errors: FieldError[],
  read: () => T,
  placed: (error: FieldError) => FieldError = (error) => error,
): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError && error.details.errors)) throw error;
    errors.push(...error.details.errors.map(placed));
    return null;
  }
}
