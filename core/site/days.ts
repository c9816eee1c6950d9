// Days in the time zone of the site, from their first instant to their last second.
import type { Model, QueryBuilder } from 'objection';
import { currentSite } from './current.js';

/** The day of an instant, as date fields of forms need it: `2026-11-03`. */
export const dayOf = (instant: string | Date): string => toIso(instant, { dateStyle: 'short' });

/**
 * The end that a form asks for. A day is included to its last second. If its day has not changed, the present end
 * stays, to the minute.
 * @param day `2026-11-03`, or empty for no end; anything else is returned unchanged, for the rules to refuse
 * @param present the end before
 * @returns as ISO 8601
 */
export function endAsked(day: string, present: string | null = null): string | null {
  if (day === '') return null;
  if (present && dayOf(present) === day) return present;
  return instantOf(`${day}T23:59:59Z`)?.toISOString() ?? day;
}

/** Keeps the rows from the day `from` to the day `to`, both included. */
export function whereDays<M extends Model>(
  rows: QueryBuilder<M, M[]>,
  column: string,
  { from, to }: { from?: string; to?: string },
): void {
  if (from) rows.where(column, '>=', instantOf(`${from}T00:00:00Z`) as Date);
  if (to) rows.where(column, '<', new Date(Number(instantOf(`${to}T23:59:59Z`)) + 1000));
}

/** The instant at which the clocks of the site show a time. @param shown as if in UTC @returns null for an invalid one */
function instantOf(shown: string): Date | null {
  const time = Date.parse(shown);
  if (Number.isNaN(time)) return null;
  const offsetAt = (at: number) => Date.parse(`${toIso(new Date(at), ISO_SECONDS).replace(' ', 'T')}Z`) - at;
  // The offset at that instant may differ from the offset at the same time in UTC.
  return new Date(time - offsetAt(time - offsetAt(time)));
}

const ISO_SECONDS: Intl.DateTimeFormatOptions = { dateStyle: 'short', timeStyle: 'medium' };

function toIso(instant: string | Date, style: Intl.DateTimeFormatOptions): string {
  const timeZone = currentSite().time_zone ?? 'UTC';
  return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone }).format(new Date(instant));
}
