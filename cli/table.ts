// Tables that fit the terminal: the widest columns are truncated first.
import { fitText, plainLine, textWidth } from './text.js';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null;
  readonly align?: 'right';
  /** Never truncated: values to be copied from the table, such as an id. */
  readonly isWhole?: boolean;
  /** Dropped, the last one first, if even truncated columns do not fit. */
  readonly isExtra?: boolean;
}

const GAP = '  ';
/** The minimum width of a column. */
const NARROWEST = 8;

/** The lines of a table. @param width columns of the terminal, or Infinity for no limit */
export function drawTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
): string[] {
  const all = columns.map((column) => {
    const cells = rows.map((row) => plainLine(String(column.value(row) ?? '')));
    const texts = [column.title.toUpperCase(), ...cells];
    return { ...column, texts, natural: Math.max(...texts.map(textWidth)) };
  });
  const shown = leaveOut(all, width);
  const widths = shrink(shown, width - GAP.length * (shown.length - 1));
  return ['', ...rows].map((_, line) =>
    shown
      .map(({ texts, align }, index) => {
        const cells = widths[index] ?? 0;
        return pad(fitText(texts[line] ?? '', cells), cells, align);
      })
      .join(GAP)
      .trimEnd(),
  );
}

interface Measured {
  readonly natural: number;
  readonly isWhole?: boolean;
  readonly isExtra?: boolean;
}

function leaveOut<T extends Measured>(columns: readonly T[], width: number): T[] {
  const shown = [...columns];
  const least = () =>
    shown.reduce((sum, { natural, isWhole }) => sum + (isWhole ? natural : Math.min(natural, NARROWEST)), 0) +
    GAP.length * (shown.length - 1);
  while (least() > width) {
    const last = shown.findLastIndex(({ isExtra }) => isExtra);
    if (last === -1) break;
    shown.splice(last, 1);
  }
  return shown;
}

/** Narrows the widest column that may be truncated, repeatedly, until everything fits or nothing can be narrowed. */
function shrink(columns: readonly Measured[], room: number): number[] {
  const widths = columns.map(({ natural }) => natural);
  const sum = () => widths.reduce((total, width) => total + width, 0);
  while (sum() > room) {
    const giving = widths
      .map((width, index) => ({ width, index }))
      .filter(({ width, index }) => !columns[index]?.isWhole && width > NARROWEST)
      .sort((a, b) => b.width - a.width);
    const [widest, next] = giving;
    if (!widest) break;
    const step = Math.max(1, Math.min(sum() - room, widest.width - Math.max(next?.width ?? 0, NARROWEST)));
    widths[widest.index] = widest.width - step;
  }
  return widths;
}

function pad(text: string, width: number, align?: 'right'): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'right' ? space + text : text + space;
}
