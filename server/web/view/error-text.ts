// The text of an error in the language of the page. Errors meant for programs stay in English.
import { type DomainError, type FieldError, type Said, wordSaid } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import { formatTime } from '../../../core/settings/dates.js';

/** @param field the subject of a sentence about a field; by default “This” */
export const saidText = (language: Language, said: Said, field = language.t('invalid.this')): string =>
  wordSaid(
    said,
    (key, values) => language.t(key, { field, ...values }),
    (instant) => formatTime(language, instant),
  );

/** An error that appears beside no field names the first invalid one. */
export function errorText(language: Language, { said, message, details }: DomainError): string {
  if (said) return saidText(language, said);
  const [first] = details.errors ?? [];
  return first?.said ? saidText(language, first.said, `"${first.field}"`) : message;
}

/** For a field with one item a line: the line, too. @param values as typed */
export function lineText(language: Language, problem: FieldError, values: Readonly<Record<string, unknown>>) {
  const error = fieldText(language, problem);
  const item = /^\/\w+\/(\d+)/.exec(problem.path)?.[1];
  const typed = own(values, problem.field);
  if (item === undefined || typeof typed !== 'string') return error;
  const lines = typed.split(/\r\n?|\n/).flatMap((line, index) => (line.trim() ? [index + 1] : []));
  return language.t('form.line', { line: lines[Number(item)] ?? 1, error });
}

/** Shorter messages for an error that stands at its field, by those they replace. */
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
