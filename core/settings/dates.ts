// Dates and times in the directory's time zone, in the words of a language.
import type { Model, QueryBuilder } from 'objection';
import type { Language } from '../languages/language.js';
import { currentSettings } from './current.js';

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };

/** Creating a formatter takes longer than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf({ tag }: Language, hasTime: boolean, timeZone = currentSettings().time_zone) {
  const key = `${tag} ${hasTime} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    const options = { ...DATE, ...(hasTime ? TIME : {}), timeZone: timeZone ?? 'UTC' };
    formatter = new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, options);
    formatters.set(key, formatter);
  }
  return formatter;
}

/** `3 Nov 2026`, `3. Nov. 2026` */
export function formatDate(language: Language, instant: string | Date): string {
  return formatterOf(language, false).format(new Date(instant));
}

/** Formats a calendar day, `2026-11-03`, which has no time zone. */
export function formatDay(language: Language, day: string): string {
  return formatterOf(language, false, 'UTC').format(new Date(`${day}T00:00:00Z`));
}

/** `3 Nov 2026, 14:05 UTC` */
export function formatTime(language: Language, instant: string | Date): string {
  return formatterOf(language, true).format(new Date(instant));
}

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Distance from now: `in 4 minutes`, `vor 2 Tagen` */
export function formatDistance(
  { tag }: Language,
  instant: string | Date,
  style: Intl.RelativeTimeFormatStyle = 'long',
): string {
  const minutes = (new Date(instant).getTime() - Date.now()) / 60_000;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(minutes) >= each) ?? ['minute', 1];
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style }).format(
    Math.round(minutes / length),
    unit,
  );
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The day of an instant, for date fields of forms: `2026-11-03`. */
export const dayOf = (instant: string | Date): string => toIso(instant, { dateStyle: 'short' });

/** Turns a form's end date into an instant, the last second of that day; an unchanged day keeps the present end.
 * @param day `2026-11-03`, or empty for no end; the schema refuses invalid ones, returned unchanged */
export function endAsked(day: string, present: string | null = null): string | null {
  if (day === '') return null;
  if (present && dayOf(present) === day) return present;
  return instantOf(`${day}T23:59:59Z`)?.toISOString() ?? day;
}

/** Keeps the rows from the day `from` to the day `to`, inclusive. */
export function whereDays<M extends Model>(
  rows: QueryBuilder<M, M[]>,
  column: string,
  { from, to }: { from?: string; to?: string },
): void {
  if (from) rows.where(column, '>=', instantOf(`${from}T00:00:00Z`) as Date);
  if (to) rows.where(column, '<', new Date(Number(instantOf(`${to}T23:59:59Z`)) + 1000));
}

/** The instant at which the directory's clocks show a time; null if invalid. @param shown as if in UTC */
function instantOf(shown: string): Date | null {
  const time = Date.parse(shown);
  if (Number.isNaN(time)) return null;
  const offsetAt = (at: number) => Date.parse(`${toIso(new Date(at), ISO_SECONDS).replace(' ', 'T')}Z`) - at;
  // The offset at that instant may differ from the offset at the same time in UTC.
  return new Date(time - offsetAt(time - offsetAt(time)));
}

const ISO_SECONDS: Intl.DateTimeFormatOptions = { dateStyle: 'short', timeStyle: 'medium' };

function toIso(instant: string | Date, style: Intl.DateTimeFormatOptions): string {
  const timeZone = currentSettings().time_zone ?? 'UTC';
  return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone }).format(new Date(instant));
}
