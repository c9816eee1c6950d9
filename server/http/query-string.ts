// Parses query strings by their schema: whole numbers become numbers, empty values count as absent.
import type { TObject } from '@sinclair/typebox';
import type { Request } from 'express';
import { type DomainError, fieldError } from '../../core/kernel/errors.js';

export function readQueryString(
  schema: TObject | undefined,
  req: Request,
): { query: Record<string, unknown>; repeated: DomainError | null } {
  const mark = req.originalUrl.indexOf('?');
  const parameters = new URLSearchParams(mark < 0 ? '' : req.originalUrl.slice(mark + 1));
  const query: Record<string, unknown> = Object.create(null);
  let repeated: DomainError | null = null;
  for (const [name, text] of parameters) {
    if (text.trim() === '') continue;
    if (name in query && schema?.properties[name]) {
      repeated ??= fieldError(name, `"${name}" is given more than once.`, 'repeated');
    }
    const isNumber = schema?.properties[name]?.type === 'integer' && /^[+-]?\d{1,15}$/.test(text.trim());
    query[name] = isNumber ? Number(text) : text;
  }
  return { query: { ...query }, repeated };
}
