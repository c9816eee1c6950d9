// A list as a CSV file, streamed.
import type { Response } from 'express';
import { toCsv } from '../../../core/kernel/csv.js';

const ROWS_AT_ONCE = 500;

export async function sendCsv(
  res: Response,
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<Record<string, unknown>>,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  res.set({
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
  });
  let part: Record<string, unknown>[] = [];
  let isFirst = true;
  const flush = () => {
    res.write(toCsv(part, columns, { header: isFirst }));
    isFirst = false;
    part = [];
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length === ROWS_AT_ONCE) flush();
  }
  if (isFirst || part.length > 0) flush();
  res.end();
}
