// A list as a CSV file, streamed.
import type { Response } from 'express';
import { toCsv } from '../../../core/kernel/text/csv.js';

const ROW_BATCH = 500;

/** Reads only as fast as the client receives, and stops when it disconnects. */
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
  const flush = async () => {
    const isTaken = res.write(toCsv(part, columns, { header: isFirst }));
    isFirst = false;
    part = [];
    if (!isTaken) await untilTaken(res);
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length === ROW_BATCH) await flush();
    if (res.destroyed) return;
  }
  if (isFirst || part.length > 0) await flush();
  res.end();
}

function untilTaken(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
    if (res.destroyed) done();
  });
}
