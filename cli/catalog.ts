// directory-admin catalog …
import { type Command, Option } from 'commander';
import { addEntry, findEntries, findNamedEntries, removeEntry, verifyEntry } from '../core/catalog/manage.js';
import { CATALOG_STATUSES, type ManagedEntry, NewEntry } from '../core/catalog/schema.js';
import { type BatchOptions, eachInTurn, type Outcome, runBatch } from './batch.js';
import { importCatalog } from './catalog-import.js';
import {
  addVerb,
  asOption,
  dryRunOption,
  type Finish,
  jsonOptions,
  type PageOptions,
  pageOptions,
  reasonOption,
  yesOption,
} from './command.js';
import type { ExitCode } from './exit.js';
import { type FormatOptions, formatOf, printJson, printJsonLine, printPage, say } from './output.js';
import { type Session, withSession } from './session.js';
import { fileOption, named, readSubjects } from './subjects.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

interface FilterOptions {
  query?: string;
  status?: string;
}

const filterOptions = () => [
  new Option('--query <text>', 'part of a name, address or kind'),
  new Option('--status <status>', 'live: verified; submitted: proposed').choices([...CATALOG_STATUSES]),
];

export function addCatalogVerbs(catalog: Command, finish: Finish): void {
  addVerb(catalog, finish, {
    usage: 'list',
    summary: 'List the catalog by name, unverified places first.',
    options: [...filterOptions(), ...pageOptions(), ...jsonOptions()],
    examples: ['catalog list --status submitted'],
    run: listCatalog,
  });
  addVerb(catalog, finish, {
    usage: 'add <url>',
    summary: 'Add a place, verified by default.',
    options: [
      new Option('--name <name>').makeOptionMandatory(),
      new Option('--submit-url <url>', 'the submission page'),
      new Option('--kind <kind>', 'such as "startup directory"'),
      new Option('--notes <text>'),
      new Option('--status <status>').choices([...CATALOG_STATUSES]).default('live'),
      asOption(),
      ...jsonOptions(),
    ],
    examples: ['catalog add https://startups.example.com --name "Startup Shelf" --kind "startup directory"'],
    run: addToCatalog,
  });
  const subjects = () => [fileOption('addresses or ids'), ...filterOptions()];
  addVerb(catalog, finish, {
    usage: 'verify [places...]',
    summary: 'Mark places as verified today.',
    options: [...subjects(), yesOption(), dryRunOption(), asOption(), ...jsonOptions()],
    examples: ['catalog verify https://startups.example.com', 'catalog verify --status submitted --dry-run'],
    run: verifyPlaces,
  });
  addVerb(catalog, finish, {
    usage: 'remove [places...]',
    summary: 'Remove places from the catalog.',
    options: [...subjects(), reasonOption(), yesOption(), dryRunOption(), asOption(), ...jsonOptions()],
    examples: ['catalog remove https://gone.example.com --reason "Closed"'],
    run: removePlaces,
  });
  addVerb(catalog, finish, {
    usage: 'import <file>',
    summary: `Add every row of an NDJSON or CSV file: ${Object.keys(NewEntry.properties).join(', ')}.`,
    options: [
      new Option('--format <format>', 'detected from the content by default').choices(['ndjson', 'csv']),
      dryRunOption(),
      asOption(),
      ...jsonOptions(),
    ],
    examples: ['catalog import places.csv --dry-run', 'catalog import places.csv'],
    run: importCatalog,
  });
}

const COLUMNS: readonly Column<ManagedEntry>[] = [
  { title: 'address', value: (entry) => entry.url, isWhole: true },
  { title: 'name', value: (entry) => entry.name },
  { title: 'status', value: (entry) => entry.status },
  { title: 'kind', value: (entry) => entry.kind },
  { title: 'added', value: (entry) => shortTime(entry.added_at), isWhole: true, isExtra: true },
  {
    title: 'checked',
    value: (entry) => shortTime(entry.checked_at) || 'never',
    isWhole: true,
    isExtra: true,
  },
];

function listCatalog(options: FormatOptions & FilterOptions & PageOptions): Promise<void> {
  const { query: q, status, page, limit } = options;
  return withSession({}, async ({ actor }) => {
    const list = await findEntries(actor, { q, status, page, limit });
    printPage(options, list, {
      rows: list.entries,
      columns: COLUMNS,
      empty: 'Nothing in the catalog matches.',
    });
  });
}

interface AddOptions extends FormatOptions {
  name: string;
  submitUrl?: string;
  kind?: string;
  notes?: string;
  status: string;
  as?: string;
}

function addToCatalog(url: string, options: AddOptions): Promise<void> {
  const { name, submitUrl, kind, notes, status } = options;
  return withSession(options, async ({ actor }) => {
    const result = await addEntry(actor, { name, url, submit_url: submitUrl, kind, notes, status });
    const { entry, created } = result;
    const format = formatOf(options);
    if (format === 'json') printJson(result);
    else if (format === 'ndjson') printJsonLine(entry);
    else say(created ? `Added ${entry.url}.` : `${entry.url} is in the catalog already (${entry.status}).`);
  });
}

interface ChangeOptions extends BatchOptions, FilterOptions {
  file?: string;
  reason?: string;
  as?: string;
}

const verifyPlaces = (places: string[], options: ChangeOptions) =>
  changePlaces(['verify', 'verified'], places, options, ({ actor }, { id }) => verifyEntry(actor, id));

const removePlaces = (places: string[], options: ChangeOptions) =>
  changePlaces(['remove', 'removed'], places, options, ({ actor }, { id }) =>
    removeEntry(actor, id, { reason: options.reason }),
  );

function changePlaces(
  verb: readonly [will: string, done: string],
  places: string[],
  options: ChangeOptions,
  change: (session: Session, entry: ManagedEntry) => Promise<unknown>,
): Promise<ExitCode> {
  return withSession(options, async (session) => {
    const { items, missing } = await selectPlaces(session, places, options);
    return runBatch<ManagedEntry>(options, session.signal, {
      verb,
      noun: ['place', 'places'],
      key: 'url',
      items,
      missing,
      columns: COLUMNS,
      nameOf: (entry) => entry.url,
      run: (entries, watch): Promise<Outcome> =>
        eachInTurn(
          entries,
          watch,
          ({ url }) => url,
          (entry) => change(session, entry),
        ),
    });
  });
}

async function selectPlaces({ actor }: Session, places: string[], options: ChangeOptions) {
  const filter = { q: options.query, status: options.status };
  const subjects = await readSubjects(places, options.file, filter);
  if ('names' in subjects) {
    return named(subjects.names, await findNamedEntries(actor, subjects.names), 'place');
  }
  const items: ManagedEntry[] = [];
  for (let page = 1; ; page += 1) {
    const { entries, total } = await findEntries(actor, { ...filter, page, limit: 100 });
    items.push(...entries);
    if (entries.length === 0 || items.length >= total) return { items, missing: [] };
  }
}
