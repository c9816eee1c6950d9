// Shared by all commands: options with the same names everywhere, examples, the exit code.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT, type ExitCode } from './exit.js';

/** Called with the exit code of the command. */
export type Finish = (code: ExitCode) => void;

/** Creates the program with the commands of the noun among these words; by default with all. */
export type LoadProgram = (words?: readonly string[]) => Promise<Command>;

/** The action of a command; without a code it has succeeded. */
export type Action<Args extends unknown[]> = (...args: Args) => Promise<ExitCode | undefined> | Promise<void>;

export const asOption = () => new Option('--as <email>', 'account of the person, for the audit log');
export const yesOption = () => new Option('-y, --yes', 'do not ask');
export const dryRunOption = () => new Option('--dry-run', 'only show what would happen');
export const reasonOption = () => new Option('--reason <text>', 'the reason, for the audit log');
export const jsonOptions = () => [
  new Option('--json', 'print one JSON document').conflicts('ndjson'),
  new Option('--ndjson', 'print one JSON object a line'),
];

/** `  $ directory-admin …` lines under the help of a command. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText(
    'after',
    `\nExamples:\n${examples.map((example) => `  $ directory-admin ${example}`).join('\n')}`,
  );
}

/** Adds a verb to a noun. */
export function addVerb<Args extends unknown[]>(
  noun: Command,
  finish: Finish,
  verb: {
    /** In commander's syntax: `promote <subject...>`. */
    readonly usage: string;
    readonly summary: string;
    readonly options?: readonly Option[];
    readonly examples: readonly string[];
    readonly run: Action<Args>;
  },
): Command {
  return defineVerb(noun.command(verb.usage).description(verb.summary), finish, verb);
}

/** Gives a command its options, examples and action. */
export function defineVerb<Args extends unknown[]>(
  command: Command,
  finish: Finish,
  verb: {
    readonly options?: readonly Option[];
    readonly examples: readonly string[];
    readonly run: Action<Args>;
  },
): Command {
  for (const option of verb.options ?? []) command.addOption(option);
  // Commander passes the command itself last; no action needs it.
  command.action(async (...args) => finish((await verb.run(...(args.slice(0, -1) as Args))) ?? EXIT.done));
  return withExamples(command, verb.examples);
}

export const wholeNumber = (text: string) => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
};

/** The option parser of an end: any time that JavaScript parses. @returns it as ISO 8601, a day as it is (`endAsked`) */
const readTime = (text: string) => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give a time, such as 2027-01-31.');
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : time.toISOString();
};
export const untilOption = () =>
  new Option('--until <time>', 'when it ends: a time, or a day, such as 2027-01-31').argParser(readTime);

/** @param done the past participle for these days: `submitted` */
export const dayOptions = (done: string) => [
  new Option('--since <day>', `${done} on this day or later, such as 2026-11-22`),
  new Option('--up-to <day>', `${done} on this day or earlier`),
];

export const wholeNumberOption = (flags: string, description: string) =>
  new Option(flags, description).argParser(wholeNumber);

export const pageOptions = () => [
  wholeNumberOption('--page <number>', 'which page').default(1),
  wholeNumberOption('--limit <number>', 'entries a page, at most 100').default(20),
];

export interface PageOptions {
  page: number;
  limit: number;
}
