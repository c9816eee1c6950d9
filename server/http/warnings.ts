// Warnings: parts of a successful request that had no effect (C3), the same in every JSON interface.
import type { TObject } from '@sinclair/typebox';
import { findUnknownFields, type Warning } from '../../core/kernel/check.js';

/** Fields of an input that its schema does not know. */
export function unknownFieldsOf(schema: TObject | undefined, input: unknown): Warning[] {
  return findUnknownFields(Object.keys(schema?.properties ?? {}), input);
}

/** The response with these warnings appended to its own. */
export function withWarnings(body: unknown, warnings: readonly Warning[]): unknown {
  if (warnings.length === 0 || typeof body !== 'object' || body === null) return body;
  const own = 'warnings' in body && Array.isArray(body.warnings) ? body.warnings : [];
  return { ...body, warnings: [...own, ...warnings] };
}
