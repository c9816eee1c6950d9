// The shape of a command, which each noun's file fills in, and options that several commands share.
import type { TObject } from '@sinclair/typebox';
import { type Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { own } from '../../core/kernel/own.js';
import { toSnakeCase } from '../../core/kernel/text/names.js';
import { EXIT, type ExitCode, type FormatOptions, printResult, type Result, UsageError } from './output.js';
import type { Session } from './session.js';

export type Finish = (code: ExitCode) => void;

export interface Options extends FormatOptions {
  yes?: boolean;
  dryRun?: boolean;
  /** Email or id of the person behind the command, for the audit. */
  as?: string;
  reason?: string;
  scope?: string;
  file?: string;
  query?: string;
  until?: string;
  fact?: readonly string[];
}

/** A list's query, as core names it. */
export type Query = Readonly<Record<string, unknown>>;

/** Options whose name differs from the query's parameter. */
const RENAMED: Query = { q: 'query', from: 'since', to: 'upTo', policy: 'unsure', facts: 'fact' };
const MEMBERS: Query = Object.fromEntries(
  Object.entries(RENAMED).map(([member, option]) => [option, member]),
);

export function toQuery({ json, ndjson, fact, ...asked }: Options): Query {
  return Object.fromEntries(
    Object.entries(asked)
      .map(([name, value]) => [own(MEMBERS, name) ?? toSnakeCase(name), value])
      .concat(fact ? [['facts', readPairs(fact)]] : []),
  );
}

const MOST_CHOICES = 20;

/** Options made from the parameters of the API's query, or the fields of its body. */
export function optionsOf({ properties }: TObject): Option[] {
  return Object.entries(properties).map(([member, part]) => {
    const { format, default: usual, description = '' } = part;
    const types: string[] = [part.type].flat();
    const choices: string[] | undefined = part.enum?.filter((choice: unknown) => choice !== null);
    const name = toSnakeCase(String(own(RENAMED, member) ?? member)).replaceAll('_', '-');
    const [sentence = ''] = description.split(/\.(?: |$)/);
    const about = sentence.charAt(0).toLowerCase() + sentence.slice(1);
    if (member === 'page') return wholeNumberOption('--page <number>', 'which page').default(usual);
    if (types.includes('integer')) return wholeNumberOption(`--${name} <number>`, about).default(usual);
    if (types.includes('array')) return new Option(`--${name} <items>`, 'separated by semicolons');
    if ('x-filters' in part) return new Option(`--${name} <key=value...>`, about);
    // A parameter with one choice, such as `featured=yes`, becomes a flag.
    if (choices?.length === 1) return new Option(`--${name}`, about).preset(choices[0]);
    const value = choices || 'x-values' in part ? name : format === 'date' ? 'day' : 'text';
    const option = new Option(`--${name} <${value}>`, about);
    // The help would list every choice: the actions of the audit log would fill a screen.
    return choices && choices.length <= MOST_CHOICES ? option.choices(choices) : option;
  });
}

/** The values of an option such as `--fact key=value`, by key. */
export function readPairs(typed: readonly string[]): Record<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const one of typed) {
    const mark = one.indexOf('=');
    if (mark < 1) throw new UsageError(`${one} must be key=value.`);
    const key = one.slice(0, mark);
    pairs.set(key, [...(pairs.get(key) ?? []), one.slice(mark + 1)]);
  }
  return Object.fromEntries(pairs);
}

type Outcome = Promise<Result | ExitCode | undefined> | Promise<void>;

type CommonOption = 'as' | 'yes' | 'dry-run' | 'reason' | 'until' | 'owner' | 'database';

export interface Verb {
  readonly summary: string;
  /** Arguments that a usage string cannot describe, such as those with choices. */
  readonly takes?: readonly Argument[];
  readonly options?: readonly (Option | CommonOption)[];
  /** false: the verb has neither --json nor --ndjson. */
  readonly hasFormats?: boolean;
  readonly examples: readonly string[];
  /** Called with a session, the arguments, and the options last. @returns what is printed, or an exit code */
  readonly does?: (session: Session, ...input: never[]) => Outcome;
  /** In place of `does`, for a verb that needs no session, or begins one itself. */
  readonly run?: (...input: never[]) => Outcome;
}

/** Verbs by their usage in commander's syntax, or grouped under a word, as in `policy hosts set`. */
export interface Verbs {
  readonly [usage: string]: Verb | { readonly summary: string; readonly verbs: Verbs };
}

export type Operation = Omit<Verb, 'summary'>;

/** What a noun's file exports: its verbs, or the noun's own action. */
export type Noun = { readonly verbs: Verbs } | { readonly command: Operation };

export function defineNoun(noun: Command, finish: Finish, defined: Noun): void {
  if ('command' in defined) defineVerb(noun, finish, defined.command);
  for (const [usage, verb] of Object.entries('verbs' in defined ? defined.verbs : {})) {
    const command = noun.command(usage).description(verb.summary);
    if ('verbs' in verb) defineNoun(command, finish, verb);
    else defineVerb(command, finish, verb);
  }
}

function defineVerb(
  command: Command,
  finish: Finish,
  { takes = [], options = [], hasFormats = true, examples, does, run }: Operation,
): void {
  for (const argument of takes) command.addArgument(argument);
  for (const option of options) command.addOption(toOption(option));
  if (hasFormats)
    command
      .addOption(new Option('--json', 'print one JSON document').conflicts('ndjson'))
      .addOption(new Option('--ndjson', 'print one JSON object a line'));
  // Commander passes the command itself last; no verb needs it.
  command.action(async (...all) => {
    const input = all.slice(0, -1) as never[];
    const given = (input.at(-1) ?? {}) as Options;
    const print = (outcome: Awaited<Outcome>) => {
      if (typeof outcome === 'object') printResult(given, outcome);
      return (typeof outcome === 'object' ? outcome.code : outcome) ?? EXIT.done;
    };
    if (!does) return finish(print(await run?.(...input)));
    const { withSession } = await import('./session.js');
    finish(await withSession(given, async (session) => print(await does(session, ...input))));
  });
  withExamples(command, examples);
}

export function withExamples(command: Command, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ directory-admin ${example}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** Options of verbs that change several things at once. */
export const BATCH = ['yes', 'dry-run', 'as'] as const;
export const CHANGE = ['reason', ...BATCH] as const;

export const textFormatOption = () =>
  new Option('--format <format>', 'detected from the content by default').choices(['ndjson', 'csv']);

const wholeNumber = (text: string) => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
};

/** Parses the option of an end date. @returns the instant in ISO 8601, or the day as typed (see `endAsked`) */
const readTime = (text: string) => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Give a time, such as 2027-01-31.');
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : time.toISOString();
};

const COMMON: Readonly<Record<CommonOption, readonly [flags: string, description: string]>> = {
  as: ['--as <email>', 'account of the person, for the audit log'],
  yes: ['-y, --yes', 'do not ask'],
  'dry-run': ['--dry-run', 'only show what would happen'],
  reason: ['--reason <text>', 'the reason, for the audit log'],
  until: ['--until <time>', 'when it ends: a time, or a day, such as 2027-01-31'],
  owner: ['--owner <email>', 'owner of the new listings; without one only staff can change them'],
  database: ['--database <name>', 'name of the database, so that it need not be typed'],
};

export function toOption(given: Option | CommonOption): Option {
  if (typeof given !== 'string') return given;
  const [flags = '', description] = own(COMMON, given) ?? [];
  const option = new Option(flags, description);
  return given === 'until' ? option.argParser(readTime) : option;
}

export const wholeNumberOption = (flags: string, description: string) =>
  new Option(flags, description).argParser(wholeNumber);
