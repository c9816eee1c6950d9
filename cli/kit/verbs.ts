// Verbs of a kind: those that list something, and those that change several things in turn.
import { Option } from 'commander';
import type { System } from '../../core/kernel/actor.js';
import { own } from '../../core/kernel/own.js';
import { type Failure, type Kind, type Operation, runBatch } from './batch.js';
import {
  batchOptions,
  changeOptions,
  type Options,
  pageOptions,
  type Query,
  toQuery,
  type Verb,
} from './command.js';
import { type ExitCode, UsageError } from './exit.js';
import { readNames } from './input.js';
import { formatOf, type List, note, printJsonLine, printList, say } from './output.js';
import type { Session } from './session.js';
import { groupDigits } from './text.js';

type Described = Omit<Verb, 'run' | 'within'>;

interface Page {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** About parts of the request that had no effect. */
  readonly warnings?: readonly { error: string }[];
}

/** A verb that prints a list. @param verb `rows`: of what `find` returns, which --json prints whole */
export function listVerb<Found extends object, Row>(
  verb: Described &
    Pick<List<Row>, 'columns' | 'empty'> & {
      readonly isPaged?: boolean;
      readonly find: (actor: System, query: Query, subject: string | undefined) => Promise<Found>;
      readonly rows: (found: NoInfer<Found>) => readonly Row[];
      readonly footer?: (found: NoInfer<Found>) => string;
    },
): Verb & Required<Pick<Verb, 'within'>> {
  const { find, rows: rowsOf, columns, empty, footer, isPaged = false, options = [] } = verb;
  return {
    ...verb,
    options: [...options, ...(isPaged ? pageOptions() : [])],
    within: async ({ actor }, ...input: unknown[]) => {
      const asked = input.at(-1) as Options;
      const [subject] = input.slice(0, -1) as string[];
      const document = await find(actor, toQuery(asked), subject);
      const page = document as unknown as Page;
      for (const { error } of page.warnings ?? []) note(error);
      const rows = rowsOf(document);
      const below = isPaged ? pageFooter(page, rows.length) : footer?.(document);
      printList(asked, { document, rows, columns, empty, footer: below });
    },
  };
}

/** `1–20 of 1,337; --page 2 shows more` */
function pageFooter(list: Page, shown: number): string {
  const from = (list.page - 1) * list.limit + 1;
  const to = from + shown - 1;
  const more = to < list.total ? `; --page ${list.page + 1} goes on` : '';
  return `${groupDigits(from)}–${groupDigits(to)} of ${groupDigits(list.total)}${more}`;
}

/** A verb that changes what is named, one after the other, and stops at the first failure. */
export function eachVerb(
  verb: Described & {
    /** @returns what is said of it, and its line of JSON */
    readonly change: (actor: System, id: string, options: Options) => Promise<readonly [string, object]>;
  },
): Verb {
  return {
    ...verb,
    within: async ({ actor }, ids: string[], options: Options) => {
      for (const id of ids) {
        const [text, line] = await verb.change(actor, id, options);
        if (formatOf(options) === 'table') say(text);
        else printJsonLine(line);
      }
    },
  };
}

// The items of a command: names on the command line, names in a file, or all that match a filter.

/** Items that can be named. */
export interface Subjects<Item> extends Kind<Item> {
  find(actor: System, names: readonly string[]): Promise<ReadonlyMap<string, Item>>;
  /** What a file of names contains. */
  readonly names: string;
  /** The options that select by a filter, and what it matches. */
  readonly filters?: readonly Option[];
  matching?(actor: System, filter: Query): AsyncIterable<Item>;
  /** The message for names that were not found. */
  explain?(actor: System, missing: readonly Failure[]): Promise<Failure[]>;
}

export const subjectOptions = <Item>({ names, filters = [] }: Subjects<Item>): Option[] => [
  new Option('--file <file>', `read the ${names} from a file, one a line (- for standard input)`),
  ...filters,
];

/** The filter that was given, as the operations of core take it. */
export const filterOf = <Item>({ filters = [] }: Subjects<Item>, options: Options): Query =>
  toQuery(
    Object.fromEntries(
      filters.map((option) => [option.attributeName(), own(options, option.attributeName())]),
    ),
  );

interface Selected<Item> {
  readonly items: Item[];
  readonly missing: Failure[];
}

/** @throws UsageError for neither names nor a filter, or both */
async function select<Item extends { id: string }>(
  subjects: Subjects<Item>,
  actor: System,
  words: readonly string[],
  options: Options,
): Promise<Selected<Item>> {
  const filter = filterOf(subjects, options);
  const { file } = options;
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const isNamed = words.length > 0 || file !== undefined;
  if (isFiltered && isNamed) throw new UsageError('Give names or a filter, not both.');
  if (!isFiltered && !isNamed)
    throw new UsageError('Name at least one, or give --file or a filter. --help shows examples.');
  if (isFiltered) {
    const items: Item[] = [];
    for await (const item of subjects.matching?.(actor, filter) ?? []) items.push(item);
    return { items, missing: [] };
  }
  const names = [...new Set([...words, ...(file === undefined ? [] : await readNames(file))])];
  const { items, missing } = named(names, await subjects.find(actor, names), subjects.noun[0]);
  return { items, missing: (await subjects.explain?.(actor, missing)) ?? missing };
}

/** The items found by name, each once, and the names that were not found. */
export function named<Item extends { id: string }>(
  names: readonly string[],
  found: ReadonlyMap<string, Item>,
  what: string,
): Selected<Item> {
  const items = new Map<string, Item>();
  const missing: Failure[] = [];
  for (const name of names) {
    const item = found.get(name);
    if (item) items.set(item.id, item);
    else missing.push({ item: name, code: 'not_found', error: `There is no such ${what}.` });
  }
  return { items: [...items.values()], missing };
}

/** Selects the items, shows them, asks, and changes them. @param operation what is done with the selected ones */
export async function changeSelected<Item extends { id: string }>(
  subjects: Subjects<Item>,
  { actor, signal }: Session,
  words: readonly string[],
  options: Options,
  operation: (items: readonly Item[]) => Operation<Item> | Promise<Operation<Item>>,
): Promise<ExitCode> {
  const selected = await select(subjects, actor, words, options);
  return runBatch(options, signal, { ...subjects, ...selected, ...(await operation(selected.items)) });
}

/** A verb that changes each of the selected items. */
export function changeVerb<Item extends { id: string }, O extends Options = Options>(
  subjects: Subjects<Item>,
  verb: Described & {
    /** false: nobody is told why, or it has an option for that. */
    readonly takesReason?: boolean;
    readonly operation: (
      actor: System,
      options: O,
      items: readonly Item[],
    ) => Operation<Item> | Promise<Operation<Item>>;
  },
): Verb {
  const { options = [], takesReason = true, operation } = verb;
  const usual = takesReason ? changeOptions() : batchOptions();
  return {
    ...verb,
    options: [...subjectOptions(subjects), ...options, ...usual],
    within: (session, words: string[], given: O) =>
      changeSelected(subjects, session, words, given, (items) => operation(session.actor, given, items)),
  };
}
