// Reads an import file. Detects its format from its start; the error for another format (PDF, picture) names it.
import type { TSchema } from '@sinclair/typebox';
import { say, toEnglish } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { type CsvRow, join, nameRows, readCsvRows, readListCell, readTextCell } from '../kernel/text/csv.js';
import { jsonOf } from '../kernel/text/json.js';
import { isFactColumn } from '../listings/facts.js';
import { ImportedListing } from '../listings/schema.js';
import { asServer } from '../listings/servers.js';
import { read } from '../reader/reader.js';
import { decodeText, isUtf16 } from './formats/encoding.js';
import * as objects from './formats/objects.js';
import * as rowTypes from './rows.js';

/** Default kind: from the file's start or its name; default separator: the most frequent one. */
type FileOptions = Pick<rowTypes.ImportOptions, 'kind' | 'separator' | 'depth'>;

const LOOKED_AT = 16_384;

/** Opens a file; its rows can be read once. Reads tables and NDJSON lazily, other formats as a whole.
 * @throws DomainError validation_error (source), also while reading rows, and for a file without a listing */
export async function openFile(input: AsyncIterable<Buffer>, name: string, options: FileOptions = {}) {
  const { stream, start } = await peek(input);
  const given = options.kind === 'directory' ? undefined : options.kind;
  if (isArchive(start)) {
    const rows = readWorkbook(Buffer.concat(await wholeOf(stream)));
    return { kind: 'xlsx' as const, rows: unlessEmpty(rows, 'xlsx') };
  }
  const other = isUtf16(start) ? undefined : otherKind(start);
  if (other) throw rowTypes.sourceError(say('error.import-other', { kind: other }));
  const text = decodeText(stream, start);
  const { value: first = '' } = await text.next();
  const kind = given ?? guessKind(first.slice(0, LOOKED_AT).trimStart(), name);
  const rows = readRows(join(first, text), kind, options);
  return { kind, rows: first.trim() === '' ? rows : unlessEmpty(rows, kind) };
}

/** The first bytes of .xlsx, .ods and every other ZIP archive. */
const isArchive = (bytes: Buffer) => bytes.toString('latin1', 0, 2) === 'PK' && (bytes[2] ?? 9) < 9;

/** The starts of files that cannot be imported. */
const OTHERS: readonly (readonly [kind: string, start: string])[] = [
  ['pdf', '%PDF-'],
  ['xls', '\u00d0\u00cf\u0011\u00e0'],
  ['gzip', '\u001f\u008b'],
  ['picture', '\u0089PNG'],
  ['picture', 'GIF8'],
  ['picture', '\u00ff\u00d8\u00ff'],
  ['database', 'SQLite format 3'],
  ['zip', '7z\u00bc\u00af'],
  ['zip', 'Rar!'],
];

function otherKind(start: Buffer): string | undefined {
  const found = OTHERS.find(([, begin]) => start.subarray(0, begin.length).toString('latin1') === begin);
  return found?.[0] ?? (start.subarray(0, LOOKED_AT).includes(0) ? 'binary' : undefined);
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+[^\n]{0,200}\]\(?/m;
const TABLE = /^\|[^\n]*\|[ \t]*\n\|[ :|-]+\|/m;
const YAML =
  /^(?:(?:---[^\n]*|#[^\n]*|)\n)*(?:- )?["']?[\w-]{1,40}["']?:(?: [^\n]*)?\n(?:\s|- |["']?[\w-]{1,40}["']?:(?: |\n))/;

/** @throws DomainError validation_error (source) for markup that cannot be imported */
function guessKind(start: string, name: string): rowTypes.FileKind {
  if (/^<!doctype netscape-bookmark/i.test(start)) return 'bookmarks';
  if (/^(?:<\?xml|<opml)/i.test(start)) {
    if (/<opml[\s>]/i.test(start)) return 'opml';
    throw rowTypes.sourceError(
      say('error.import-other', { kind: /<(?:rss|feed|rdf:RDF)[\s>]/i.test(start) ? 'feed' : 'xml' }),
    );
  }
  if (/^<(?:!doctype html|html)/i.test(start))
    throw rowTypes.sourceError(say('error.import-other', { kind: 'page' }));
  const isLink = /^\[[^\]\n]*\](?:\(|\[)|^\[!\[/.test(start);
  if (start.startsWith('[') && !isLink) return 'json';
  if (start.startsWith('{')) return isWholeLine(start) ? 'ndjson' : 'json';
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(name.toLowerCase())?.[1] ?? '';
  if (['csv', 'tsv'].includes(ending)) return 'csv';
  if (['yml', 'yaml'].includes(ending)) return 'yaml';
  const isMarkdown =
    isLink || /^(?:#{1,6}\s|<|!\[)/.test(start) || /^[^\n]+\n(?:={3,}|-{3,})\s*\n/.test(start);
  if (/^(md|markdown|mdx)$/.test(ending) || isMarkdown) return 'markdown';
  if (YAML.test(start)) return 'yaml';
  return ITEM.test(start) || TABLE.test(start) ? 'markdown' : 'csv';
}

/** Whether the first line is a complete object: then the file is NDJSON. */
function isWholeLine(start: string): boolean {
  const end = start.indexOf('\n');
  try {
    const first = JSON.parse(end < 0 ? start : start.slice(0, end)) as object;
    return objects.serversOf(first) === null && !objects.isCollection(first);
  } catch {
    // Formatted JSON has a line break after its first brace or comma.
    return !/^\{\s*(?:\n|"(?:servers|listings)")/.test(start);
  }
}

async function* readRows(text: AsyncIterable<string>, kind: rowTypes.FileKind, options: FileOptions) {
  if (kind === 'ndjson') yield* readNdjson(text);
  else if (kind === 'csv') for await (const row of readCsvRows(text, options.separator)) yield rowOf(row);
  else {
    const whole = (await wholeOf(text)).join('');
    if (kind === 'markdown') yield* await read('list', { text: whole, depth: options.depth });
    else if (kind === 'bookmarks') yield* await read('bookmarks', { text: whole });
    else if (kind === 'opml') yield* await read('outlines', { text: whole });
    else if (kind === 'yaml') yield* readYaml(whole);
    else yield* readJson(whole, kind);
  }
}

/** Yields the rows. @throws DomainError validation_error (source) at the end, if no row is a listing */
async function* unlessEmpty(rows: AsyncIterable<rowTypes.SourceRow>, kind: rowTypes.FileKind) {
  let listings = 0;
  let leftOut = 0;
  for await (const row of rows) {
    if (row.leftOut === undefined) listings += 1;
    else leftOut += 1;
    yield row;
  }
  if (listings === 0) throw rowTypes.sourceError(say('error.import-empty', { kind, left: leftOut }));
}

async function peek(input: AsyncIterable<Buffer>): Promise<{ stream: AsyncIterable<Buffer>; start: Buffer }> {
  const source = input[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < LOOKED_AT) {
    const { value, done } = await source.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return { stream: join(start, source), start };
}

/** Collects the pieces of a file. @throws DomainError validation_error (source) if the file is too long */
async function wholeOf<T extends Buffer | string>(pieces: AsyncIterable<T>): Promise<T[]> {
  const whole: T[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > rowTypes.MAX_SOURCE_BYTES) throw rowTypes.sourceTooLarge();
    whole.push(piece);
  }
  return whole;
}

/** Lines numbered from 1, without line ends. */
async function* readLines(input: AsyncIterable<string>) {
  let number = 0;
  let text = '';
  for await (const chunk of input) {
    const [end = '', ...lines] = chunk.split('\n');
    text += end;
    if (text.length > rowTypes.MAX_SOURCE_BYTES) throw rowTypes.sourceTooLarge();
    for (const line of lines) {
      yield { number: ++number, text: text.replace(/\r$/, '') };
      text = line;
    }
  }
  if (text !== '') yield { number: ++number, text: text.replace(/\r$/, '') };
}

async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<rowTypes.SourceRow> {
  for await (const { number, text: line } of readLines(text)) {
    if (line.trim() !== '') yield { line: number, ...readObject(line) };
  }
}

/** A list of listings, or a response of this service or of an MCP Registry. Items are numbered like lines. */
async function* readJson(text: string, kind: rowTypes.FileKind): AsyncGenerator<rowTypes.SourceRow> {
  let document: unknown;
  try {
    document = jsonOf(text);
  } catch (error) {
    throw rowTypes.sourceError(say('error.import-json', { reason: (error as Error).message }));
  }
  const servers =
    objects.serversOf(document) ?? (kind === 'mcp' && Array.isArray(document) ? document : null);
  if (servers) yield* readServers(servers);
  else yield* numbered([document]);
}

async function* readYaml(text: string): AsyncGenerator<rowTypes.SourceRow> {
  const found = await read('yaml', { text });
  if ('failure' in found) throw rowTypes.sourceError(found.failure);
  yield* numbered(found.documents);
}

function* numbered(documents: readonly unknown[]): Generator<rowTypes.SourceRow> {
  let line = 0;
  for (const document of documents)
    for (const row of objects.listingsOf(document)) yield { line: ++line, ...row };
}

/** @param before how many servers earlier pages had */
export function* readServers(servers: readonly unknown[], before = 0): Generator<rowTypes.SourceRow> {
  for (const [index, server] of servers.entries())
    if (!objects.isPastServer(server)) {
      const input = objects.listingOfServer(server);
      yield { line: before + index + 1, input, server: asServer(objects.serverJsonOf(server)) };
    }
}

/** Parses a line of NDJSON. U+FFFD shows that the line is not UTF-8. */
function readObject(line: string): Omit<rowTypes.SourceRow, 'line'> {
  try {
    if (line.includes('\ufffd')) throw new Error('it is not UTF-8');
    return objects.objectOf(jsonOf(line), 'line');
  } catch (error) {
    const reason = (error as Error).message;
    return { problem: { field: null, code: 'invalid_json', error: `The line is not valid JSON: ${reason}` } };
  }
}

async function* readWorkbook(bytes: Buffer): AsyncGenerator<rowTypes.SourceRow> {
  const found = await read('workbook', { bytes });
  if ('failure' in found) throw rowTypes.sourceError(found.failure);
  for (const row of nameRows(found.table)) yield rowOf(row);
}

function rowOf({ line, cells, problem }: CsvRow): rowTypes.SourceRow {
  const broken: CsvRow['problem'] =
    cells && Object.values(cells).some((cell) => cell.includes('\ufffd')) ? { problem: 'encoding' } : problem;
  if (cells && !broken) return { line, input: cells };
  const said = say('error.csv-row', broken);
  return { line, problem: { field: null, code: 'invalid_csv', error: toEnglish(said), said } };
}

/** Parses cells by the type in the schema, which refuses invalid values. */
const VALUES: Readonly<Record<string, (cell: string) => unknown>> = {
  array: readListCell,
  boolean: (cell) => own({ true: true, false: false }, cell.trim().toLowerCase()) ?? cell,
  integer: (cell) => (/^\s*\d{1,9}\s*$/.test(cell) ? Number(cell) : cell),
};

/** @param cells texts, or lists of texts */
export function readCells(cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    // Facts are parsed later, by their types.
    Object.entries(cells).map(([name, cell]) => {
      if (Array.isArray(cell)) return [name, cell.map((item) => readTextCell(String(item)))];
      return [name, isFactColumn(name) ? cell : readCell(name, String(cell))];
    }),
  );
}

/** An empty cell clears a nullable field; the schema reports a missing required one. */
function readCell(name: string, cell: string): unknown {
  const schema = own<Record<string, TSchema>>(ImportedListing.properties, name);
  const types: readonly string[] = [schema?.type ?? ['string', 'null']].flat();
  if (cell === '' && types.includes('null')) return null;
  if (cell === '' && types.includes('boolean')) return undefined;
  const read = types.map((type) => own(VALUES, type)).find(Boolean) ?? readTextCell;
  return read(cell);
}
