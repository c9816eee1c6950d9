// CSV that is safe to open in a spreadsheet, and its inverse.
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { type CsvError, type Info, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

const LIST_SEPARATOR = ';';

/** Byte order mark: without it, Excel does not read a file as UTF-8. */
export const CSV_MARK = '\ufeff';

/** RFC 4180 with CRLF and a header; `readTextCell` removes the apostrophes before formulas. */
export function toCsv(
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
  options: { header?: boolean } = {},
): string {
  const { header = true } = options;
  const text = stringify([...rows], {
    header,
    columns: [...columns],
    record_delimiter: 'windows',
    // The library quotes a cell only for CRLF, not for a single CR or LF.
    quoted_match: /[\r\n]/,
    cast: {
      string: escapeFormulas,
      boolean: String,
      object: (value) => escapeFormulas(Array.isArray(value) ? writeListCell(value) : JSON.stringify(value)),
    },
  });
  return header ? `${CSV_MARK}${text}` : text;
}

/** Where a spreadsheet starts a formula: in a cell and, in many locales, after a semicolon (OWASP, "CSV
 * Injection"). Apostrophes and spaces may precede it: reading removes only the apostrophe that writing added. */
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

// Lenient CSV: RFC 4180 and the habits of spreadsheets. Records have their line number, for reports.

type CsvProblem =
  | { readonly problem: 'encoding' | 'quote' }
  | { readonly problem: 'columns'; readonly columns: number; readonly most: number }
  | { readonly problem: 'cells'; readonly cells: number; readonly columns: number };

export interface CsvRow {
  /** First line, from 1; a cell may span lines. */
  readonly line: number;
  /** By column name (`Website URL` is `website_url`); absent after a problem. */
  readonly cells?: Record<string, string>;
  readonly problem?: CsvProblem;
}

/** No real table has more columns, and each one costs time in every row. */
const MAX_COLUMNS = 500;
const DELIMITERS = [',', ';', '\t', '|', ':', '^', '~'];
const FIRST_LINE = 65_536;
/** Characters parsed at a time, which takes milliseconds; other work runs in between. */
const PIECE = 16_384;

/** Yields the rows under the header. Finds the separator in the header or in a first line `sep=;`. Skips empty rows;
 * an unreadable row gets a problem, and reading continues. */
export async function* readCsvRows(text: AsyncIterable<string>, separator?: string): AsyncGenerator<CsvRow> {
  const pieces = text[Symbol.asyncIterator]();
  const first = await takeFirstLine(pieces);
  let isClosed = true;
  const declared = /^\ufeff?sep=([^\r\n])(?:\r\n|[\r\n]|$)/i.exec(first);
  const start = first.slice(declared?.[0].length ?? 0);
  const parser = parse({
    bom: true,
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    delimiter: separator ?? declared?.[1] ?? guessDelimiter(start),
    // Reset the count: the parser makes a slow Error for each record of another length than the first.
    on_record: (record) => {
      (parser.info as { records: number }).records = 0;
      return record;
    },
  });
  parser.on('skip', (error: CsvError) => {
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') isClosed = false;
  });
  Readable.from(inPieces(join(start, pieces))).pipe(parser);

  // The parser counts the lines to the end of a record, and a CRLF in a cell as two.
  let excess = declared ? -1 : 0;
  let next = 1 - excess;
  let header: string[] | null = null;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    const content = record.join('');
    const line = info.lines - excess - (content.match(/[\r\n]/g)?.length ?? 0);
    excess += content.match(/\r\n/g)?.length ?? 0;
    next = info.lines - excess + 1;
    const columns = record.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (columns === 0) continue;
    if (header === null && columns > MAX_COLUMNS) {
      yield { line, problem: { problem: 'columns', columns, most: MAX_COLUMNS } };
      return;
    }
    if (header === null) header = record.map(columnName);
    else yield { line, ...nameCells(header, record) };
  }
  if (!isClosed) yield { line: next, problem: { problem: 'quote' } };
}

/** The start of the text, at least up to the end of the first line. */
async function takeFirstLine(text: AsyncIterator<string>): Promise<string> {
  let first = '';
  while (!/[\r\n][\s\S]/.test(first) && first.length < FIRST_LINE) {
    const { value, done } = await text.next();
    if (done) break;
    first += value;
  }
  return first;
}

/** Yields the part of a stream that has already been read, then the rest. */
export async function* join<T>(start: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function* inPieces(text: AsyncIterable<string>) {
  for await (const part of text) {
    const bytes = Buffer.from(part);
    for (let at = 0; at < bytes.length; at += PIECE) {
      yield bytes.subarray(at, at + PIECE);
      await turn();
    }
  }
}

/** The most frequent separator in the header (the first of equals), as column names rarely contain one. The
 * library's `delimiter_auto` fails at the first letter outside ASCII. */
function guessDelimiter(text: string): string {
  const [header = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const uses = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (uses(other) > uses(best) ? other : best));
}

export const columnName = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** Names the cells of a table by its header; leaves out rows without text. */
export function* nameRows(table: readonly (readonly string[])[]): Generator<CsvRow> {
  let header: string[] | null = null;
  for (const [index, record] of table.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue;
    if (header === null) header = record.slice(0, MAX_COLUMNS).map(columnName);
    else yield { line: index + 1, ...nameCells(header, record) };
  }
}

/** Spreadsheets omit trailing empty cells, or add some beyond the last column. */
function nameCells(header: readonly string[], record: readonly string[]): Omit<CsvRow, 'line'> {
  const names = header.slice(0, header.findLastIndex(Boolean) + 1);
  const isTooLong = record.slice(names.length).some((cell) => cell.trim() !== '');
  if (isTooLong) return { problem: { problem: 'cells', cells: record.length, columns: names.length } };
  return { cells: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])) };
}
