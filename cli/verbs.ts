// Verbs of a kind: those that list something, and those that change several things in turn.
import type { System } from '../core/kernel/actor.js';
import { type Options, pageOptions, type Query, toQuery, type Verb } from './command.js';
import { formatOf, type List, note, printJsonLine, printList, say } from './output.js';
import { inSession } from './session.js';
import { groupDigits } from './text.js';

type Described = Omit<Verb, 'run'>;

interface Page {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** About parts of the request that had no effect. */
  readonly warnings?: readonly { error: string }[];
}

/**
 * A verb that prints a list.
 * @param verb `rows`: of what `find` returns, which --json prints whole
 */
export function listVerb<Found extends object, Row>(
  verb: Described &
    Pick<List<Row>, 'columns' | 'empty'> & {
      readonly isPaged?: boolean;
      readonly queue?: boolean;
      readonly find: (actor: System, query: Query, subject: string | undefined) => Promise<Found>;
      readonly rows: (found: NoInfer<Found>) => readonly Row[];
      readonly footer?: (found: NoInfer<Found>) => string;
    },
): Verb {
  const { find, rows: rowsOf, columns, empty, footer, isPaged = false, queue, options = [] } = verb;
  return {
    ...verb,
    options: [...options, ...(isPaged ? pageOptions() : [])],
    run: inSession(async ({ actor }, ...input: unknown[]) => {
      const asked = input.at(-1) as Options;
      const [subject] = input.slice(0, -1) as string[];
      const document = await find(actor, toQuery(asked), subject);
      const page = document as unknown as Page;
      for (const { error } of page.warnings ?? []) note(error);
      const rows = rowsOf(document);
      const below = isPaged ? pageFooter(page, rows.length) : footer?.(document);
      printList(asked, { document, rows, columns, empty, footer: below });
    }, queue),
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
    readonly queue?: boolean;
    /** @returns what is said of it, and its line of JSON */
    readonly change: (actor: System, id: string, options: Options) => Promise<readonly [string, object]>;
  },
): Verb {
  return {
    ...verb,
    run: inSession(async ({ actor }, ids: string[], options: Options) => {
      for (const id of ids) {
        const [text, line] = await verb.change(actor, id, options);
        if (formatOf(options) === 'table') say(text);
        else printJsonLine(line);
      }
    }, verb.queue),
  };
}
