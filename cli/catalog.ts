import { Option } from 'commander';
import { CATALOG_STATUSES, CatalogQuery, type ManagedEntry } from '../core/catalog/entries.js';
import { addEntry, findEntries, findNamedEntries, removeEntry, verifyEntry } from '../core/catalog/manage.js';
import type { Options, Verbs } from './kit/command.js';
import { shortTime } from './kit/output.js';
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
};

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
    query: CatalogQuery,
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
        : `${entry.url} is already in the catalog (${entry.status}).`;
      return { document: added, lines: [entry], text };
    },
  },
  'verify [places...]': changeVerb(PLACES, {
    summary: 'Mark places as verified today.',
    takesReason: false,
    examples: ['catalog verify https://startups.example.com', 'catalog verify --file seen.txt --dry-run'],
    verb: ['verify', 'verified'],
    does: (actor, { id }) => verifyEntry(actor, id),
  }),
  'remove [places...]': changeVerb(PLACES, {
    summary: 'Remove places from the catalog.',
    examples: ['catalog remove https://gone.example.com --reason "Closed"'],
    verb: ['remove', 'removed'],
    does: (actor, { id }, { reason }) => removeEntry(actor, id, { reason }),
  }),
};
