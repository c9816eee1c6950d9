// What every list shares: page sizes and the pattern of a text that may stand anywhere.
import type { Warning } from './check.js';
import { DEFAULT_PAGE_SIZE } from './schema.js';

/** More than the maximum is served as the maximum, and said (C5). */
export function clampLimit(limit: number | undefined, max: number): { limit: number; warnings: Warning[] } {
  if (limit === undefined || limit <= max) return { limit: limit ?? DEFAULT_PAGE_SIZE, warnings: [] };
  const error = `"limit" is at most ${max} here, and ${max} was used.`;
  return { limit: max, warnings: [{ field: 'limit', code: 'limit_clamped', error }] };
}

/** A pattern that matches the text anywhere, as it is. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export const MAX_ADMIN_PAGE = 100;
