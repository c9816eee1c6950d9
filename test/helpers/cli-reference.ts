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

/** Every command that does something, in the order of the help. */
export function leafCommands(command: Command, path: string[] = []): { words: string[]; command: Command }[] {
  const words = [...path, command.name()];
  if (command.commands.length === 0) return [{ words, command }];
  const shown = command.createHelp().visibleCommands(command);
  return command.commands.filter((sub) => shown.includes(sub)).flatMap((sub) => leafCommands(sub, words));
}

type Option = Command['options'][number];

const rowOf = (option: Option) => {
  const choices = option.argChoices ? ` (${option.argChoices.join(', ')})` : '';
  const preset = option.defaultValue === undefined ? '' : ` [${option.defaultValue}]`;
  return `- \`${option.flags}\` ${`${option.description}${choices}${preset}`.trim()}`;
};

/** The rows that occur in at least this many of the groups. */
function sharedRows(groups: readonly (readonly Command[])[], times: number): Set<string> {
  const counts = new Map<string, number>();
  for (const commands of groups) {
    const rows = new Set(commands.flatMap(({ options }) => options.map(rowOf)));
    for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= times).map(([row]) => row));
}

const listOf = (rows: readonly string[]) => (rows.length > 0 ? [...rows, ''] : []);

/** What can be typed after a command: arguments, and the options that are its own. */
function usageOf(words: readonly string[], command: Command, described: ReadonlySet<string>): string {
  const own = command.options.filter((option) => !described.has(rowOf(option)));
  const flags = own.map(({ flags }) => `[${flags.replace(/^-\w, /, '')}]`);
  return [...words, command.usage().replace('[options]', '').trim(), ...flags].filter(Boolean).join(' ');
}

/** A section for each noun. Options that many commands share are described once; the help describes the others. */
export async function renderReference(): Promise<string> {
  const leaves = leafCommands(await createProgram(() => undefined));
  const nouns = [...new Set(leaves.map(({ words }) => words[1] ?? ''))];
  const groupOf = (noun: string) => leaves.filter(({ words }) => words[1] === noun);
  const everywhere = sharedRows(
    nouns.map((noun) => groupOf(noun).map(({ command }) => command)),
    4,
  );
  const sections = nouns.map((noun) => {
    const group = groupOf(noun);
    const often = sharedRows(
      group.map(({ command }) => [command]),
      3,
    );
    const rows = group.map(({ words, command }) => {
      const usage = usageOf(
        words.slice(words.length > 2 ? 2 : 1),
        command,
        new Set([...often, ...everywhere]),
      );
      return `- \`${usage}\` ${command.description()}`;
    });
    const shared = [...often].filter((row) => !everywhere.has(row));
    const flags = shared.map((row) => /`[^`]+`/.exec(row)?.[0] ?? '');
    const below = flags.length > 0 ? [`Several of them take ${flags.join(', ')}.`, ''] : [];
    return [`### ${noun}`, '', ...listOf(rows), ...below].join('\n');
  });
  return [...listOf([...everywhere]), ...sections].join('\n');
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
