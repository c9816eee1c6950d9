// directory-admin catalog …
import { Option } from 'commander';
import { CATALOG_STATUSES, type ManagedEntry, NewEntry } from '../core/catalog/entries.js';
import { addEntry, findEntries, findNamedEntries, removeEntry, verifyEntry } from '../core/catalog/manage.js';
import { type FileKind, type SettledRow, type SourceRow, settleRow } from '../core/import/rows.js';
import { importRows } from '../core/import/run.js';
import type { System } from '../core/kernel/actor.js';
import { findUnknownFields } from '../core/kernel/check.js';
import { dryRun } from '../core/kernel/transaction.js';
import { type Options, type Query, textFormatOption, type Verbs } from './kit/command.js';
import { reportImport } from './kit/import-report.js';
import { readRows } from './kit/input.js';
import { type ExitCode, shortTime } from './kit/output.js';
import type { Session } from './kit/session.js';
import { changeVerb, listVerb, type Subjects } from './kit/verbs.js';

const PLACES: Subjects<ManagedEntry> = {
  noun: ['place', 'places'],
  key: 'url',
  names: 'addresses or ids',
  columns: [
    'address: url!',
    'name',
    'status',
    'kind',
    'added: added_at!?',
    { title: 'checked!?', value: (entry) => shortTime(entry.checked_at) || 'never' },
  ],
  find: findNamedEntries,
  filters: [
    new Option('--query <text>', 'part of a name, address or kind'),
    new Option('--status <status>', 'live: verified; submitted: proposed').choices([...CATALOG_STATUSES]),
  ],
  matching: eachPlace,
};

async function* eachPlace(actor: System, filter: Query): AsyncGenerator<ManagedEntry> {
  const items: ManagedEntry[] = [];
  for (let page = 1; ; page += 1) {
    const { entries, total } = await findEntries(actor, { ...filter, page, limit: 100 });
    items.push(...entries);
    if (entries.length === 0 || items.length >= total) return yield* items;
  }
}

type AddOptions = Options & {
  name: string;
  status: string;
  submitUrl?: string;
  kind?: string;
  notes?: string;
};

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List the catalog by name, unverified places first.',
    options: PLACES.filters,
    isPaged: true,
    examples: ['catalog list --status submitted'],
    find: findEntries,
    rows: ({ entries }) => entries,
    columns: PLACES.columns,
    empty: 'Nothing in the catalog matches.',
  }),
  'add <url>': {
    summary: 'Add a place, verified by default.',
    options: [
      new Option('--name <name>').makeOptionMandatory(),
      new Option('--submit-url <url>', 'the submission page'),
      new Option('--kind <kind>', 'such as "startup directory"'),
      new Option('--notes <text>'),
      new Option('--status <status>').choices([...CATALOG_STATUSES]).default('live'),
      'as',
    ],
    examples: ['catalog add https://startups.example.com --name "Startup Shelf" --kind "startup directory"'],
    does: async ({ actor }, url: string, options: AddOptions) => {
      const { name, submitUrl: submit_url, kind, notes, status } = options;
      const added = await addEntry(actor, { name, url, submit_url, kind, notes, status });
      const { entry, created } = added;
      const text = created
        ? `Added ${entry.url}.`
        : `${entry.url} is in the catalog already (${entry.status}).`;
      return { document: added, lines: [entry], text };
    },
  },
  'verify [places...]': changeVerb(PLACES, {
    summary: 'Mark places as verified today.',
    takesReason: false,
    examples: ['catalog verify https://startups.example.com', 'catalog verify --status submitted --dry-run'],
    verb: ['verify', 'verified'],
    does: (actor, { id }) => verifyEntry(actor, id),
  }),
  'remove [places...]': changeVerb(PLACES, {
    summary: 'Remove places from the catalog.',
    examples: ['catalog remove https://gone.example.com --reason "Closed"'],
    verb: ['remove', 'removed'],
    does: (actor, { id }, { reason }) => removeEntry(actor, id, { reason }),
  }),
  'import <file>': {
    summary: `Add every row of an NDJSON or CSV file: ${Object.keys(NewEntry.properties).join(', ')}.`,
    options: [textFormatOption(), 'dry-run', 'as'],
    examples: ['catalog import places.csv --dry-run', 'catalog import places.csv'],
    does: importCatalog,
  },
};

const OUTCOMES = { created: 'added', existing: 'in the catalog already' };
/** Columns of the catalog's own export that an import ignores. */
const EXPORTED = ['added_at', 'checked_at'];

async function importCatalog(
  { actor, signal }: Session,
  file: string,
  options: Options & { format?: FileKind },
): Promise<ExitCode> {
  const take = async (some: readonly SourceRow[]) => {
    const settled: SettledRow[] = [];
    for (const row of some)
      settled.push(await settleRow(row, () => takeRow(actor, row.input, options.dryRun ?? false)));
    return settled;
  };
  const rows = importRows(take, readRows(file, options.format), signal);
  return reportImport(rows, options, signal, { outcomes: OUTCOMES, about: {}, key: 'url' });
}

async function takeRow(actor: System, input: unknown, isDryRun: boolean) {
  const add = (by: System) => addEntry(by, input);
  const { entry, created } = await (isDryRun ? dryRun(actor, add) : add(actor));
  const known = [...Object.keys(NewEntry.properties), ...EXPORTED];
  return {
    outcome: created ? 'created' : 'existing',
    slug: entry.url,
    warnings: findUnknownFields(known, input),
  };
}
