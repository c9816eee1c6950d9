// directory-admin import, listings import and imports …
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isAddress } from '../core/import/address.js';
import { EXAMPLES_FILE } from '../core/import/examples.js';
import { openImport } from '../core/import/import.js';
import {
  beginImport,
  discardImport,
  getImport,
  listFaults,
  listImports,
  runUndo,
  undoImport,
} from '../core/import/imports.js';
import { IMPORT_KINDS, type ImportKind, type SettledRow } from '../core/import/rows.js';
import { rehearseImport, runImport } from '../core/import/runs.js';
import {
  CATEGORY_MODES,
  type ImportRecord,
  type ImportOptions as ReadingOptions,
} from '../core/import/schema.js';
import {
  addVerb,
  asOption,
  defineVerb,
  dryRunOption,
  type Finish,
  jsonOptions,
  wholeNumberOption,
  yesOption,
} from './command.js';
import type { ExitCode } from './exit.js';
import { countFirst, type ImportOptions, reportImport } from './import.js';
import { asUsage } from './import-rows.js';
import { openInput } from './input.js';
import { type FormatOptions, formatOf, printJson, printList, say } from './output.js';
import { startProgress } from './progress.js';
import { confirmChange } from './prompt.js';
import { withSession } from './session.js';
import type { Column } from './table.js';
import { count, shortTime } from './text.js';

const OUTCOMES = {
  created: { label: 'created', isAlwaysTold: true },
  changed: { label: 'changed', isAlwaysTold: true },
  unchanged: { label: 'unchanged', isAlwaysTold: true },
  kept: { label: 'left to their owners' },
  removed: { label: 'removed' },
};

interface ListingImportOptions extends ImportOptions {
  owner?: string;
  format?: ImportKind;
  separator?: string;
  depth?: number;
  column?: Record<string, string>;
  categories?: ReadingOptions['categories'];
  categoryMap?: Record<string, string>;
  category?: string;
}

function readingOf(options: ListingImportOptions): ReadingOptions {
  const {
    format: kind,
    separator,
    depth,
    column: columns,
    categories,
    categoryMap: category_map,
    category,
  } = options;
  const given = { kind, separator, depth, columns, categories, category_map, category };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export async function importListings(source: string, options: ListingImportOptions): Promise<ExitCode> {
  const isFile = !isAddress(source);
  const reading = readingOf(options);
  const { kind, ...textOptions } = reading;
  const total = isFile
    ? await countFirst(source, { ...textOptions, ...(kind === 'directory' ? {} : { kind }) })
    : null;
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const { owner, dryRun: isDryRun } = options;
    const input = {
      source: isFile && source !== '-' ? resolve(source) : source,
      ...{ owner, options: reading, isOnce: source === '-' },
    };
    // Nothing begins if the owner does not exist.
    const { owner: account } = await openImport(actor, { owner });
    const content = isFile ? await openInput(source) : null;
    const rows = isDryRun
      ? rehearseImport(actor, input, { content, signal })
      : runImport(actor, await beginImport(actor, input), { content, signal });
    const remarkOf = ({ outcome, slug }: { outcome: string; slug: string | null }) =>
      outcome === 'kept' ? `left to its owner: ${slug} belongs to another account` : undefined;
    const about = { owner: account?.email ?? null };
    const task = { outcomes: OUTCOMES, about, key: 'slug' as const, remarkOf };
    try {
      return await reportImport(rows as AsyncIterable<SettledRow>, options, { total, signal }, task);
    } catch (error) {
      throw asUsage(error);
    }
  });
}

/** directory-admin db seed: fills an empty directory with example listings. */
export const seedListings = (options: ListingImportOptions) => importListings(EXAMPLES_FILE, options);

/** Collects `name=meaning` pairs. */
const pair = (text: string, before: Record<string, string> = {}) => {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give it as NAME=VALUE; an empty VALUE leaves NAME out.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
};

export const ownerOption = () =>
  new Option('--owner <email>', 'owner of the new listings; without one only admins change them');

export function defineImport(noun: Command, finish: Finish): void {
  defineVerb(noun.argument('<source>'), finish, {
    options: [
      ownerOption(),
      new Option('--format <format>', 'detected by default').choices(IMPORT_KINDS),
      new Option('--categories <mode>', 'what becomes of categories that the directory lacks').choices(
        CATEGORY_MODES,
      ),
      new Option('--category-map <name=category>', 'a category by what the source calls it').argParser(pair),
      new Option('--category <category>', 'of rows that name none'),
      new Option('--column <column=field>', 'the field that a column is read as').argParser(pair),
      new Option('--separator <character>', 'between the cells of CSV; detected by default'),
      wholeNumberOption('--depth <level>', 'headings of Markdown below this level are no categories'),
      dryRunOption(),
      asOption(),
      ...jsonOptions(),
    ],
    examples: [
      'import README.md --categories only --dry-run',
      'import https://github.com/sindresorhus/awesome --categories add',
      'import products.csv --column Producer=name --category-map "Dev=developer-tools"',
      'import https://registry.modelcontextprotocol.io --category developer-tools',
      'import https://directory.example.org',
    ],
    run: importListings,
  });
}

const COLUMNS: readonly Column<ImportRecord>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'source', value: ({ source }) => source },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'state', value: ({ state }) => state },
  { title: 'rows', value: ({ position }) => String(position) },
  { title: 'at', value: (run) => shortTime(run.created_at) },
];

export function addImportVerbs(noun: Command, finish: Finish): void {
  addVerb(noun, finish, {
    usage: 'list',
    summary: 'List the latest imports.',
    options: jsonOptions(),
    examples: ['imports list'],
    run: (options: FormatOptions) =>
      withSession({}, async ({ actor }) => {
        const imports = await listImports(actor);
        printList(options, {
          document: { imports },
          rows: imports,
          columns: COLUMNS,
          empty: 'Nothing was imported.',
        });
      }),
  });
  addVerb(noun, finish, {
    usage: 'show <id>',
    summary: 'Show an import, and why rows had no effect.',
    options: jsonOptions(),
    examples: ['imports show 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --json'],
    run: (id: string, options: FormatOptions) =>
      withSession({}, async ({ actor }) => {
        const run = await getImport(actor, id);
        const faults = await listFaults(actor, id);
        if (formatOf(options) !== 'table') return printJson({ import: run, faults });
        const counts = Object.entries(run.counts).map(([outcome, rows]) => `${rows} ${outcome}`);
        say(`${run.source}: ${run.state}. ${counts.join(', ') || 'No rows'}.`);
        for (const { line, field, code, error } of faults)
          say(`line ${line}: ${field ?? '-'}: ${code}: ${error}`);
      }),
  });
  addVerb(noun, finish, {
    usage: 'undo <id>',
    summary:
      'Take back what an import has done: its listings go, and those it changed are as they were. What was changed since stays.',
    options: [yesOption(), asOption(), ...jsonOptions()],
    examples: ['imports undo 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f --yes'],
    run: undo,
  });
  addVerb(noun, finish, {
    usage: 'forget <id>',
    summary: 'Delete the record of an import that was undone or never started.',
    options: [asOption()],
    examples: ['imports forget 1b4e28ba-2fa1-4d2b-9f3e-0a1b2c3d4e5f'],
    run: (id: string, options: FormatOptions & { as?: string }) =>
      withSession(options, ({ actor }) => discardImport(actor, id)),
  });
}

async function undo(id: string, options: FormatOptions & { as?: string; yes?: boolean }): Promise<void> {
  await withSession(options, async ({ actor, signal }) => {
    const { counts, source } = await getImport(actor, id);
    const rows = (counts.created ?? 0) + (counts.changed ?? 0);
    if (!options.yes) await confirmChange(`Undo the import of ${source}, ${count(rows, 'row')}?`, rows);
    await undoImport(actor, id, { byWorker: false });
    const progress = startProgress('Undoing', rows);
    let told = 0;
    for await (const { undone, left } of runUndo(actor, id, signal))
      for (; told < undone + left; told += 1) progress.step();
    progress.stop();
    const after = await getImport(actor, id);
    if (formatOf(options) !== 'table') return printJson({ import: after });
    const { undone = 0, left = 0 } = after.counts;
    say(`${count(undone, 'row')} undone${left > 0 ? `, ${left} left: they were changed since` : ''}.`);
  });
}
