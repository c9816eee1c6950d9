// Parses query strings by their schema: whole numbers and flags (1, 0, true, false) get their types, empty values count
// as absent, and `fact.KEY` belongs to the object of all facts.
import type { TObject } from '@sinclair/typebox';
import type { Request } from 'express';
import { fieldError } from '../../core/kernel/errors.js';
import { own } from '../../core/kernel/own.js';

export const MEMBER = 'fact.';

/** Whether a parameter is among the names. Every `fact.KEY` counts as `facts`. */
export const isAmong = (names: readonly string[], name: string): boolean =>
  names.includes(name.startsWith(MEMBER) ? 'facts' : name);

/** @throws DomainError validation_error for a parameter of the schema that is given twice */
export function readQueryString(schema: TObject | undefined, req: Request): Record<string, unknown> {
  const mark = req.originalUrl.indexOf('?');
  const parameters = new URLSearchParams(mark < 0 ? '' : req.originalUrl.slice(mark + 1));
  const query: Record<string, unknown> = Object.create(null);
  const members = new Map<string, string[]>();
  const grouped = Object.entries(schema?.properties ?? {}).find(([, part]) => 'x-filters' in part);
  for (const [name, text] of parameters) {
    if (text.trim() === '') continue;
    if (grouped && name.startsWith(MEMBER)) {
      const key = name.slice(MEMBER.length);
      members.set(key, [...(members.get(key) ?? []), text]);
      continue;
    }
    const rules = own(schema?.properties, name);
    if (rules && name in query) throw fieldError(name, `"${name}" is given more than once.`, 'repeated');
    const isNumber = rules?.type === 'integer' && /^[+-]?\d{1,15}$/.test(text.trim());
    const isFlag = rules?.type === 'boolean' && /^(1|0|true|false)$/.test(text);
    query[name] = isNumber ? Number(text) : isFlag ? text === '1' || text === 'true' : text;
  }
  return { ...query, ...(grouped && members.size > 0 ? { [grouped[0]]: Object.fromEntries(members) } : {}) };
}
