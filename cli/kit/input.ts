// Files and standard input, read as streams.
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { openFile, readCells } from '../../core/import/read-file.js';
import type { FileKind, SourceRow } from '../../core/import/rows.js';
import { io, UsageError } from './output.js';

/** Opens a file, or with `-` standard input. @throws UsageError when it cannot be read */
export async function openInput(file: string): Promise<Readable> {
  if (file === '-') {
    if (io.stdin.isTTY) throw new UsageError('Nothing is piped in: give a file, or pipe one into -.');
    return io.stdin;
  }
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT';
    throw new UsageError(isMissing ? `There is no file ${file}.` : `${file} cannot be read (${error.code}).`);
  });
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    throw new UsageError(`${file} is a directory.`);
  }
  return handle.createReadStream();
}

/** Names from a file, one a line; blank lines and lines that start with # are ignored. */
export async function readNames(file: string): Promise<string[]> {
  const names = (await text(await openInput(file))).split('\n').map((line) => line.trim());
  return names.filter((name) => name !== '' && !name.startsWith('#'));
}

/** The rows of a file, read lazily. @throws UsageError when the file cannot be opened; DomainError when it cannot be read */
export async function* readRows(file: string, format?: FileKind): AsyncGenerator<SourceRow> {
  const input = await openInput(file);
  try {
    const { kind, rows } = await openFile(input, file, { kind: format });
    for await (const row of rows)
      yield kind === 'csv' && row.input ? { ...row, input: readCells(row.input) } : row;
  } finally {
    input.destroy();
  }
}
