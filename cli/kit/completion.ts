// directory-admin completion prints a script for the shell (cli/completion) with the words of commands and options; for
// values it calls `directory-admin complete`, which prints a choice per line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, type Command, type Option } from 'commander';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../../core/kernel/audit-actions.js';
import { PACKAGE_ROOT } from '../../core/kernel/package.js';
import type { LoadProgram } from './command.js';
import { say } from './output.js';

export const command = (load: LoadProgram) => ({
  takes: [new Argument('<shell>').choices(['bash', 'zsh', 'fish'])],
  hasFormats: false,
  examples: ['completion bash > /etc/bash_completion.d/directory-admin'],
  run: async (shell: string) => {
    const script = readFileSync(join(PACKAGE_ROOT, 'cli', 'completion', `directory-admin.${shell}`), 'utf8');
    const words = followersOf(await load())
      .join('\n')
      .replaceAll("'", "'\\''");
    say(script.trimEnd().replace('@WORDS@', () => words));
  },
});

/** The words that can follow each command, one per line: the command's words, the word, its summary. */
function followersOf(command: Command, path = ''): string[] {
  const shown = command.createHelp().visibleCommands(command);
  const commands = command.commands.filter((sub) => shown.includes(sub));
  const words = [
    ...commands.map((sub) => [sub.name(), sub.description()]),
    ...command.options.map(({ long, description }) => [long ?? '', description]),
    ['--help', 'show help'],
  ];
  return [
    ...words.map(([word, summary = '']) => `${path}\t${word}\t${summary.split('. ')[0]?.replace(/\.$/, '')}`),
    ...commands.flatMap((sub) => followersOf(sub, `${path} ${sub.name()}`.trim())),
  ];
}

export const complete = (load: LoadProgram) => ({
  takes: [new Argument('[words...]')],
  hasFormats: false,
  examples: ['complete -- listings list --status pe'],
  run: async (words: string[]) => {
    for (const choice of completionsOf(await load(words), words)) say(`${choice}\t`);
  },
});

/** Completions of the last word, which is incomplete; one empty choice means a file. */
function completionsOf(program: Command, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  let command = program;
  /** The option whose value comes next. */
  let valued: Option | undefined;
  let place = 0;
  const takesValue = (word: string) =>
    command.options.find(
      ({ long, short, required, optional }) => (required || optional) && (word === long || word === short),
    );
  for (const word of words.slice(0, -1)) {
    const sub = place === 0 && !valued ? command.commands.find((child) => child.name() === word) : undefined;
    if (sub) command = sub;
    else if (valued) valued = undefined;
    else if (word.startsWith('-')) valued = takesValue(word);
    else place += 1;
  }
  const [, assigned = '', value = last] = /^(--[^=]+)=(.*)$/s.exec(last) ?? [];
  valued ??= takesValue(assigned);
  const { registeredArguments: all } = command;
  const argument = all[place] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
  const meaning = valued ? /[<[]([\w-]+)/.exec(valued.flags)?.[1] : argument?.name();
  if (meaning === 'file') return [''];
  const choices = (valued ?? argument)?.argChoices;
  const known = choices ?? (meaning === 'action' ? [...AUDIT_ACTIONS, ...SUBJECT_TYPES] : []);
  return known.filter((word) => word.startsWith(value));
}
