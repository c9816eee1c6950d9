// directory-admin import, listings import and db seed
import { resolve } from 'node:path';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { EXAMPLES_FILE, openImport } from '../core/import/import-rows.js';
import { addColumnFacts } from '../core/import/make-facts.js';
import { isAddress } from '../core/import/read-address.js';
import { beginImport } from '../core/import/records.js';
import * as rowTypes from '../core/import/rows.js';
import { rehearseImport, runImport } from '../core/import/run.js';
import type { System } from '../core/kernel/actor.js';
import { FACT_TYPES } from '../core/settings/fact-schema.js';
import * as commands from './kit/command.js';
import { reportImport } from './kit/import-report.js';
import { openInput, readRows } from './kit/input.js';
import { note, UsageError } from './kit/output.js';
import type { Session } from './kit/session.js';

const OUTCOMES = {
  ...{ created: 'created', changed: 'changed', unchanged: 'unchanged', removed: 'removed' },
  kept: 'left to their owners',
};

interface ListingImportOptions extends commands.Options {
  owner?: string;
  format?: rowTypes.ImportKind;
  separator?: string;
  depth?: number;
  column?: Record<string, string>;
  categories?: rowTypes.ImportOptions['categories'];
  categoryMap?: Record<string, string>;
  category?: string;
}

async function importListings({ actor, signal }: Session, source: string, options: ListingImportOptions) {
  const isFile = !isAddress(source);
  const { owner, dryRun: isDryRun, format: kind, categoryMap: category_map } = options;
  const columns = { ...options.column, ...(await addFacts(actor, source, options)) };
  const { separator, depth, categories, category } = options;
  const input = {
    ...{ owner, source: isFile && source !== '-' ? resolve(source) : source, isOnce: source === '-' },
    options: { kind, separator, depth, columns, categories, category_map, category },
  };
  // Nothing begins if the owner does not exist.
  const { owner: account } = await openImport(actor, { owner });
  const content = isFile ? await openInput(source) : null;
  const rows = isDryRun
    ? rehearseImport(actor, input, { content, signal })
    : runImport(actor, await beginImport(actor, input), { content, signal });
  return reportImport(rows as AsyncIterable<rowTypes.SettledRow>, options, signal, {
    outcomes: OUTCOMES,
    about: { owner: account?.email ?? null },
    key: 'slug',
  });
}

const pair = (text: string, before: Record<string, string> = {}): Record<string, string> => {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give it as NAME=VALUE; an empty VALUE leaves NAME out.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
};

/** The columns that become facts, with their fields; with --dry-run they are left out. */
async function addFacts(actor: System, source: string, { fact = [], format, dryRun }: ListingImportOptions) {
  const typed = fact.reduce<Record<string, string>>((before, text) => pair(text, before), {});
  const wanted = Object.entries(typed).map(([column, meaning]) => {
    const [key = '', name] = meaning.split(':');
    const type = FACT_TYPES.find((one) => one === name);
    if (name !== undefined && type === undefined)
      throw new UsageError(`--fact ${column}: the type is one of ${FACT_TYPES.join(', ')}.`);
    return { column, key, type };
  });
  const isUntyped = wanted.some(({ type }) => type === undefined);
  if (isUntyped && (source === '-' || isAddress(source)))
    throw new UsageError('Give --fact COLUMN=KEY:TYPE: types are guessed of files only.');
  if (wanted.length === 0) return {};
  if (!dryRun) {
    const file = format === 'mcp' || format === 'directory' ? undefined : format;
    return addColumnFacts(actor, wanted, isUntyped ? readRows(source, file) : null);
  }
  note(`The import adds the facts ${wanted.map(({ key }) => key).join(', ')}.`);
  return Object.fromEntries(wanted.map(({ column }) => [column, '']));
}

/** directory-admin db seed: fills an empty directory with example listings. */
export const seedListings = (session: Session, options: ListingImportOptions) =>
  importListings(session, EXAMPLES_FILE, options);

export const readingOptions = () => [
  new Option('--format <format>', 'detected by default').choices(rowTypes.IMPORT_KINDS),
  new Option('--categories <mode>', 'what becomes of categories that the directory lacks').choices(
    rowTypes.CATEGORY_MODES,
  ),
];

export const command: commands.Operation = {
  takes: [new Argument('<source>')],
  options: [
    'owner',
    ...readingOptions(),
    new Option('--category-map <name=category>', 'a category by what the source calls it').argParser(pair),
    new Option('--category <category>', 'of rows that name none'),
    new Option('--column <column=field>', 'the field that a column is read as').argParser(pair),
    new Option(
      '--fact <column=key...>',
      'make a fact of a column; of a type with key:type, else of that of its values',
    ),
    new Option('--separator <character>', 'between the cells of CSV; detected by default'),
    commands.wholeNumberOption('--depth <level>', 'headings of Markdown below this level are no categories'),
    'dry-run',
    'as',
  ],
  examples: [
    'import README.md --categories only --dry-run',
    'import https://github.com/sindresorhus/awesome --categories add',
    'import products.csv --column Producer=name --category-map "Dev=developer-tools"',
    'import https://registry.modelcontextprotocol.io --category developer-tools',
    'import https://directory.example.org',
  ],
  queue: true,
  does: importListings,
};

export const importListingsVerb: commands.Verb = {
  summary:
    'Submit every row of an NDJSON or CSV file (- for standard input); `import` reads more. Importing it again changes nothing.',
  options: ['owner', commands.textFormatOption(), 'dry-run', 'as'],
  examples: ['listings import listings.csv --owner ada@example.com --dry-run'],
  queue: true,
  does: importListings,
};
