// The records of a CSV stream, each with the line it begins on, for reports people can follow. Written here
// because a parser that only throws loses the records before the mistake and the line of the mistake itself.
// RFC 4180, and as lenient as spreadsheets are: a quote inside a plain cell is just a character.
import type { Readable } from 'node:stream';

export interface CsvRow {
  /** From 1; a cell may hold several lines. */
  readonly line: number;
  /** By column name; absent with a problem. */
  readonly cells?: Record<string, string>;
  readonly problem?: string;
}

interface CsvRecord {
  line: number;
  cells: string[];
  problem?: string;
}

export async function* readCsvRows(stream: Readable): AsyncGenerator<CsvRow> {
  let header: string[] | null = null;
  for await (const { line, cells, problem } of readRecords(stream)) {
    if (problem) yield { line, problem };
    else if (cells.length === 1 && cells[0] === '') continue;
    else if (header === null) header = cells.map((name) => name.trim());
    else yield { line, ...nameCells(header, cells) };
  }
}

function nameCells(header: readonly string[], cells: readonly string[]): Omit<CsvRow, 'line'> {
  if (cells.length !== header.length) {
    return { problem: `it has ${cells.length} cells where the header has ${header.length}` };
  }
  return { cells: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])) };
}

async function* readRecords(stream: Readable): AsyncGenerator<CsvRecord> {
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  let cell = '';
  let isQuoted = false;
  /** A quote inside a quoted cell: the next character tells whether it ends the cell or stands for itself. */
  let isAfterQuote = false;
  for await (const character of readCharacters(stream)) {
    if (character === null) {
      yield { line, cells: [], problem: 'it is not UTF-8, and nothing after it was read' };
      return;
    }
    if (character === '\n') line += 1;
    if (isAfterQuote && character !== '"') isQuoted = false;
    if (isQuoted) {
      if (character === '"' && !isAfterQuote) {
        isAfterQuote = true;
        continue;
      }
      cell += character;
    } else if (character === '"' && cell === '' && !isAfterQuote) {
      isQuoted = true;
    } else if (character === ',') {
      record.cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      yield { ...record, cells: [...record.cells, cell.replace(/\r$/, '')] };
      record = { line, cells: [] };
      cell = '';
    } else {
      cell += character;
    }
    isAfterQuote = false;
  }
  const problem = isQuoted && !isAfterQuote ? 'a quote that opens here is never closed' : undefined;
  if (cell !== '' || isQuoted || record.cells.length > 0) {
    yield { ...record, cells: [...record.cells, cell.replace(/\r$/, '')], problem };
  }
}

/** Ends with null where the bytes are no UTF-8. */
async function* readCharacters(stream: Readable): AsyncGenerator<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of stream) yield* decoder.decode(chunk as Buffer, { stream: true });
    yield* decoder.decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    yield null;
  }
}
