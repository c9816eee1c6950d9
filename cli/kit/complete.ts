// directory-admin complete: called by the scripts of `completion` while someone types; prints a name and its
// description per line. It reports no errors and answers quickly.
import { Argument, type Command, type Option } from 'commander';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../../core/kernel/audit-actions.js';
import { whereDatabaseIs } from '../../core/kernel/config.js';
import { findNames, isNamed } from '../../db/names.js';
import type { LoadProgram } from './command.js';
import { io } from './io.js';
import { say } from './output.js';

type Name = readonly [name: string, about: string];

export const command = (load: LoadProgram) => ({
  takes: [new Argument('[words...]')],
  hasFormats: false,
  examples: ['complete -- listings show tide'],
  run: async (words: string[]) => {
    for (const [name, about] of await completionsOf(await load(words), words))
      say(`${plain(name)}\t${plain(about)}`);
  },
});

/** What the last, incomplete word can become; one empty name for a file. @param words after the program's name */
async function completionsOf(program: Command, words: readonly string[]): Promise<readonly Name[]> {
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
  return namesOf(meaning ?? '', (valued ?? argument)?.argChoices, value);
}

/** @param meaning the name of an argument, or of the value of an option */
async function namesOf(
  meaning: string,
  choices: readonly string[] | undefined,
  beginning: string,
): Promise<readonly Name[]> {
  if (meaning === 'file') return [['', '']];
  const fixed = choices ?? (meaning === 'action' ? [...AUDIT_ACTIONS, ...SUBJECT_TYPES] : undefined);
  if (fixed) return fixed.filter((word) => word.startsWith(beginning)).map((word) => [word, '']);
  const kind = [meaning, meaning.replace(/s$/, '')].find(isNamed);
  if (!kind) return [];
  return findNames(kind, beginning, whereDatabaseIs(io.environment)).catch(() => []);
}

/** On one line, without control characters. */
const plain = (text: string) => text.replace(/\p{C}+/gu, ' ');
