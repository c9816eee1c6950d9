// The text of an error in the language of the page. Errors meant for programs stay in English.
import { type DomainError, type FieldError, type Said, withTimes } from '../../../core/kernel/errors.js';
import type { Language } from '../../../core/languages/language.js';
import { formatTime } from '../../../core/site/dates.js';

function inWords(language: Language, { key, values }: Said): string {
  const { t } = language;
  const times = withTimes(values, (instant) => formatTime(language, instant));
  return t(key, { field: t('invalid.this'), ...times });
}

export function errorText(language: Language, error: Pick<DomainError, 'said' | 'message'>): string {
  return error.said ? inWords(language, error.said) : error.message;
}

/** Beside the field its name is redundant: `"name" is required.` → `This is required.` */
export function fieldText(language: Language, { said, error }: FieldError): string {
  return said ? inWords(language, said) : error.replace(/^"\w+"(?: \(\/[\w/]+\))? /, 'This ');
}
