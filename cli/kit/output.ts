// The output of a command: results on stdout as tables, one JSON document or NDJSON; everything else on stderr.
import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Environment } from '../../core/kernel/config/reader.js';
import { own } from '../../core/kernel/own.js';

// Streams and environment of a command, which a caller may replace, and the exit codes (C13, docs/cli.md). Only one
// command runs at a time: its configuration and its database belong to the process, too.

export type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
};

export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** All variables that configure the command; undefined: the process's environment, with defaults from `.env`. */
  readonly environment?: Environment;
  /** The job worker's browser lookup, for `doctor`: doors do not import each other. */
  readonly findBrowser?: () => Promise<{ executablePath: string; source: string } | null>;
}

export let io: Surroundings = process;

export function runIn(surroundings: Surroundings): void {
  io = surroundings;
}

export const EXIT = {
  done: 0,
  /** Refused, stopped before anything changed, or every item failed. */
  refused: 1,
  /** Wrong usage, or a question without a terminal; nothing changed. */
  usage: 2,
  /** The configuration is wrong or the database cannot be used. */
  unavailable: 3,
  /** Some items succeeded and some did not. */
  partly: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line itself is invalid; nothing was changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export function exitCodeOf({ done, failed }: { done: number; failed: number }): ExitCode {
  if (failed === 0) return EXIT.done;
  return done === 0 ? EXIT.refused : EXIT.partly;
}

export type FormatOptions = { json?: boolean; ndjson?: boolean };

/** Colours for stdout; none in a pipe, on a dumb terminal or with NO_COLOR (Node checks these). */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return io.stdout.isTTY && io.stdout.hasColors?.() ? styleText(style, text) : text;
}

export function formatOf(options: FormatOptions): 'table' | 'json' | 'ndjson' {
  if (options.json) return 'json';
  return options.ndjson ? 'ndjson' : 'table';
}

/** A line for a person, on stdout. */
export function say(text = ''): void {
  io.stdout.write(`${text}\n`);
}

/** A line beside the result, on stderr. */
export function note(text: string): void {
  io.stderr.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  say(JSON.stringify(value, null, 2));
}

export function printJsonLine(value: unknown): void {
  say(JSON.stringify(value));
}

/** What each format prints. Without `lines`, --ndjson prints the document. */
export interface Result {
  readonly text: string | (() => void);
  readonly document: unknown;
  readonly lines?: readonly unknown[];
  readonly code?: ExitCode;
}

export function printResult(options: FormatOptions, { text, document, lines }: Result): void {
  const format = formatOf(options);
  if (format === 'ndjson' && lines) for (const line of lines) printJsonLine(line);
  else if (format !== 'table') printJson(document);
  else if (typeof text === 'string') say(text);
  else text();
}

export interface List<Row> {
  readonly document: unknown;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly empty: string;
  readonly footer?: string;
}

export const listResult = <Row>({ document, rows, columns, empty, footer }: List<Row>): Result => ({
  document,
  lines: rows,
  text: () => {
    if (rows.length === 0) return say(empty);
    printTable(rows, columns);
    if (footer) say(`\n${footer}`);
  },
});

export function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
  // A pipe has no width: nothing is truncated for it.
  const width = io.stdout.isTTY ? io.stdout.columns || 80 : Number.POSITIVE_INFINITY;
  const [head = '', ...lines] = drawTable(rows, columns, width);
  say(paint('bold', head));
  for (const line of lines) say(line);
}

/** Prints names and values, one pair a line; line breaks in values are preserved. */
export function printFields(fields: readonly (readonly [name: string, value: string | number | null])[]) {
  const width = Math.max(...fields.map(([name]) => name.length)) + 2;
  for (const [name, value] of fields) {
    const lines = String(value ?? '–')
      .split('\n')
      .map(plainLine);
    say(`${paint('bold', name.padEnd(width))}${lines.join(`\n${' '.repeat(width)}`)}`.trimEnd());
  }
}

export function printRecord(record: object): void {
  printFields(Object.entries(record).map(([field, value]) => [field, showValue(field, value)]));
}

function showValue(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${[part].flat().join('; ')}`)
      .join('\n');
  if (/(^|_)(at|until|since)$|[a-z]At$/.test(field)) return shortTime(value as string | null) || '–';
  return String(value ?? '–');
}

// Tables that fit the terminal: the widest columns are truncated first.

/**
 * A column: a member of the row, perhaps with a title (`since: created_at`), or computed from the row. With `!` it
 * is never truncated, such as an id to copy. Columns with `?` are dropped, the last one first, if not all columns fit.
 */
export type Column<Row> =
  | `${'' | `${string}: `}${keyof Row & string}${'' | '!' | '?' | '!?'}`
  | { readonly title: string; readonly value: (row: Row) => string | number | null };

const GAP = '  ';
const NARROWEST = 8;

function drawTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): string[] {
  const all = columns.map((given) => {
    const column = columnOf(given);
    const cells = rows.map((row) => plainLine(String(column.value(row) ?? '')));
    const texts = [column.title.toUpperCase(), ...cells];
    return { ...column, texts, natural: Math.max(...texts.map(textWidth)) };
  });
  const shown = leaveOut(all, width);
  const widths = shrink(shown, roomFor(shown, width));
  return ['', ...rows].map((_, line) =>
    shown
      .map(({ texts }, index) => {
        const text = fitText(texts[line] ?? '', widths[index] ?? 0);
        return text + ' '.repeat((widths[index] ?? 0) - textWidth(text));
      })
      .join(GAP)
      .trimEnd(),
  );
}

function columnOf<Row>(column: Column<Row>) {
  const text = typeof column === 'string' ? column : column.title;
  const [, title, name = '', marks = ''] = /^(?:([^:]+): )?([^:!?]+)([!?]*)$/.exec(text) ?? [];
  const member = (row: Row) => {
    const found = own(row as Record<string, unknown>, name) ?? '';
    return Array.isArray(found) ? found.join(', ') : found && showValue(name, found);
  };
  const value = typeof column === 'string' ? member : column.value;
  return { title: title ?? name, value, isWhole: marks.includes('!'), isExtra: marks.includes('?') };
}

type Measured = { readonly natural: number; readonly isWhole: boolean; readonly isExtra: boolean };

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const roomFor = (columns: readonly Measured[], width: number) => width - GAP.length * (columns.length - 1);

/** Drops columns with `?`, the last one first, until the others fit when they are truncated. */
function leaveOut<T extends Measured>(columns: readonly T[], width: number): readonly T[] {
  const least = columns.map(({ natural, isWhole }) => (isWhole ? natural : Math.min(natural, NARROWEST)));
  const last = columns.findLastIndex(({ isExtra }) => isExtra);
  if (last === -1 || sum(least) <= roomFor(columns, width)) return columns;
  return leaveOut(columns.toSpliced(last, 1), width);
}

/** Narrows the widest column that may be truncated, repeatedly, until everything fits or nothing can be narrowed. */
function shrink(columns: readonly Measured[], room: number): number[] {
  const widths = columns.map(({ natural }) => natural);
  while (sum(widths) > room) {
    const giving = widths.map((width, index) => (columns[index]?.isWhole ? 0 : width));
    const widest = Math.max(...giving);
    if (widest <= NARROWEST) break;
    widths[giving.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** Characters that move the cursor, control the terminal or reorder the line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is there to find them
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

const textWidth = (text: string): number => [...text].length;

/** The line, truncated with … if it is wider than `width`. */
function fitText(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** Any user input as one line that cannot control the terminal. */
export function plainLine(value: string): string {
  return value.replace(HARMFUL, ' ').trim();
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${groupDigits(number)} ${number === 1 ? one : many}`;
}

export function groupDigits(number: number): string {
  return number.toLocaleString('en-US');
}

/** `2026-11-21 09:30` in the time zone of this machine; an empty text for never. */
export function shortTime(instant: string | Date | null): string {
  if (instant === null) return '';
  const time = new Date(instant);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, 16).replace('T', ' ');
}
