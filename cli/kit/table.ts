// Tables that fit the terminal: the widest columns are truncated first.
import { fitText, plainLine, textWidth } from './text.js';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null;
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

interface Measured {
  readonly natural: number;
  readonly isWhole?: boolean;
  readonly isExtra?: boolean;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const roomFor = (columns: readonly Measured[], width: number) => width - GAP.length * (columns.length - 1);

/** The columns that fit if all that may be truncated are. */
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
