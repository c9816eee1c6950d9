// CSV that opens safely in a spreadsheet.
import { stringify } from 'csv-stringify/sync';

/** RFC 4180 with CRLF and a header; texts that a spreadsheet would run as a formula get a leading apostrophe. */
export function toCsv(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { object: (value) => (Array.isArray(value) ? value.join(';') : JSON.stringify(value)) },
  });
}
