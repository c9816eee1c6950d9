// What a comparison prints.
import type { Load } from './load.js';

/** One turn of one server with one kind of work. */
export interface Cell extends Load {
  /** CPU milliseconds an answer. */
  readonly server: number;
  readonly database: number;
}

function median(cells: readonly Cell[] | undefined, of: (cell: Cell) => number): number {
  const sorted = (cells ?? []).map(of).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints requests a second with what they cost, and ratios. */
export function report(
  cells: ReadonlyMap<string, Cell[]>,
  names: readonly string[],
  isCreating: boolean,
): void {
  const rate = (name: string) => median(cells.get(name), (cell) => cell.rate);
  const show = (name: string) => {
    if (!cells.has(name)) return '';
    const cell = (of: (cell: Cell) => number) => median(cells.get(name), of);
    const spent = `${cell(({ server }) => server).toFixed(2)}+${cell(({ database }) => database).toFixed(2)}`;
    return `${rate(name).toFixed(0)} (${spent}; ${cell(({ p50 }) => p50).toFixed(1)}/${cell(({ p99 }) => p99).toFixed(1)})`;
  };
  const cpu = (name: string) => median(cells.get(name), ({ server, database }) => server + database);
  const ratio = (a: string, b: string) =>
    cells.has(b) ? `${(rate(a) / rate(b)).toFixed(2)} (${(cpu(b) / cpu(a)).toFixed(2)})` : '';
  console.log('\nrequests/s (CPU ms an answer: server+database; p50/p99 ms)');
  const rows = names.map((name) => [
    name,
    ...['node', 'express', 'models', 'bytes', 'cached', 'beside', 'key', 'cached before', 'key before'].map(
      (kind) => show(`${name} ${kind}`),
    ),
  ]);
  if (isCreating)
    rows.push([
      'create',
      '',
      show('create express'),
      '',
      '',
      '',
      '',
      show('create key'),
      '',
      show('create key before'),
    ]);
  table(
    [
      'work',
      'node:http + statement',
      'Express + statement',
      'Express + objection',
      'Express from bytes',
      'ours, cached',
      'ours, 20 writes/s',
      'ours, with a key',
      'before, cached',
      'before, with a key',
    ],
    rows,
  );
  console.log('\nratios of requests/s (and, where the machine is not quiet, of CPU an answer)');
  const json: Record<string, string> = {
    'page: home': 'newest 20',
    'page: browse': 'category',
    'page: listing': 'by slug',
  };
  const ratios = names.map((name) => [
    name,
    ratio(`${name} cached`, `${name} bytes`),
    ratio(`${name} beside`, `${name} bytes`),
    json[name] ? ratio(`${name} key`, `${json[name]} key`) : ratio(`${name} key`, `${name} express`),
    ratio(`${name} key`, `${name} models`),
  ]);
  if (isCreating) ratios.push(['create', '', '', ratio('create key', 'create express'), '']);
  table(
    [
      'work',
      'cached : bytes',
      '20 writes/s : bytes',
      'key : statement (pages: JSON with a key)',
      'key : objection',
    ],
    ratios,
  );
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly string[][]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) {
    console.log(`| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  }
}
