// Imports: handles the rows of a file, several concurrently, and reports them in order.
import { DomainError } from '../core/kernel/errors.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit.js';
import { countRows, type FileFormat, type FileRow, type RowProblem, readRows } from './import-rows.js';
import { type FormatOptions, formatOf, note, printJson, printJsonLine, say } from './output.js';
import { type Progress, startProgress } from './progress.js';
import { count, groupDigits, plainLine } from './text.js';

export interface ImportOptions extends FormatOptions {
  format?: FileFormat;
  dryRun?: boolean;
  as?: string;
}

export interface TakenRow {
  readonly outcome: string;
  /** The outcome of the row, for NDJSON. */
  readonly result: Record<string, unknown>;
  /** Warnings about parts of the row that had no effect. */
  readonly warnings: readonly string[];
  /** Why the row had no effect, if that is not an error of the row. */
  readonly remark?: string;
}

export interface ImportTask {
  /** Every outcome of a row but refused, with its label in the summary; some are printed even if they are 0. */
  readonly outcomes: Readonly<Record<string, { readonly label: string; readonly isAlwaysTold?: boolean }>>;
  /** Further members of the JSON report. */
  readonly about: Record<string, unknown>;
  /** Concurrent rows. */
  readonly concurrency?: number;
  /** @throws DomainError for a row that is refused */
  take(line: number, input: unknown): Promise<TakenRow>;
}

/** Concurrent rows by default: fewer than the pool has connections. */
const CONCURRENCY = 8;

type SettledRow = { line: number } & (TakenRow | { problem: RowProblem });

interface Report {
  readonly counts: Record<string, number>;
  refused: number;
  readonly errors: (RowProblem & { line: number })[];
  readonly remarks: ({ line: number; remark: string } & Record<string, unknown>)[];
  /** The number of rows for each warning. */
  readonly warnings: Map<string, number>;
}

/** Rows of a file that can be read twice are counted first, for the progress bar. */
export function countFirst(file: string, options: ImportOptions): Promise<number | null> {
  return file === '-' ? Promise.resolve(null) : countRows(file, options.format);
}

export async function runImport(
  file: string,
  options: ImportOptions,
  { total, signal }: { total: number | null; signal: AbortSignal },
  task: ImportTask,
): Promise<ExitCode> {
  const counts = Object.fromEntries(Object.keys(task.outcomes).map((outcome) => [outcome, 0]));
  const report: Report = { counts, refused: 0, errors: [], remarks: [], warnings: new Map() };
  const progress = startProgress(options.dryRun ? 'Reading' : 'Importing', total);
  try {
    for await (const row of takeRows(task, readRows(file, options.format), signal)) {
      progress.step();
      record(report, row);
      printRow(options, row, progress);
    }
  } finally {
    progress.stop();
  }
  return printSummary(options, task, report, { total, isStopped: signal.aborted });
}

/** Results in the order of the rows; after an interruption no further row is started. */
async function* takeRows(
  task: ImportTask,
  rows: AsyncGenerator<FileRow>,
  signal: AbortSignal,
): AsyncGenerator<SettledRow> {
  const underway: Promise<SettledRow>[] = [];
  for await (const row of rows) {
    if (signal.aborted) break;
    underway.push(takeRow(task, row));
    if (underway.length >= (task.concurrency ?? CONCURRENCY)) yield (await underway.shift()) as SettledRow;
  }
  for (const row of underway) yield await row;
}

async function takeRow(task: ImportTask, { line, input, problem }: FileRow): Promise<SettledRow> {
  if (problem) return { line, problem };
  try {
    return { line, ...(await task.take(line, input)) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { line, problem: { field: error.details.field ?? null, code: error.code, error: error.message } };
  }
}

function record(report: Report, row: SettledRow): void {
  if ('problem' in row) {
    report.refused += 1;
    report.errors.push({ line: row.line, ...row.problem });
    return;
  }
  report.counts[row.outcome] = (report.counts[row.outcome] ?? 0) + 1;
  if (row.remark) report.remarks.push({ line: row.line, ...row.result, remark: row.remark });
  for (const warning of row.warnings) report.warnings.set(warning, (report.warnings.get(warning) ?? 0) + 1);
}

function printRow(options: ImportOptions, row: SettledRow, progress: Progress): void {
  const format = formatOf(options);
  if (format === 'ndjson') {
    const told = 'problem' in row ? row.problem : { outcome: row.outcome, ...row.result, remark: row.remark };
    progress.aside(() => printJsonLine({ line: row.line, ...told }));
  } else if (format === 'table' && 'problem' in row) {
    const { field, code, error } = row.problem;
    progress.aside(() => say(plainLine(`line ${row.line}: ${field ?? '-'}: ${code}: ${error}`)));
  } else if (format === 'table' && 'remark' in row && row.remark) {
    progress.aside(() => say(plainLine(`line ${row.line}: ${row.remark}`)));
  }
}

function printSummary(
  options: ImportOptions,
  task: ImportTask,
  { counts, refused, errors, remarks, warnings: told }: Report,
  { total, isStopped }: { total: number | null; isStopped: boolean },
): ExitCode {
  const done = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const rows = done + refused;
  const warnings = [...told].map(([warning, times]) => ({ warning, rows: times }));
  if (formatOf(options) === 'json') {
    const state = { dry_run: options.dryRun ?? false, complete: !isStopped };
    printJson({ ...counts, refused, rows, ...state, ...task.about, errors, remarks, warnings });
  }
  for (const { warning, rows: times } of warnings) note(`${warning} (in ${count(times, 'row')})`);
  if (formatOf(options) === 'table') {
    const parts = Object.entries(task.outcomes)
      .filter(([outcome, { isAlwaysTold }]) => isAlwaysTold || counts[outcome])
      .map(([outcome, { label }]) => `${groupDigits(counts[outcome] ?? 0)} ${label}`);
    if (refused > 0) parts.push(`${groupDigits(refused)} refused`);
    say(`${options.dryRun ? 'Dry run, nothing was changed. It would be: ' : ''}${parts.join(', ')}.`);
  }
  if (!isStopped) return exitCodeOf({ done, failed: refused });
  const of = total === null ? '' : ` of ${groupDigits(total)}`;
  const next = options.dryRun ? '' : ' Run it again to go on: what is done stays done.';
  note(`Stopped: did ${groupDigits(rows)}${of}.${next}`);
  return rows === 0 ? EXIT.refused : EXIT.partly;
}
