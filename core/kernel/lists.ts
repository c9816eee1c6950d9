// Shared by all lists: page sizes and LIKE patterns.
import type { Warning } from './check.js';
import { DEFAULT_PAGE_SIZE } from './schema.js';

/** Clamps a limit to the maximum, with a warning (C5). */
export function clampLimit(limit: number | undefined, max: number): { limit: number; warnings: Warning[] } {
  if (limit === undefined || limit <= max) return { limit: limit ?? DEFAULT_PAGE_SIZE, warnings: [] };
  const error = `"limit" is at most ${max} here, and ${max} was used.`;
  return { limit: max, warnings: [{ field: 'limit', code: 'limit_clamped', error }] };
}

/** A LIKE pattern that finds the text literally, anywhere. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export const MAX_ADMIN_PAGE = 100;
