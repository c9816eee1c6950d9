// Warnings: parts of a successful request that had no effect (C3), the same in every JSON interface.
import type { TObject } from '@sinclair/typebox';
import { findUnknownFields, type Warning } from '../../core/kernel/check.js';
import { DomainError } from '../../core/kernel/errors.js';
import { READ_ONLY_LISTING_FIELDS } from '../../core/listings/schema.js';

export function unknownFieldsOf(schema: TObject | undefined, input: unknown): Warning[] {
  return findUnknownFields(Object.keys(schema?.properties ?? {}), input);
}

export function withWarnings(body: unknown, warnings: readonly Warning[]): unknown {
  if (warnings.length === 0 || typeof body !== 'object' || body === null) return body;
  const own = 'warnings' in body && Array.isArray(body.warnings) ? body.warnings : [];
  return { ...body, warnings: [...own, ...warnings] };
}

/** A validation error that also names the fields that are not known: one of them may be the one that is missing. */
export function namingUnknown<E>(error: E, unknown: readonly Warning[]): E | DomainError {
  if (!(error instanceof DomainError) || error.code !== 'validation_error') return error;
  const { errors = [] } = error.details;
  // A record that was read and sent back has read-only fields, which are nothing to correct.
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
