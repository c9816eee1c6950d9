// The rows of an import file: NDJSON or CSV of the listing write shape, distinguished by how the file starts.
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TSchema } from '@sinclair/typebox';
import { readListCell, readTextCell } from '../core/kernel/text/csv.js';
import { readCsvRows } from '../core/kernel/text/csv-reader.js';
import { ENGLISH } from '../core/languages/catalogues.js';
import { ImportedListing } from '../core/listings/schema.js';
import { UsageError } from './exit.js';
import { openInput, readLines } from './input.js';

/** The error of one row, for the report. */
export interface RowProblem {
  readonly field: string | null;
  readonly code: string;
  readonly error: string;
}

export interface FileRow {
  /** The first line of the row, from 1. */
  readonly line: number;
  readonly input?: Record<string, unknown>;
  readonly problem?: RowProblem;
}

export type FileFormat = 'ndjson' | 'csv';

/** Cells that are not text, by the type in the schema; invalid values are refused by the rules. */
const VALUES: Readonly<Record<string, (cell: string) => unknown>> = {
  array: readListCell,
  boolean: (cell) => ({ true: true, false: false })[cell.trim().toLowerCase()] ?? cell,
  integer: (cell) => (/^\s*\d{1,9}\s*$/.test(cell) ? Number(cell) : cell),
};

/** Reads the rows lazily. @throws UsageError when the file cannot be read */
export async function* readRows(file: string, format?: FileFormat): AsyncGenerator<FileRow> {
  const { stream, first } = await peek(await openInput(file));
  if (first.startsWith(ZIP)) {
    throw new UsageError(
      'This is a workbook or another archive: save its sheet as CSV (UTF-8) and import that.',
    );
  }
  if (UTF16.test(first)) throw new UsageError('This file is UTF-16: save it as UTF-8.');
  const start = first.replace(/^\ufeff/, '').trimStart();
  if (format === undefined && start.startsWith('[')) yield* readJsonArray(stream);
  else
    yield* (format ?? (start.startsWith('{') ? 'ndjson' : 'csv')) === 'ndjson'
      ? readNdjson(stream)
      : readCsv(stream);
}

/** The first bytes of .xlsx and .ods. */
const ZIP = 'PK\u0003\u0004';
/** A byte order mark of UTF-16, or a letter next to a zero byte. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is there to find them
const UTF16 = /^(?:\ufffd\ufffd|\u0000?[\w"]\u0000)/;

/** The number of rows, for the progress bar; the file is read once for it. */
export async function countRows(file: string, format?: FileFormat): Promise<number> {
  let rows = 0;
  for await (const _ of readRows(file, format)) rows += 1;
  return rows;
}

/** The start of the text, and a stream that still includes it. */
async function peek(input: Readable): Promise<{ stream: Readable; first: string }> {
  const chunks: Buffer[] = [];
  const source = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let first = '';
  while (first.trim() === '') {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    first = Buffer.concat(chunks).toString('utf8');
  }
  return { stream: Readable.from(resume(chunks, source), { objectMode: false }), first };
}

async function* resume(chunks: Buffer[], source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

async function* readNdjson(stream: Readable): AsyncGenerator<FileRow> {
  for await (const { number, text: line } of readLines(stream)) {
    if (line === null) yield { line: number, problem: NOT_UTF8 };
    else if (line.trim() !== '') yield { line: number, ...readObject(line) };
  }
}

const NOT_UTF8: RowProblem = { field: null, code: 'invalid_json', error: 'The line is not UTF-8.' };

/** A single document, as many programs export it; its items are numbered like lines. */
async function* readJsonArray(stream: Readable): AsyncGenerator<FileRow> {
  let items: unknown[];
  try {
    items = JSON.parse((await text(stream)).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageError(
      `The file begins as a JSON array and is not valid JSON: ${(error as Error).message}`,
    );
  }
  for (const [index, item] of items.entries()) yield { line: index + 1, ...asObject(item, 'item') };
}

function readObject(line: string): Omit<FileRow, 'line'> {
  try {
    return asObject(JSON.parse(line), 'line');
  } catch (error) {
    const reason = (error as Error).message;
    return { problem: { field: null, code: 'invalid_json', error: `The line is not valid JSON: ${reason}` } };
  }
}

function asObject(input: unknown, what: string): Omit<FileRow, 'line'> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    return { input: input as Record<string, unknown> };
  }
  return { problem: { field: null, code: 'invalid_json', error: `The ${what} is no JSON object.` } };
}

async function* readCsv(stream: Readable): AsyncGenerator<FileRow> {
  for await (const { line, cells, problem } of readCsvRows(stream)) {
    if (cells) yield { line, input: readCells(cells) };
    else {
      // The report names the line.
      const error = ENGLISH.t('error.csv-row', { ...problem, line: 'none' });
      yield { line, problem: { field: null, code: 'invalid_csv', error } };
    }
  }
}

function readCells(cells: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, readCell(name, cell)]));
}

/** An empty cell clears what can be null; a missing required field is reported by the rules. */
function readCell(name: string, cell: string): unknown {
  const schema = (ImportedListing.properties as Record<string, TSchema>)[name];
  const types: readonly string[] = [schema?.type ?? ['string', 'null']].flat();
  if (cell === '' && types.includes('null')) return null;
  if (cell === '' && types.includes('boolean')) return undefined;
  const read = types.map((type) => VALUES[type]).find(Boolean) ?? readTextCell;
  return read(cell);
}
