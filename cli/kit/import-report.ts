// Reports of imports: the fate of each row, in order, and a summary.
import type { SettledRow } from '../../core/import/rows.js';
import { toEnglish } from '../../core/kernel/errors.js';
import { own } from '../../core/kernel/own.js';
import type { Options } from './command.js';
import * as output from './output.js';
import { startProgress } from './prompt.js';

const { count, groupDigits, note, plainLine, say } = output;

/** Lines that were left out and are shown. */
const SHOWN = 3;

/** @param task `outcomes` of a row but refused, as the summary calls them; `key` names the item of a row */
export async function reportImport(
  rows: AsyncIterable<SettledRow>,
  options: Options,
  signal: AbortSignal,
  {
    outcomes,
    about,
    key,
  }: { outcomes: Readonly<Record<string, string>>; about: object; key: 'slug' | 'url' },
): Promise<output.ExitCode> {
  const format = output.formatOf(options);
  const counts = new Map(Object.keys(outcomes).map((outcome) => [outcome, 0]));
  const errors: object[] = [];
  const remarks: object[] = [];
  const leftOut: { line: number; text: string }[] = [];
  const repaired: object[] = [];
  const warned = new Map<string, number>();
  const progress = startProgress(options.dryRun ? 'Reading' : 'Importing');
  const tell = (line: number, row: object, text?: string) => {
    if (format === 'ndjson') progress.aside(() => output.printJsonLine({ line, ...row }));
    else if (format === 'table' && text) progress.aside(() => say(plainLine(`line ${line}: ${text}`)));
  };
  try {
    for await (const row of rows) {
      progress.step();
      const { line } = row;
      if ('problem' in row) {
        const { said: _, ...problem } = row.problem;
        errors.push({ line, ...problem });
        tell(line, problem, `${problem.field ?? '-'}: ${problem.code}: ${problem.error}`);
        continue;
      }
      if ('leftOut' in row) {
        leftOut.push({ line, text: row.leftOut });
        tell(line, { outcome: 'left_out', text: row.leftOut });
        continue;
      }
      const { outcome, slug, warnings = [], notes = [] } = row;
      if (notes.length > 0) {
        const said = notes.map((note) => toEnglish(note));
        repaired.push({ line, [key]: slug, notes: said });
        tell(line, { outcome, [key]: slug, notes: said }, `repaired: ${said.join(' ')}`);
      }
      const remark = outcome === 'kept' ? `left to its owner: ${slug} belongs to another account` : undefined;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (remark) remarks.push({ line, [key]: slug, remark });
      for (const warning of warnings) warned.set(warning, (warned.get(warning) ?? 0) + 1);
      tell(line, { outcome, [key]: slug, remark }, remark);
    }
  } finally {
    progress.stop();
  }
  const refused = errors.length;
  const done = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const read = done + refused;
  const warnings = [...warned].map(([warning, times]) => ({ warning, rows: times }));
  if (format === 'json') {
    const state = { dry_run: options.dryRun ?? false, complete: !signal.aborted };
    const lists = { errors, remarks, warnings, repaired, left_out: leftOut };
    output.printJson({ ...Object.fromEntries(counts), refused, rows: read, ...state, ...about, ...lists });
  }
  for (const { warning, rows: times } of warnings) note(`${warning} (in ${count(times, 'row')})`);
  if (format === 'table') {
    const parts = [...counts, ['refused', refused] as const]
      .filter(([, number]) => number > 0)
      .map(([outcome, number]) => `${groupDigits(number)} ${own(outcomes, outcome) ?? outcome}`);
    const told = parts.join(', ') || 'nothing';
    say(`${options.dryRun ? 'Dry run, nothing was changed. It would be: ' : ''}${told}.`);
    if (repaired.length > 0) say(`${count(repaired.length, 'row')} repaired.`);
    if (leftOut.length > 0) say(`${count(leftOut.length, 'line')} with links left out, for example:`);
    for (const { line, text } of leftOut.slice(0, SHOWN)) say(plainLine(`line ${line}: ${text}`));
  }
  if (!signal.aborted) return output.exitCodeOf({ done, failed: refused });
  const next = options.dryRun ? '' : ' Run it again to go on: what is done stays done.';
  note(`Stopped: did ${groupDigits(read)}.${next}`);
  return read === 0 ? output.EXIT.refused : output.EXIT.partly;
}
