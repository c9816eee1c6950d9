// A list as a CSV file, streamed: it is read only as fast as the client receives, and no further when it disconnects.
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { toCsv } from '../../../core/kernel/text/csv.js';

type Rows = AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>;

const ROW_BATCH = 500;

export async function sendCsv(
  res: Response,
  name: string,
  columns: readonly string[],
  rows: Rows,
): Promise<void> {
  const parts = inParts(columns, rows);
  // Whatever refuses the list does so before anything is sent.
  const first = await parts.next();
  const day = new Date().toISOString().slice(0, 10);
  res.set({
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
  });
  const all = async function* () {
    yield first.value ?? '';
    yield* parts;
  };
  await pipeline(all, res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

async function* inParts(columns: readonly string[], rows: Rows): AsyncGenerator<string, undefined> {
  let part: Record<string, unknown>[] = [];
  let isFirst = true;
  for await (const row of rows) {
    part.push(row);
    if (part.length < ROW_BATCH) continue;
    yield toCsv(part, columns, { header: isFirst });
    isFirst = false;
    part = [];
  }
  if (isFirst || part.length > 0) yield toCsv(part, columns, { header: isFirst });
}
