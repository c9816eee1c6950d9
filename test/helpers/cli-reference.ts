// The part of docs/cli.md that is written from the program itself. `npm run docs:cli` writes it again;
// test/cli/reference.test.ts holds the file to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { createProgram } from '../../cli/program.js';

/** This file runs from dist/test/helpers. */
export const CLI_DOCS = join(
  dirname(fileURLToPath(new URL('../../../package.json', import.meta.url))),
  'docs',
  'cli.md',
);
export const MARK = '<!-- written by npm run docs:cli; do not edit below -->';

const escapeBars = (text: string) => text.replaceAll('|', '\\|');

/** Every command that does something, in the order of the help. */
export function leafCommands(command: Command, path: string[] = []): { words: string[]; command: Command }[] {
  const words = [...path, command.name()];
  if (command.commands.length === 0) return [{ words, command }];
  const shown = command.createHelp().visibleCommands(command);
  return command.commands.filter((sub) => shown.includes(sub)).flatMap((sub) => leafCommands(sub, words));
}

export async function renderReference(): Promise<string> {
  const program = await createProgram(() => undefined);
  const sections = leafCommands(program).map(({ words, command }) => {
    const usage = `${words.join(' ')} ${command.usage().replace('[options]', '').trim()}`.trim();
    const options = command.options.map((option) => {
      const choices = option.argChoices ? ` (${option.argChoices.join(', ')})` : '';
      const preset = option.defaultValue === undefined ? '' : ` [${option.defaultValue}]`;
      return `| \`${escapeBars(option.flags)}\` | ${escapeBars(`${option.description}${choices}${preset}`.trim())} |`;
    });
    const examples = examplesOf(command).map((line) => `$ ${line}`);
    return [
      `### ${words.slice(1).join(' ')}`,
      '',
      `\`${usage}\``,
      '',
      command.description(),
      '',
      ...(options.length > 0 ? ['| Option | |', '|---|---|', ...options, ''] : []),
      '```console',
      ...examples,
      '```',
    ].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

/** The examples as the help shows them. */
export function examplesOf(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line ?? '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [before = ''] = readFileSync(CLI_DOCS, 'utf8').split(MARK);
  writeFileSync(CLI_DOCS, `${before}${MARK}\n\n${await renderReference()}`);
}
