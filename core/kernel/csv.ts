// CSV that opens safely in a spreadsheet, and what came out of one read back.
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { fieldError } from './errors.js';

const LIST_SEPARATOR = ';';

/** RFC 4180 with CRLF and a header; texts that a spreadsheet would run as a formula get a leading apostrophe. */
export function toCsv(
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
  options: { header?: boolean } = {},
): string {
  return stringify([...rows], {
    header: options.header ?? true,
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { object: (value) => (Array.isArray(value) ? writeListCell(value) : JSON.stringify(value)) },
  });
}

/** `a;b;c`, or JSON where an item would be misread. */
function writeListCell(items: readonly unknown[]): string {
  const isPlain = items.every((item) => !/;|^\s|\s$|^\[/.test(String(item)));
  return isPlain ? items.join(LIST_SEPARATOR) : JSON.stringify(items);
}

/** A list as `toCsv` writes it, or as people type it: `a; b`. */
export function readListCell(cell: string): unknown {
  const text = readTextCell(cell).trim();
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      // No JSON after all: a list of one item that begins with a bracket.
    }
  }
  return text
    .split(LIST_SEPARATOR)
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Takes back the apostrophe that keeps a spreadsheet from running a text (the characters are csv-stringify's). */
export function readTextCell(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, '');
}

/**
 * The records of a text with a header line, by column name; empty cells are null.
 * @throws DomainError validation_error on `field`
 */
export function parseCsv(text: string, field: string): Record<string, string | null>[] {
  try {
    const rows: Record<string, string>[] = parse(text, {
      columns: true,
      bom: true,
      trim: true,
      skip_empty_lines: true,
    });
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, readTextCell(cell) || null])),
    );
  } catch (error) {
    if (error instanceof CsvError)
      throw fieldError(field, `This is no CSV with a header: ${error.message}.`, 'bad_format');
    throw error;
  }
}
