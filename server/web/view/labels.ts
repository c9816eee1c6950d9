// Labels for the values of the API. Operators may have renamed categories, in any language.

import { type DomainError, type FieldError, type Said, wordSaid } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import type { Language, MessageKey } from '../../../core/languages/language.js';
import * as current from '../../../core/settings/current.js';
import { formatTime } from '../../../core/settings/dates.js';
import { categoryLabel } from '../../../core/settings/texts.js';

export { categoryLabel };

/** null: an operator's own category. */
export const usualLabel = (language: Language, value: current.Category): string | null =>
  messageOf(language, `category.${value}.label`);

export const usualIntro = (language: Language, value: current.Category): string | null =>
  messageOf(language, `category.${value}.intro`);

const messageOf = (language: Language, key: string) =>
  language.has(key) ? language.t(key as MessageKey) : null;

export function categoryIntro(language: Language, value: current.Category): string | null {
  return current.findCategory(value)?.intro ?? usualIntro(language, value);
}

/** The entries of shown categories, in the operator's order if there is one. */
export function onlyShown<T extends { readonly value: current.Category }>(
  entries: readonly T[],
): readonly T[] {
  if (current.currentSettings().categories === null) return entries;
  return current.shownCategories().flatMap((value) => entries.filter((entry) => entry.value === value));
}

export const catalogKind = (language: Language, kind: string | null): string =>
  labelOf(language, `catalog-kind.${(kind ?? 'other').toLowerCase().replaceAll(' ', '-')}`, kind ?? '');

/** A message; the value itself if there is none, as for a value that an operator added. */
export const labelOf = (language: Language, key: string, value: string): string =>
  messageOf(language, key) ?? value;

// The text of an error in the language of the page. Errors meant for programs stay in English.

/** @param field the subject of a sentence about a field; by default “This” */
export const saidText = (language: Language, said: Said, field = language.t('invalid.this')): string =>
  wordSaid(
    said,
    (key, values) => language.t(key, { field, ...values }),
    (instant) => formatTime(language, instant),
  );

/** The text of an error that is not shown beside a field: it names the first invalid field. */
export function errorText(language: Language, { said, message, details }: DomainError): string {
  if (said) return saidText(language, said);
  const [first] = details.errors ?? [];
  return first?.said ? saidText(language, first.said, `"${first.field}"`) : message;
}

/** The text of an error that also names the line, for fields with one item a line. @param values as typed */
export function lineText(language: Language, problem: FieldError, values: Readonly<Record<string, unknown>>) {
  const error = fieldText(language, problem);
  const item = /^\/\w+\/(\d+)/.exec(problem.path)?.[1];
  const typed = own(values, problem.field);
  if (item === undefined || typeof typed !== 'string') return error;
  const lines = typed.split(/\r\n?|\n/).flatMap((line, index) => (line.trim() ? [index + 1] : []));
  return language.t('form.line', { line: lines[Number(item)] ?? 1, error });
}

/** Shorter messages for errors beside their field, by the message they replace. */
const SHORTER: Record<string, 'invalid.choose' | 'invalid.missing' | undefined> = {
  'invalid.one-of': 'invalid.choose',
  'invalid.required': 'invalid.missing',
  'invalid.empty': 'invalid.missing',
};

/** Beside the field its name is redundant: `"name" is required.` → `This is required.` */
export function fieldText(language: Language, { said, error }: FieldError): string {
  const shorter = said && (said.values.format === 'email' ? 'invalid.email' : SHORTER[said.key]);
  if (shorter) return language.t(shorter);
  return said ? saidText(language, said) : error.replace(/^"\w+"(?: \(\/[\w/]+\))? /, 'This ');
}
