// The sources of a password: a file, standard input, or a hidden prompt. Never the command line, which every account of
// the machine can read.
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { UsageError } from './exit.js';
import { openInput } from './input.js';

export const passwordFileOption = () =>
  new Option('--password-file <file>', 'file with the password (- for standard input)');

/** The first line of a file or of standard input. */
export async function readPassword(file: string): Promise<string> {
  const content = await text(await openInput(file));
  const [password = ''] = content.split(/\r?\n/);
  if (password === '') throw new UsageError(`There is no password in ${file}.`);
  return password;
}
