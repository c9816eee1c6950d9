// Domain errors: a code, a sentence a person can act on, and fields. server/http/errors.json has the status.
import type { StoredMessage } from '../../db/models/base.js';
import { ENGLISH } from '../languages/catalogues.js';
import type { Arguments, MessageKey } from '../languages/language.js';
import type { Words } from './text/names.js';

export interface Said {
  readonly key: MessageKey;
  readonly values: Arguments;
}

export interface Reader {
  /** Puts stored messages into the language of a page; absent: in English, for programs. */
  readonly tell?: ((said: Said) => string) | undefined;
}

export const say = (key: MessageKey, values: Arguments = {}): Said => ({ key, values });

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'key' in value && 'values' in value;

/** @param t puts the message into words @param toText formats its dates */
export function wordSaid(
  { key, values }: Said,
  t: (key: MessageKey, values: Arguments) => string,
  toText: (instant: Date) => string,
): string {
  // Another release stored this message: show its key.
  if (!ENGLISH.has(key)) return key;
  const word = (value: unknown) =>
    value instanceof Date ? toText(value) : isSaid(value) ? wordSaid(value, t, toText) : value;
  return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, word(value)])));
}

/** In English, with dates in ISO 8601. */
export const toEnglish = (said: Said, more: Arguments = {}): string =>
  wordSaid(
    said,
    (key, values) => ENGLISH.t(key, { ...more, ...values }),
    (instant) => instant.toISOString(),
  );

/** The columns of a sentence: free text, or a stored message. */
export const inColumns = (sentence: string | Said | null | undefined) => ({
  text: typeof sentence === 'string' ? sentence : null,
  said: typeof sentence === 'object' ? sentence : null,
});

/** The inverse of inColumns, for a reader. */
export const fromColumns = (
  said: StoredMessage | null,
  text: string | null,
  { tell = toEnglish }: Reader,
): string | null => (said ? tell(said as Said) : text);

const CODES = [
  'invalid_json validation_error website_url_taken last_admin bootstrap_admin self_delete',
  'invalid_token reset_disabled two_factor_enabled two_factor_not_enabled deep_page unauthorized',
  'invalid_credentials forbidden account_suspended insufficient_scope confirmation_required',
  'two_factor_required invalid_origin csrf key_limit webhook_limit 1010 not_found method_not_allowed',
  'account_exists stale_capture idempotency_in_progress selection_changed claim_unproven site_changed',
  'review_changed payload_too_large unsupported_media_type content_policy idempotency_mismatch',
  'rate_limited internal_error unavailable',
] as const;
export type ErrorCode = Words<(typeof CODES)[number]>;
export const ERROR_CODES = CODES.flatMap((some) => some.split(' ')) as ErrorCode[];

/** An invalid field: `field` is the top-level name, `path` a JSON pointer. */
export interface FieldError {
  readonly field: string;
  readonly path: string;
  readonly code: string;
  readonly error: string;
  /** For pages, with the field's label as the argument `field`. Not sent by the API. */
  readonly said?: Said;
}

export interface LimitState {
  name: 'general' | 'key' | 'sign-up' | 'listing-write' | 'report' | 'sign-in' | 'cost';
  quota: number;
  window: number;
  remaining: number;
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
  readonly scope?: string;
  /** For claim_unproven: where a proof was looked for, and the result. */
  readonly looks?: readonly { readonly method: string; readonly where: string; readonly found: Said }[];
  readonly limits?: readonly LimitState[];
  /** For not_found: the slug of the listing this one was merged into. */
  readonly movedTo?: string;
  /** For method_not_allowed: the methods of the path. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

export class DomainError extends Error {
  override readonly name = 'DomainError';
  /** The message that is translated; null: only programs get this error, in English. */
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

/** A validation_error with the given fields; the first one gives the message and `field`. */
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

/** An invalid field. The subject of its sentence is `"name"`, or `"features" (/features/3)`.
 * @param wrong a message, or the end of a sentence for programs */
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

/** @param until null: until lifted */
export function accountSuspended(until: Date | null, reason: string | null): DomainError {
  return new DomainError(
    'account_suspended',
    say('error.suspended', { until: until ?? 'none', reason: reason || 'none' }),
  );
}

/** The error if the account has the right but the key or token does not. */
export function insufficientScope(scope: string): DomainError {
  const message = `This needs the scope "${scope}", which this key does not have.`;
  return new DomainError('insufficient_scope', message, { scope });
}

export function notFound(what: string): DomainError {
  return new DomainError('not_found', say('error.not-found', { what }));
}

/** null if the promise rejects with this code. */
export function orNull<T>(code: ErrorCode, value: Promise<T>): Promise<T | null> {
  return value.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  });
}

/** Waits for a removal; something already missing counts as removed. */
export async function removed(removal: Promise<unknown>): Promise<void> {
  await orNull('not_found', removal);
}

/** Runs `read`, and adds its field errors to `errors`. @returns its result; null after field errors */
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
