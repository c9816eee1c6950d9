// directory-admin listings import: many submissions, in the order of the file, some of them under way at once.
import { DomainError } from '../core/errors.js';
import { type ImportedRow, type ListingImport, openImport } from '../core/imports.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit.js';
import { countRows, type FileFormat, type FileRow, type RowProblem, readRows } from './listing-rows.js';
import { type FormatOptions, formatOf, note, printJson, printJsonLine, say } from './output.js';
import { type Progress, startProgress } from './progress.js';
import { withSession } from './session.js';
import { count, groupDigits, plainLine } from './text.js';

interface ImportOptions extends FormatOptions {
  owner?: string;
  format?: FileFormat;
  dryRun?: boolean;
  as?: string;
}

/** Rows under way at once: enough to keep the database busy, fewer than the pool has connections. */
const CONCURRENCY = 8;

type Outcome = ImportedRow['outcome'] | 'refused';
type RowError = RowProblem & { line: number };

interface Report {
  counts: Record<Outcome, number>;
  errors: RowError[];
  /** How often each field had no effect, by what is said of it. */
  ineffective: Map<string, number>;
}

export async function importListings(file: string, options: ImportOptions): Promise<ExitCode> {
  const total = file === '-' ? null : await countRows(file, options.format);
  return withSession(options, async ({ actor, signal }) => {
    const target = await openImport(actor, { owner: options.owner, isDryRun: options.dryRun });
    const counts = { created: 0, changed: 0, unchanged: 0, kept: 0, refused: 0 };
    const report: Report = { counts, errors: [], ineffective: new Map() };
    const progress = startProgress(options.dryRun ? 'Reading' : 'Importing', total);
    try {
      for await (const settled of takeRows(target, readRows(file, options.format), signal)) {
        progress.step();
        record(report, settled);
        tellRow(options, settled, progress);
      }
    } finally {
      progress.stop();
    }
    return tellEnd(options, report, { total, isStopped: signal.aborted, owner: target.owner });
  });
}

type SettledRow = { line: number } & ({ result: ImportedRow } | { problem: RowProblem });

/** Results in the order of the rows; after an interruption no further row is begun. */
async function* takeRows(
  target: ListingImport,
  rows: AsyncGenerator<FileRow>,
  signal: AbortSignal,
): AsyncGenerator<SettledRow> {
  const underway: Promise<SettledRow>[] = [];
  for await (const row of rows) {
    if (signal.aborted) break;
    underway.push(takeRow(target, row));
    if (underway.length >= CONCURRENCY) yield (await underway.shift()) as SettledRow;
  }
  for (const row of underway) yield await row;
}

async function takeRow(target: ListingImport, { line, input, problem }: FileRow): Promise<SettledRow> {
  if (problem) return { line, problem };
  try {
    return { line, result: await target.importRow(line, input) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { line, problem: { field: error.details.field ?? null, code: error.code, error: error.message } };
  }
}

function record(report: Report, row: SettledRow): void {
  if ('problem' in row) {
    report.counts.refused += 1;
    report.errors.push({ line: row.line, ...row.problem });
    return;
  }
  report.counts[row.result.outcome] += 1;
  for (const { error } of row.result.warnings) {
    report.ineffective.set(error, (report.ineffective.get(error) ?? 0) + 1);
  }
}

function tellRow(options: ImportOptions, row: SettledRow, progress: Progress): void {
  const format = formatOf(options);
  if (format === 'ndjson') {
    progress.aside(() => printJsonLine('problem' in row ? { line: row.line, ...row.problem } : flat(row)));
  } else if (format === 'table' && 'problem' in row) {
    const { field, code, error } = row.problem;
    progress.aside(() => say(plainLine(`line ${row.line}: ${field ?? '-'}: ${code}: ${error}`)));
  }
}

function flat({ line, result: { outcome, slug } }: { line: number; result: ImportedRow }) {
  return { line, outcome, slug };
}

interface End {
  total: number | null;
  isStopped: boolean;
  owner: ListingImport['owner'];
}

function tellEnd(options: ImportOptions, report: Report, { total, isStopped, owner }: End): ExitCode {
  const { counts, errors } = report;
  const done = counts.created + counts.changed + counts.unchanged + counts.kept;
  const rows = done + counts.refused;
  const warnings = [...report.ineffective].map(([error, times]) => ({ error, rows: times }));
  const format = formatOf(options);
  if (format === 'json') {
    const state = { dry_run: options.dryRun ?? false, complete: !isStopped };
    printJson({ ...counts, rows, ...state, owner: owner?.email ?? null, errors, warnings });
  }
  for (const { error, rows: times } of warnings) note(`${error} (in ${count(times, 'row')})`);
  const summary = summarise(counts, options.dryRun ?? false);
  if (format === 'table') say(summary);
  if (!isStopped) return exitCodeOf({ done, failed: counts.refused });
  const of = total === null ? '' : ` of ${groupDigits(total)}`;
  note(`Stopped: did ${groupDigits(rows)}${of}. Run it again to go on: what is done stays done.`);
  return rows === 0 ? EXIT.refused : EXIT.partly;
}

function summarise(counts: Report['counts'], isDryRun: boolean): string {
  const parts = [
    `${groupDigits(counts.created)} created`,
    `${groupDigits(counts.changed)} changed`,
    `${groupDigits(counts.unchanged)} unchanged`,
  ];
  if (counts.kept > 0) parts.push(`${groupDigits(counts.kept)} left to their owners`);
  if (counts.refused > 0) parts.push(`${groupDigits(counts.refused)} refused`);
  const sentence = parts.join(', ');
  return isDryRun ? `Dry run, nothing was changed. It would be: ${sentence}.` : `${sentence}.`;
}
