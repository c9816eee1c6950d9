// Kinds of verbs: those that list something, and those that change several things in turn.
import type { TObject } from '@sinclair/typebox';
import { Option } from 'commander';
import type { System } from '../../core/kernel/actor.js';
import { runInTurn } from '../../core/kernel/bulk.js';
import { own } from '../../core/kernel/own.js';
import { changeEach, type Failure, type Kind, type Operation } from './batch.js';
import { BATCH, CHANGE, type Options, optionsOf, type Query, toQuery, type Verb } from './command.js';
import { readNames } from './input.js';
import * as output from './output.js';

type Described = Omit<Verb, 'run' | 'does'>;

interface Page {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** Warnings: parts of the request that had no effect. */
  readonly warnings?: readonly { error: string }[];
}

/** A verb that prints a list. @param verb `find` returns the document for --json, `rows` its rows */
export function listVerb<Found extends object, Row>(
  verb: Described &
    Pick<output.List<Row>, 'columns' | 'empty'> & {
      /** The parameters of the API's query, from which the options are made. */
      readonly query?: TObject;
      readonly find: (actor: System, query: Query, subject: string | undefined) => Promise<Found>;
      readonly rows: (found: NoInfer<Found>) => readonly Row[];
    },
): Verb {
  const { find, rows: rowsOf, columns, empty, query, options = [] } = verb;
  return {
    ...verb,
    options: [...options, ...(query ? optionsOf(query) : [])],
    does: async ({ actor }, ...input: unknown[]) => {
      const asked = input.at(-1) as Options;
      const [subject] = input.slice(0, -1) as string[];
      const document = await find(actor, toQuery(asked), subject);
      const page = document as unknown as Page;
      for (const { error } of page.warnings ?? []) output.note(error);
      const rows = rowsOf(document);
      const footer = query ? pageFooter(page, rows.length) : undefined;
      return output.listResult({ document, rows, columns, empty, footer });
    },
  };
}

/** `1–20 of 1,337; --page 2 shows more` */
function pageFooter({ page, limit, total }: Page, shown: number): string {
  const from = (page - 1) * limit + 1;
  const to = from + shown - 1;
  const more = to < total ? `; --page ${page + 1} shows more` : '';
  return `${output.groupDigits(from)}–${output.groupDigits(to)} of ${output.groupDigits(total)}${more}`;
}

/** @returns the sentence to print, the line of JSON, and an exit code if part of the change failed */
type Change = (actor: System, id: string, options: Options) => Promise<[string, object, output.ExitCode?]>;

/** A verb that changes the named things in turn, without a question. */
export function eachVerb(verb: Described & { readonly change: Change }): Verb {
  return {
    ...verb,
    does: async ({ actor, signal }, names: string[], options: Options) => {
      const ids = [...new Set(names)];
      const outcomes: Awaited<ReturnType<Change>>[] = [];
      const change = async (id: string) => void outcomes.push(await verb.change(actor, id, options));
      const { failures } = await runInTurn(ids, change, { signal });
      for (const { item, code, error } of failures)
        outcomes.push([`${item}: ${code}: ${error}`, { item, code, error }, output.EXIT.refused]);
      if (outcomes.length === 0) signal.throwIfAborted();
      if (outcomes.length < ids.length) output.note(`Stopped: did ${outcomes.length} of ${ids.length}.`);
      const lines = outcomes.map(([, line]) => line);
      const codes = new Set(outcomes.map(([, , code]) => code ?? output.EXIT.done));
      return {
        document: ids.length === 1 ? lines[0] : { results: lines },
        lines,
        text: outcomes.map(([text]) => output.plainLine(text)).join('\n'),
        code: outcomes.length === ids.length && codes.size === 1 ? [...codes][0] : output.EXIT.partly,
      };
    },
  };
}

// The items of a command: names on the command line, names in a file, or all that match a filter.

export interface Subjects<Item> extends Kind<Item> {
  find(actor: System, names: readonly string[]): Promise<ReadonlyMap<string, Item>>;
  /** What the names in a file are, for its help text. */
  readonly names: string;
  /** The options of a filter, and the items that match the filter. */
  readonly filters?: readonly Option[];
  matching?(actor: System, filter: Query): AsyncIterable<Item> | Promise<readonly Item[]>;
  /** The text to print for a name that was not found. */
  readonly shown?: (name: string) => string;
}

export const subjectOptions = <Item>({ names, filters = [] }: Subjects<Item>): Option[] => [
  new Option('--file <file>', `read the ${names} from a file, one a line (- for standard input)`),
  ...filters,
];

/** The given filter as the query that core expects. */
export function filterOf<Item>({ filters = [] }: Subjects<Item>, options: Options): Query {
  const names = filters.map((option) => option.attributeName());
  return toQuery(Object.fromEntries(names.map((name) => [name, own(options, name)])));
}

/** The items of a command's names or filter, each once, and names not found. @throws UsageError unless one is given */
export async function select<Item extends { id: string }>(
  subjects: Subjects<Item>,
  actor: System,
  words: readonly string[],
  options: Options,
): Promise<{ items: Item[]; missing: Failure[] }> {
  const filter = filterOf(subjects, options);
  const { file } = options;
  // A blank value, such as that of an unset shell variable, must not choose everything.
  const isFiltered = Object.values(filter).some((value) => String(value ?? '').trim() !== '');
  const isNamed = words.length > 0 || file !== undefined;
  if (isFiltered && isNamed) throw new output.UsageError('Give names or a filter, not both.');
  if (!isFiltered && !isNamed)
    throw new output.UsageError('Name at least one, or give --file or a filter. --help shows examples.');
  if (isFiltered) {
    const items: Item[] = [];
    for await (const item of (await subjects.matching?.(actor, filter)) ?? []) items.push(item);
    return { items, missing: [] };
  }
  const names = [...new Set([...words, ...(file === undefined ? [] : await readNames(file))])];
  const found = await subjects.find(actor, names);
  const items = new Map(names.flatMap((name) => found.get(name) ?? []).map((item) => [item.id, item]));
  const error = `There is no such ${subjects.noun[0]}.`;
  const missing = names
    .filter((name) => !found.has(name))
    .map((name) => ({ item: subjects.shown?.(name) ?? name, code: 'not_found', error }));
  return { items: [...items.values()], missing };
}

/** A verb that changes each selected item by `does`. `plan` reads all items first, and can replace the verb's members. */
export function changeVerb<Item extends { id: string }, O extends Options = Options>(
  subjects: Subjects<Item>,
  verb: Described &
    Operation<Item, O> & {
      /** false: it takes no --reason, or declares its own. */
      readonly takesReason?: boolean;
      readonly plan?: (
        actor: System,
        options: O,
        items: readonly Item[],
      ) => Partial<Operation<Item, O>> | Promise<Partial<Operation<Item, O>>>;
    },
): Verb {
  const { options = [], takesReason = true, plan } = verb;
  const usual = takesReason ? CHANGE : BATCH;
  return {
    ...verb,
    options: [...subjectOptions(subjects), ...options, ...usual],
    does: async (session, words: string[], given: O) => {
      const { items, missing } = await select(subjects, session.actor, words, given);
      const planned = await plan?.(session.actor, given, items);
      return changeEach(session, given, { ...subjects, ...verb, ...planned, items, missing });
    },
  };
}
