// The rows of a file: CSV, NDJSON, a JSON document or a Markdown list, distinguished by how the file starts.
import { Readable } from 'node:stream';
import type { TSchema } from '@sinclair/typebox';
import { say } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { readCsvRows, readListCell, readTextCell } from '../kernel/text/csv.js';
import { isObject } from '../kernel/text/json.js';
import { ENGLISH } from '../languages/catalogues.js';
import { isFactColumn } from '../listings/facts.js';
import { ImportedListing } from '../listings/schema.js';
import { asServer } from '../listings/servers.js';
import { readMarkdownList } from './markdown-list.js';
import { isPastServer, listingOfServer, serverJsonOf, serversOf } from './mcp-registry.js';
import {
  type ImportOptions,
  MAX_SOURCE_BYTES,
  type SourceRow,
  sourceError,
  sourceTooLarge,
  type TextKind,
} from './rows.js';

/** Without a kind: what the file starts like, or its name ends in; without a separator: the most frequent one. */
type FileOptions = Pick<ImportOptions, 'kind' | 'separator' | 'depth'>;

/** The first bytes of .xlsx and .ods. */
const ZIP = 'PK\u0003\u0004';
/** A byte order mark of UTF-16, or a letter next to a zero byte. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is there to find them
const UTF16 = /^(?:\ufffd\ufffd|\u0000?[\w"]\u0000)/;

/**
 * Opens a file; its rows can be read once, and are read lazily, except for JSON documents and Markdown.
 * @param name of the file or its address: its ending tells Markdown
 * @throws DomainError validation_error (source); reading rows throws it, too
 */
export async function openFile(input: AsyncIterable<Buffer>, name: string, options: FileOptions = {}) {
  const { stream, first } = await peek(input);
  if (first.startsWith(ZIP)) throw sourceError(say('error.import-workbook'));
  if (UTF16.test(first)) throw sourceError(say('error.import-utf16'));
  const given = options.kind === 'directory' ? undefined : options.kind;
  const kind = given ?? guessKind(first.replace(/^\ufeff/, '').trimStart(), name);
  return { kind, rows: readRows(stream, kind, options) };
}

function guessKind(start: string, name: string): TextKind {
  if (start.startsWith('[') && !/^\[[^\]\n]*\]\(/.test(start)) return 'json';
  if (start.startsWith('{')) return isWholeLine(start) ? 'ndjson' : 'json';
  if (/\.(md|markdown)$/i.test(name) || /^(?:#{1,6}\s|<|[-*+]\s+\S{0,8}\[)/.test(start)) return 'markdown';
  return 'csv';
}

/** Whether the first line is an object of its own: several of those are NDJSON. */
function isWholeLine(start: string): boolean {
  const end = start.indexOf('\n');
  try {
    const first = JSON.parse(end < 0 ? start : start.slice(0, end)) as object;
    return serversOf(first) === null && !('listings' in first);
  } catch {
    // A pretty document breaks after its first brace or comma.
    return !/^\{\s*(?:\n|"(?:servers|listings)")/.test(start);
  }
}

async function* readRows(stream: AsyncIterable<Buffer>, kind: TextKind, options: FileOptions) {
  if (kind === 'ndjson') yield* readNdjson(stream);
  else if (kind === 'csv') yield* readCsv(stream, options.separator);
  else if (kind === 'markdown') yield* readMarkdownList(await wholeText(stream), options.depth);
  else yield* readJson(await wholeText(stream), kind);
}

/** The start of the text, and a stream that still includes it. */
async function peek(input: AsyncIterable<Buffer>): Promise<{ stream: Readable; first: string }> {
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

async function wholeText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > MAX_SOURCE_BYTES) throw sourceTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

/** The lines of a stream, numbered from 1, without their ends; a byte order mark is dropped. */
export async function* readLines(input: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder();
  let number = 0;
  let text = '';
  for await (const chunk of input) {
    const [end = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    text += end;
    if (text.length > MAX_SOURCE_BYTES) throw sourceTooLarge();
    for (const line of lines) {
      yield { number: ++number, text: text.replace(/\r$/, '') };
      text = line;
    }
  }
  text += decoder.decode();
  if (text !== '') yield { number: ++number, text: text.replace(/\r$/, '') };
}

async function* readNdjson(stream: AsyncIterable<Buffer>): AsyncGenerator<SourceRow> {
  for await (const { number, text: line } of readLines(stream)) {
    if (line.trim() !== '') yield { line: number, ...readObject(line) };
  }
}

/** A document: a list of listings, or an answer of this service or of an MCP Registry. Items are numbered like lines. */
async function* readJson(text: string, kind: TextKind): AsyncGenerator<SourceRow> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw sourceError(say('error.import-json', { reason: (error as Error).message }));
  }
  const servers = serversOf(document) ?? (kind === 'mcp' && Array.isArray(document) ? document : null);
  if (servers) yield* readServers(servers);
  else {
    const { listings = [document] } = document as { listings?: unknown };
    const items = Array.isArray(document) ? document : Array.isArray(listings) ? listings : [];
    for (const [index, item] of items.entries()) yield { line: index + 1, ...asObject(item, 'item') };
  }
}

/** @param before how many came in earlier pages */
export function* readServers(servers: readonly unknown[], before = 0): Generator<SourceRow> {
  for (const [index, server] of servers.entries())
    if (!isPastServer(server)) {
      const input = listingOfServer(server);
      yield { line: before + index + 1, input, server: asServer(serverJsonOf(server)) };
    }
}

/** U+FFFD stands where a line is not UTF-8. */
function readObject(line: string): Omit<SourceRow, 'line'> {
  try {
    if (line.includes('\ufffd')) throw new Error('it is not UTF-8');
    return asObject(JSON.parse(line), 'line');
  } catch (error) {
    const reason = (error as Error).message;
    return { problem: { field: null, code: 'invalid_json', error: `The line is not valid JSON: ${reason}` } };
  }
}

function asObject(input: unknown, what: string): Omit<SourceRow, 'line'> {
  if (isObject(input)) return { input };
  return { problem: { field: null, code: 'invalid_json', error: `The ${what} is no JSON object.` } };
}

async function* readCsv(stream: AsyncIterable<Buffer>, separator?: string): AsyncGenerator<SourceRow> {
  for await (const { line, cells, problem } of readCsvRows(stream, separator)) {
    if (cells) yield { line, input: cells };
    else {
      // The report names the line.
      const error = ENGLISH.t('error.csv-row', { ...problem, line: 'none' });
      yield { line, problem: { field: null, code: 'invalid_csv', error } };
    }
  }
}

/** Cells that are not text, by the type in the schema; invalid values are refused by the rules. */
const VALUES: Readonly<Record<string, (cell: string) => unknown>> = {
  array: readListCell,
  boolean: (cell) => own({ true: true, false: false }, cell.trim().toLowerCase()) ?? cell,
  integer: (cell) => (/^\s*\d{1,9}\s*$/.test(cell) ? Number(cell) : cell),
};

export function readCells(cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    // Facts are read by their own types, from the text of the cell.
    Object.entries(cells).map(([name, cell]) => [
      name,
      isFactColumn(name) ? cell : readCell(name, String(cell)),
    ]),
  );
}

/** An empty cell clears what can be null; a missing required field is reported by the rules. */
function readCell(name: string, cell: string): unknown {
  const schema = own<Record<string, TSchema>>(ImportedListing.properties, name);
  const types: readonly string[] = [schema?.type ?? ['string', 'null']].flat();
  if (cell === '' && types.includes('null')) return null;
  if (cell === '' && types.includes('boolean')) return undefined;
  const read = types.map((type) => own(VALUES, type)).find(Boolean) ?? readTextCell;
  return read(cell);
}
