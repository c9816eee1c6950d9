// Dates and times as the site writes them: in its time zone, in its order of day and month.
import { currentSite } from '../../../core/site/current.js';
import type { DateFormat } from '../../../core/site/schema.js';

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };

/** Swedish writes dates as ISO 8601 does. */
const STYLES: Readonly<Record<DateFormat, { locale: string; date: Intl.DateTimeFormatOptions }>> = {
  'day-first': { locale: 'en-GB', date: DATE },
  'month-first': { locale: 'en-US', date: DATE },
  iso: { locale: 'sv-SE', date: { ...DATE, day: '2-digit', month: '2-digit' } },
};

/** Making a formatter takes longer than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(hasTime: boolean): Intl.DateTimeFormat {
  const { date_format: format, time_zone: timeZone } = currentSite();
  const key = `${hasTime} ${format} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    const { locale, date } = STYLES[format ?? 'day-first'];
    const options = { ...date, ...(hasTime ? TIME : {}), timeZone: timeZone ?? 'UTC' };
    formatter = new Intl.DateTimeFormat(locale, options);
    formatters.set(key, formatter);
  }
  return formatter;
}

/** `3 Nov 2026` */
export function formatDate(instant: string | Date): string {
  return formatterOf(false).format(new Date(instant));
}

/** `3 Nov 2026, 14:05 UTC` */
export function formatTime(instant: string | Date): string {
  return formatterOf(true).format(new Date(instant));
}
