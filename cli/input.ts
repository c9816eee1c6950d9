// Files and standard input, read as streams.
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { UsageError } from './exit.js';
import { io } from './io.js';

/** Opens a file, or with `-` standard input. @throws UsageError when it cannot be read */
export async function openInput(file: string): Promise<Readable> {
  if (file === '-') {
    if (io.stdin.isTTY) throw new UsageError('Nothing is piped in: give a file, or pipe one into -.');
    return io.stdin;
  }
  try {
    await access(file, constants.R_OK);
    if ((await stat(file)).isDirectory()) throw new UsageError(`${file} is a directory.`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code}).`,
    );
  }
  return createReadStream(file);
}

export interface Line {
  /** From 1. */
  readonly number: number;
  /** null: not UTF-8. */
  readonly text: string | null;
}

const NEWLINE = 0x0a;

/** The lines of a stream, without their ends; a byte order mark is dropped. */
export async function* readLines(input: Readable): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes: Buffer) => {
    try {
      return decoder.decode(bytes).replace(/\r$/, '');
    } catch {
      return null;
    }
  };
  let number = 0;
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let bytes = Buffer.from(chunk as Buffer);
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE)) {
      rest.push(bytes.subarray(0, end));
      yield { number: ++number, text: decode(Buffer.concat(rest)) };
      rest = [];
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > 0) rest.push(bytes);
  }
  if (rest.length > 0) yield { number: ++number, text: decode(Buffer.concat(rest)) };
}

/** Names from a file, one a line; blank lines and lines that start with # are ignored. */
export async function readNames(file: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { number, text } of readLines(await openInput(file))) {
    if (text === null) throw new UsageError(`Line ${number} of ${file} is not UTF-8.`);
    const name = text.trim();
    if (name !== '' && !name.startsWith('#')) names.push(name);
  }
  return names;
}
