// The output of a command: results on stdout as tables, one JSON document or NDJSON; everything else on stderr.
import { styleText } from 'node:util';
import { io, type Output } from './io.js';
import { type Column, drawTable } from './table.js';
import { plainLine, shortTime } from './text.js';

export interface FormatOptions {
  json?: boolean;
  ndjson?: boolean;
}

type Style = Parameters<typeof styleText>[0];

const isColoured = (stream: Output) => Boolean(stream.isTTY && stream.hasColors?.());

/** Colours for stdout; none in a pipe, on a dumb terminal or with NO_COLOR (Node checks these). */
export function paint(style: Style, text: string): string {
  return isColoured(io.stdout) ? styleText(style, text) : text;
}

/** Notes why stdout cannot be written any more: EPIPE if its reader is gone, ENOSPC on a full disk. */
export function watchOutput(): { failure: NodeJS.ErrnoException | null; unwatch: () => void } {
  const { stdout } = io;
  const fail = (error: NodeJS.ErrnoException) => {
    watch.failure ??= error;
  };
  const watch = {
    failure: null as NodeJS.ErrnoException | null,
    unwatch: () => void stdout.off('error', fail),
  };
  stdout.on('error', fail);
  return watch;
}

/** Resolves when everything printed has been written, or cannot be. */
export function flushOutput(): Promise<void> {
  return new Promise((resolve) => {
    if (io.stdout.destroyed) resolve();
    else io.stdout.write('', () => resolve());
  });
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

/** Prints the result of one thing: what is said of it, the document of --json, or the line of --ndjson. */
export function printResult(
  options: FormatOptions,
  { text, document, line }: { text: string | (() => void); document: unknown; line?: unknown },
): void {
  const format = formatOf(options);
  if (format === 'ndjson' && line !== undefined) printJsonLine(line);
  else if (format !== 'table') printJson(document);
  else if (typeof text === 'string') say(text);
  else text();
}

export interface List<Row> {
  /** The whole response, for --json. */
  readonly document: unknown;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Printed instead of an empty table. */
  readonly empty: string;
  readonly footer?: string;
}

export function printList<Row>(options: FormatOptions, list: List<Row>): void {
  const format = formatOf(options);
  if (format === 'json') {
    printJson(list.document);
  } else if (format === 'ndjson') {
    for (const row of list.rows) printJsonLine(row);
  } else if (list.rows.length === 0) {
    say(list.empty);
  } else {
    printTable(list.rows, list.columns);
    if (list.footer) say(`\n${list.footer}`);
  }
}

export function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const [head = '', ...lines] = drawTable(rows, columns, terminalWidth());
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

/** Prints the members of a record. */
export function printRecord(record: object): void {
  printFields(Object.entries(record).map(([field, value]) => [field, showValue(field, value)]));
}

function showValue(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (/_(at|until)$/.test(field)) return shortTime(value as string | null) || '–';
  return String(value ?? '–');
}

/** A pipe has no width: nothing is truncated there. */
function terminalWidth(): number {
  return io.stdout.isTTY ? io.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}
