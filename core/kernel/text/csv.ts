// CSV that is safe to open in a spreadsheet, and its inverse.
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { fieldError, say } from '../errors.js';
import { readCsvRows } from './csv-reader.js';

const LIST_SEPARATOR = ';';

/** RFC 4180 with CRLF and a header; `readTextCell` removes the apostrophes before formulas. */
export function toCsv(
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
  options: { header?: boolean } = {},
): string {
  return stringify([...rows], {
    header: options.header ?? true,
    columns: [...columns],
    record_delimiter: 'windows',
    // The library quotes cells only for a whole record delimiter, not for single CR or LF.
    quoted_match: /[\r\n]/,
    cast: {
      string: escapeFormulas,
      boolean: String,
      object: (value) => escapeFormulas(Array.isArray(value) ? writeListCell(value) : JSON.stringify(value)),
    },
  });
}

/**
 * Where a spreadsheet starts a formula: at the start of a cell, and after each semicolon, which separates cells in many
 * locales. The characters are those of OWASP's "CSV Injection". Apostrophes and spaces of the text itself may precede
 * it, so that reading removes exactly the apostrophe that was added.
 */
const FORMULA = /(^|;)(?=[ ']*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;
const ESCAPED_FORMULA = /(^|;)'(?=[ ']*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;

const escapeFormulas = (text: string) => text.replace(FORMULA, "$1'");

/** The inverse of the escaping in `toCsv`. */
export function readTextCell(cell: string): string {
  return cell.replace(ESCAPED_FORMULA, '$1');
}

/** `a;b;c`, or JSON if an item would be ambiguous. */
function writeListCell(items: readonly unknown[]): string {
  const isPlain = items.every((item) => !/;|^\s|\s$|^\[/.test(String(item)));
  return isPlain ? items.join(LIST_SEPARATOR) : JSON.stringify(items);
}

/** Reads a list as `toCsv` writes it, or as people type it: `a; b`. */
export function readListCell(cell: string): unknown {
  const text = readTextCell(cell).trim();
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON: a single item that starts with a bracket.
    }
  }
  return text
    .split(LIST_SEPARATOR)
    .map((item) => item.trim())
    .filter(Boolean);
}

/**
 * The records of a text with a header line, by column name; empty cells are null.
 * @param most records; of a longer text one more is returned, and the rest is not read
 * @throws DomainError validation_error on `field`
 */
export async function parseCsv(
  text: string,
  field: string,
  most: number,
): Promise<Record<string, string | null>[]> {
  const rows: Record<string, string | null>[] = [];
  for await (const { line, cells, problem } of readCsvRows(Readable.from([text]))) {
    if (!cells) throw fieldError(field, say('error.csv-row', { line, ...problem }), 'bad_format');
    rows.push(
      Object.fromEntries(
        Object.entries(cells).map(([name, cell]) => [name, readTextCell(cell.trim()) || null]),
      ),
    );
    if (rows.length > most) break;
  }
  return rows;
}
