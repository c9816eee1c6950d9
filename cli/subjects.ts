// The items of a command: names on the command line, names in a file, or all that match a filter.
import { Option } from 'commander';
import type { Failure } from './batch.js';
import { UsageError } from './exit.js';
import { readNames } from './input.js';

export const fileOption = (what: string) =>
  new Option('--file <file>', `read the ${what} from a file, one a line (- for standard input)`);

/** Either the names, each once, or the filter. */
export type Subjects<Filter> = { names: string[] } | { filter: Filter };

/**
 * @param filter the filter options that were given
 * @throws UsageError for neither or both
 */
export async function readSubjects<Filter extends object>(
  words: readonly string[],
  file: string | undefined,
  filter: Filter,
): Promise<Subjects<Filter>> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const isNamed = words.length > 0 || file !== undefined;
  if (isFiltered && isNamed) throw new UsageError('Give names or a filter, not both.');
  if (isFiltered) return { filter };
  if (!isNamed) throw new UsageError('Name at least one, or give --file or a filter. --help shows examples.');
  return { names: [...new Set([...words, ...(file === undefined ? [] : await readNames(file))])] };
}

export interface Selected<Item> {
  readonly items: Item[];
  readonly missing: Failure[];
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
