// The rows of a file on the command line: read by core, with errors of the file as wrong usage.
import { openFile, readCells } from '../core/import/files.js';
import type { SourceRow, TextKind } from '../core/import/rows.js';
import { DomainError } from '../core/kernel/errors.js';
import { UsageError } from './exit.js';
import { openInput } from './input.js';

export interface ReadOptions {
  readonly kind?: TextKind;
  readonly separator?: string;
  readonly depth?: number;
}

/** Reads the rows lazily. @throws UsageError when the file cannot be read */
export async function* readRows(file: string, options: ReadOptions = {}): AsyncGenerator<SourceRow> {
  const input = await openInput(file);
  try {
    const { kind, rows } = await openFile(input, file, options);
    for await (const row of rows)
      yield kind === 'csv' && row.input ? { ...row, input: readCells(row.input) } : row;
  } catch (error) {
    throw asUsage(error);
  } finally {
    input.destroy();
  }
}

/** An error of the source itself is one of the command line. */
export function asUsage(error: unknown): unknown {
  const isSource = error instanceof DomainError && error.details.field === 'source';
  return isSource ? new UsageError(error.message) : error;
}

/** The number of rows, for the progress bar; the file is read once for it. */
export async function countRows(file: string, options: ReadOptions): Promise<number> {
  let rows = 0;
  for await (const _ of readRows(file, options)) rows += 1;
  return rows;
}
