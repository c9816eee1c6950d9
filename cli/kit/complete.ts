// directory-admin complete: called by the scripts of `completion` while someone types a value; prints a choice per line.
import { Argument, type Command, type Option } from 'commander';
import { AUDIT_ACTIONS, SUBJECT_TYPES } from '../../core/kernel/audit-actions.js';
import type { LoadProgram } from './command.js';
import { say } from './output.js';

export const command = (load: LoadProgram) => ({
  takes: [new Argument('[words...]')],
  hasFormats: false,
  examples: ['complete -- listings list --status pe'],
  run: async (words: string[]) => {
    for (const choice of completionsOf(await load(words), words)) say(`${choice}\t`);
  },
});

/**
 * Completions of the last, incomplete word; one empty choice stands for a file.
 * @param words after the program's name
 */
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
