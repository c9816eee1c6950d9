// directory-admin completion: a script for the shell, generated from the table of commands. Names in the database are
// looked up while someone types (complete.ts).
import { Argument, type Command, type Option } from 'commander';
import type { NameKind } from '../db/names.js';
import { type Finish, withExamples } from './command.js';
import { type Completed, SCRIPTS, SHELLS, type Shell, type Value } from './completion-scripts.js';
import { EXIT } from './exit.js';
import { say } from './output.js';

export function defineCompletion(
  completion: Command,
  finish: Finish,
  wholeProgram: () => Promise<Command>,
): void {
  completion.addArgument(new Argument('<shell>').choices([...SHELLS])).action(async (shell: Shell) => {
    say(SCRIPTS[shell](describe(await wholeProgram())));
    finish(EXIT.done);
  });
  withExamples(completion, [
    'completion bash > /etc/bash_completion.d/directory-admin',
    'completion zsh > ~/.zfunc/_directory-admin',
    'completion fish > ~/.config/fish/completions/directory-admin.fish',
  ]);
}

/** The kinds of names behind arguments and values of options; also in the plural. */
const MEANINGS: Readonly<Record<string, NameKind | 'actions' | 'files'>> = {
  listing: 'listings',
  user: 'users',
  email: 'users',
  key: 'keys',
  place: 'places',
  webhook: 'webhooks',
  takedown: 'takedowns',
  pass: 'passes',
  claim: 'claims',
  job: 'jobs',
  page: 'pages',
  category: 'categories',
  action: 'actions',
  file: 'files',
};

function meaningOf(name: string, choices: readonly string[] | undefined): Value {
  if (choices) return { words: choices };
  const meaning = MEANINGS[name] ?? MEANINGS[name.replace(/s$/, '')];
  if (meaning === undefined) return 'unknown';
  return meaning === 'files' ? 'files' : { live: meaning };
}

/** @returns null for a flag, which takes none */
function valueOfOption({ flags, argChoices }: Option): Value | null {
  const name = /[<[]([\w-]+)/.exec(flags)?.[1];
  return name === undefined ? null : meaningOf(name, argChoices);
}

/** Every command, and what can follow it. */
function describe(command: Command, path = ''): Completed[] {
  const shown = command.createHelp().visibleCommands(command);
  const commands = command.commands.filter((sub) => shown.includes(sub));
  const options = command.options.map((option) => ({
    names: [option.short, option.long].filter((name) => typeof name === 'string'),
    summary: firstSentence(option.description),
    value: valueOfOption(option),
  }));
  const own: Completed = {
    path,
    commands: commands.map((sub) => ({ name: sub.name(), summary: firstSentence(sub.description()) })),
    options: [...options, { names: ['--help'], summary: 'show help', value: null }],
    values: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      isMany: argument.variadic,
      value: meaningOf(argument.name(), argument.argChoices),
    })),
  };
  return [own, ...commands.flatMap((sub) => describe(sub, `${path} ${sub.name()}`.trim()))];
}

const firstSentence = (text: string) => text.split('. ')[0]?.replace(/\.$/, '') ?? '';
