// directory-admin complete: called by the scripts of `completion` while someone types; prints a name and its
// description per line. It reports no errors and answers quickly.
import { Argument, type Command, type Option } from 'commander';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../core/kernel/audit-actions.js';
import { whereDatabaseIs } from '../core/kernel/config.js';
import { findNames, isNamed } from '../db/names.js';
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
  const help = command.createHelp();
  if (!valued && last.startsWith('-'))
    return beginning(last, help.visibleOptions(command), ({ long, description }) => [
      long ?? '',
      description,
    ]);
  if (!valued && place === 0 && command.commands.length > 0)
    return beginning(last, help.visibleCommands(command), (sub) => [sub.name(), inShort(sub.description())]);
  const { registeredArguments: all } = command;
  const argument = all[place] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
  const meaning = valued ? /[<[]([\w-]+)/.exec(valued.flags)?.[1] : argument?.name();
  return namesOf(meaning ?? '', (valued ?? argument)?.argChoices, value);
}

/** @param meaning the name of an argument, or of the value of an option */
async function namesOf(
  meaning: string,
  choices: readonly string[] | undefined,
  start: string,
): Promise<readonly Name[]> {
  if (meaning === 'file') return [['', '']];
  const fixed = choices ?? (meaning === 'action' ? [...AUDIT_ACTIONS, ...SUBJECT_TYPES] : undefined);
  if (fixed) return beginning(start, fixed, (word) => [word, '']);
  const kind = [meaning, meaning.replace(/s$/, '')].find(isNamed);
  if (!kind) return [];
  return findNames(kind, start, whereDatabaseIs(io.environment)).catch(() => []);
}

const beginning = <T>(start: string, items: readonly T[], nameOf: (item: T) => Name) =>
  items.map(nameOf).filter(([name]) => name.startsWith(start));

/** The first sentence of a summary. */
const inShort = (summary: string) => summary.replace(/\.( .*)?$/s, '');

/** On one line, without control characters. */
const plain = (text: string) => text.replace(/\p{C}+/gu, ' ');
