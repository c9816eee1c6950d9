// Tables that fit the terminal: the widest columns give way first.
import { fitText, plainLine, textWidth } from './text.js';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null;
  readonly align?: 'right';
  /** Never cut: something that is copied out of the table, such as an id. */
  readonly isWhole?: boolean;
}

const GAP = '  ';
/** No column is made narrower than this. */
const NARROWEST = 6;

/** The lines of a table. @param width cells of the terminal, or Infinity where nothing need fit */
export function drawTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
): string[] {
  const table = [
    columns.map((column) => column.title.toUpperCase()),
    ...rows.map((row) => columns.map((column) => plainLine(String(column.value(row) ?? '')))),
  ];
  const natural = columns.map((_, index) => Math.max(...table.map((line) => textWidth(line[index] ?? ''))));
  const widths = shrink(natural, columns, width - GAP.length * (columns.length - 1));
  return table.map((line) =>
    line
      .map((text, index) => pad(fitText(text, widths[index] ?? 0), widths[index] ?? 0, columns[index]?.align))
      .join(GAP)
      .trimEnd(),
  );
}

/** Takes cells from the widest column that may be cut, again and again, until all fit or nothing can give. */
function shrink(natural: readonly number[], columns: readonly Column<never>[], room: number): number[] {
  const widths = [...natural];
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
