// Reports of imports: the fate of each row, in order, and a summary.
import type { RowProblem, SettledRow } from '../core/import/rows.js';
import type { Options } from './command.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit.js';
import { formatOf, note, printJson, printJsonLine, say } from './output.js';
import { type Progress, startProgress } from './progress.js';
import { count, groupDigits, plainLine } from './text.js';

export interface ImportTask {
  /** Every outcome of a row but refused, as the summary calls it. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** Further members of the JSON report. */
  readonly about: Record<string, unknown>;
  /** The member of a row that says which item it is. */
  readonly key: 'slug' | 'url';
  /** Why a row had no effect, if that is not an error of the row. */
  readonly remarkOf?: (row: { outcome: string; slug: string | null }) => string | undefined;
}

interface Report {
  readonly counts: Record<string, number>;
  refused: number;
  readonly errors: (Omit<RowProblem, 'said'> & { line: number })[];
  readonly remarks: ({ line: number; remark: string } & Record<string, unknown>)[];
  /** The number of rows for each warning. */
  readonly warnings: Map<string, number>;
}

export async function reportImport(
  rows: AsyncIterable<SettledRow>,
  options: Options,
  signal: AbortSignal,
  task: ImportTask,
): Promise<ExitCode> {
  const counts = Object.fromEntries(Object.keys(task.outcomes).map((outcome) => [outcome, 0]));
  const report: Report = { counts, refused: 0, errors: [], remarks: [], warnings: new Map() };
  const progress = startProgress(options.dryRun ? 'Reading' : 'Importing');
  try {
    for await (const row of rows) {
      progress.step();
      record(report, row, task);
      printRow(options, row, task, progress);
    }
  } finally {
    progress.stop();
  }
  return printSummary(options, task, report, signal.aborted);
}

function record(report: Report, row: SettledRow, { key, remarkOf }: ImportTask): void {
  if ('problem' in row) {
    report.refused += 1;
    const { said: _, ...problem } = row.problem;
    report.errors.push({ line: row.line, ...problem });
    return;
  }
  report.counts[row.outcome] = (report.counts[row.outcome] ?? 0) + 1;
  const remark = remarkOf?.(row);
  if (remark) report.remarks.push({ line: row.line, [key]: row.slug, remark });
  for (const warning of row.warnings ?? [])
    report.warnings.set(warning, (report.warnings.get(warning) ?? 0) + 1);
}

function printRow(options: Options, row: SettledRow, { key, remarkOf }: ImportTask, progress: Progress) {
  const format = formatOf(options);
  const { line } = row;
  const isRefused = 'problem' in row;
  const remark = isRefused ? undefined : remarkOf?.(row);
  if (format === 'ndjson') {
    const { said: _, ...problem } = isRefused ? row.problem : {};
    const told = isRefused ? problem : { outcome: row.outcome, [key]: row.slug, remark };
    progress.aside(() => printJsonLine({ line, ...told }));
  } else if (format === 'table' && isRefused) {
    const { field, code, error } = row.problem;
    progress.aside(() => say(plainLine(`line ${line}: ${field ?? '-'}: ${code}: ${error}`)));
  } else if (format === 'table' && remark) {
    progress.aside(() => say(plainLine(`line ${line}: ${remark}`)));
  }
}

function printSummary(
  options: Options,
  task: ImportTask,
  { counts, refused, errors, remarks, warnings: warned }: Report,
  isStopped: boolean,
): ExitCode {
  const done = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const rows = done + refused;
  const warnings = [...warned].map(([warning, times]) => ({ warning, rows: times }));
  if (formatOf(options) === 'json') {
    const state = { dry_run: options.dryRun ?? false, complete: !isStopped };
    printJson({ ...counts, refused, rows, ...state, ...task.about, errors, remarks, warnings });
  }
  for (const { warning, rows: times } of warnings) note(`${warning} (in ${count(times, 'row')})`);
  if (formatOf(options) === 'table') {
    const parts = Object.entries({ ...counts, refused })
      .filter(([, number]) => number > 0)
      .map(([outcome, number]) => `${groupDigits(number)} ${task.outcomes[outcome] ?? outcome}`);
    const told = parts.join(', ') || 'nothing';
    say(`${options.dryRun ? 'Dry run, nothing was changed. It would be: ' : ''}${told}.`);
  }
  if (!isStopped) return exitCodeOf({ done, failed: refused });
  const next = options.dryRun ? '' : ' Run it again to go on: what is done stays done.';
  note(`Stopped: did ${groupDigits(rows)}.${next}`);
  return rows === 0 ? EXIT.refused : EXIT.partly;
}
