// directory-admin import, listings import and db seed
import { resolve } from 'node:path';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { findOwner } from '../core/import/import-rows.js';
import { addColumnFacts } from '../core/import/make-facts.js';
import { isAddress } from '../core/import/read-address.js';
import { beginImport } from '../core/import/records.js';
import * as rowTypes from '../core/import/rows.js';
import { EXAMPLES_FILE, rehearseImport, runImport } from '../core/import/run.js';
import type { System } from '../core/kernel/actor.js';
import { toEnglish } from '../core/kernel/errors.js';
import { FACT_TYPES } from '../core/settings/fact-schema.js';
import * as commands from './kit/command.js';
import { openInput, readRows } from './kit/input.js';
import * as output from './kit/output.js';
import { startProgress } from './kit/prompt.js';
import type { Session } from './kit/session.js';

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
  // Fails before anything is stored if the owner does not exist.
  const account = await findOwner(actor, owner);
  const content = isFile ? await openInput(source) : null;
  const rows = isDryRun
    ? rehearseImport(actor, input, { content, signal })
    : runImport(actor, await beginImport(actor, input), { content, signal });
  return reportImport(rows, options, signal, account?.email ?? null);
}

/** The report's lists of rows. `text`: the words of a line that was left out. */
type Lists = Record<'errors' | 'remarks' | 'repaired' | 'left_out', { line: number; text?: string }[]>;

/** Outcomes of rows that were not refused. */
const OUTCOMES = ['created', 'changed', 'unchanged', 'removed', 'kept'];

/** A row in the report: its members in JSON, a sentence if people must know of it, and the list it belongs to. */
function describeRow(row: rowTypes.SettledRow): { members: object; text?: string; list?: keyof Lists } {
  if ('problem' in row) {
    const { said: _, ...members } = row.problem;
    return { members, text: `${members.field ?? '-'}: ${members.code}: ${members.error}`, list: 'errors' };
  }
  if ('leftOut' in row) return { members: { outcome: 'left_out', text: row.leftOut }, list: 'left_out' };
  const { outcome, slug, notes = [] } = row;
  if (outcome === 'kept') {
    const remark = `left to its owner: ${slug} belongs to another account`;
    return { members: { outcome, slug, remark }, text: remark, list: 'remarks' };
  }
  if (notes.length === 0) return { members: { outcome, slug } };
  const said = notes.map((note) => toEnglish(note));
  return { members: { outcome, slug, notes: said }, text: `repaired: ${said.join(' ')}`, list: 'repaired' };
}

/** Prints each row of an import as it is settled, then all of them together. */
async function reportImport(
  rows: AsyncIterable<rowTypes.SettledRow>,
  { dryRun: isDryRun = false, ...options }: ListingImportOptions,
  signal: AbortSignal,
  owner: string | null,
): Promise<output.ExitCode> {
  const format = output.formatOf(options);
  const counts = new Map(OUTCOMES.map((outcome) => [outcome, 0]));
  const lists: Lists = { errors: [], remarks: [], repaired: [], left_out: [] };
  const warned = new Map<string, number>();
  const progress = startProgress(isDryRun ? 'Reading' : 'Importing');
  try {
    for await (const row of rows) {
      progress.step();
      const { line } = row;
      const { members, text, list } = describeRow(row);
      if (list) lists[list].push({ line, ...members });
      if ('outcome' in row) {
        counts.set(row.outcome, (counts.get(row.outcome) ?? 0) + 1);
        for (const warning of row.warnings ?? []) warned.set(warning, (warned.get(warning) ?? 0) + 1);
      }
      if (format === 'ndjson') progress.aside(() => output.printJsonLine({ line, ...members }));
      else if (format === 'table' && text) progress.aside(() => sayLine(line, text));
    }
  } finally {
    progress.stop();
  }
  const refused = lists.errors.length;
  const done = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const read = done + refused;
  const warnings = [...warned].map(([warning, times]) => ({ warning, rows: times }));
  if (format === 'json') {
    const state = { rows: read, dry_run: isDryRun, complete: !signal.aborted, owner };
    output.printJson({ ...Object.fromEntries(counts), refused, ...state, ...lists, warnings });
  }
  for (const { warning, rows: times } of warnings)
    output.note(`${warning} (in ${output.count(times, 'row')})`);
  if (format === 'table') saySummary(counts.set('refused', refused), lists, isDryRun);
  if (!signal.aborted) return output.exitCodeOf({ done, failed: refused });
  const next = isDryRun ? '' : ' Run it again to continue: rows that are done do not change.';
  output.note(`Stopped: did ${output.groupDigits(read)}.${next}`);
  return read === 0 ? output.EXIT.refused : output.EXIT.partly;
}

const sayLine = (line: number, text = '') => output.say(output.plainLine(`line ${line}: ${text}`));

const SHOWN_LEFT_OUT = 3;

function saySummary(counts: Map<string, number>, { repaired, left_out }: Lists, isDryRun: boolean): void {
  const parts = [...counts].flatMap(([outcome, number]) =>
    number > 0
      ? `${output.groupDigits(number)} ${outcome === 'kept' ? 'left to their owners' : outcome}`
      : [],
  );
  const start = isDryRun ? 'Dry run, nothing was changed. It would be: ' : '';
  output.say(`${start}${parts.join(', ') || 'nothing'}.`);
  if (repaired.length > 0) output.say(`${output.count(repaired.length, 'row')} repaired.`);
  if (left_out.length > 0)
    output.say(`${output.count(left_out.length, 'line')} with links left out, for example:`);
  for (const { line, text } of left_out.slice(0, SHOWN_LEFT_OUT)) sayLine(line, text);
}

const pair = (text: string, before: Record<string, string> = {}): Record<string, string> => {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give it as NAME=VALUE; an empty VALUE leaves NAME out.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
};

/** Creates facts from columns. @returns the field of each column; in a dry run, which creates nothing, an empty one */
async function addFacts(actor: System, source: string, { fact = [], format, dryRun }: ListingImportOptions) {
  const typed = fact.reduce<Record<string, string>>((before, text) => pair(text, before), {});
  const wanted = Object.entries(typed).map(([column, meaning]) => {
    const [key = '', name] = meaning.split(':');
    const type = FACT_TYPES.find((one) => one === name);
    if (name !== undefined && type === undefined)
      throw new output.UsageError(`--fact ${column}: the type is one of ${FACT_TYPES.join(', ')}.`);
    return { column, key, type };
  });
  const isUntyped = wanted.some(({ type }) => type === undefined);
  if (isUntyped && (source === '-' || isAddress(source)))
    throw new output.UsageError('Give --fact COLUMN=KEY:TYPE: types are guessed only for files.');
  if (wanted.length === 0) return {};
  if (!dryRun) {
    const file = format === 'mcp' || format === 'directory' ? undefined : format;
    return addColumnFacts(actor, wanted, isUntyped ? readRows(source, file) : null);
  }
  output.note(`The import adds the facts ${wanted.map(({ key }) => key).join(', ')}.`);
  return Object.fromEntries(wanted.map(({ column }) => [column, '']));
}

/** directory-admin db seed: fills an empty directory with example listings. */
export const seedListings = (session: Session, options: ListingImportOptions) =>
  importListings(session, EXAMPLES_FILE, options);

export const readingOptions = () => [
  new Option('--format <format>', 'detected by default').choices(rowTypes.IMPORT_KINDS),
  new Option('--categories <mode>', 'what to do with categories that the directory lacks').choices(
    rowTypes.CATEGORY_MODES,
  ),
];

export const command: commands.Operation = {
  takes: [new Argument('<source>')],
  options: [
    'owner',
    ...readingOptions(),
    new Option('--category-map <name=category>', 'the category for a name in the source').argParser(pair),
    new Option('--category <category>', 'the category of rows that name none'),
    new Option('--column <column=field>', 'the field that a column is read as').argParser(pair),
    new Option(
      '--fact <column=key...>',
      'make a fact of a column; its type as key:type, or else guessed from the values',
    ),
    new Option('--separator <character>', 'separates the cells of CSV; detected by default'),
    commands.wholeNumberOption('--depth <level>', 'headings of Markdown below this level are not categories'),
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
  does: importListings,
};

export const importListingsVerb: commands.Verb = {
  summary:
    'Submit every row of an NDJSON or CSV file (- for standard input); `import` reads more. Importing it again changes nothing.',
  options: ['owner', commands.textFormatOption(), 'dry-run', 'as'],
  examples: ['listings import listings.csv --owner ada@example.com --dry-run'],
  does: importListings,
};
