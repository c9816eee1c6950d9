// The catalog of directories that accept product submissions free of charge (C10).
import { type Static, Type } from '@sinclair/typebox';
import {
  flag,
  instant,
  items,
  line,
  MAX_NAMED_ITEMS,
  nullableInstant,
  optionalText,
  pageMembers,
  pageParameters,
  titled,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';

const entryFields = {
  name: line(120, { title: 'Name', examples: ['Startup Shelf'] }),
  url: line(500, { title: 'Address', examples: ['https://startups.example.com'] }),
  submit_url: Type.Optional(
    optionalText(500, { title: 'Submission page', examples: ['https://startups.example.com/submit'] }),
  ),
  kind: Type.Optional(optionalText(60, { title: 'Kind', examples: ['startup directory'] })),
  notes: Type.Optional(optionalText(500, { title: 'Notes' })),
};

export const CATALOG_STATUSES = ['live', 'submitted'] as const;

export type CatalogStatus = (typeof CATALOG_STATUSES)[number];

export const CatalogProposal = titled('CatalogProposal', entryFields);
export type CatalogProposal = Static<typeof CatalogProposal>;

export const CatalogEntry = titled('CatalogEntry', {
  name: Type.String(),
  url: Type.String(),
  submit_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  kind: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  notes: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  added_at: instant(),
  checked_at: nullableInstant(),
});
export type CatalogEntry = Static<typeof CatalogEntry>;

export const Catalog = titled('Catalog', {
  live: Type.Array(CatalogEntry, { description: 'Verified to take free submissions.' }),
  submitted: Type.Array(CatalogEntry, { description: 'Proposed and not yet verified.' }),
  updated_at: nullableInstant(),
});
export type Catalog = Static<typeof Catalog>;

export const CatalogEntryResult = titled('CatalogEntryResult', {
  entry: CatalogEntry,
  created: Type.Boolean(),
  warnings,
});

/** An entry as operators see it. */
export const ManagedEntry = titled('ManagedEntry', {
  id: uuid(),
  ...CatalogEntry.properties,
  status: word(CATALOG_STATUSES),
});
export type ManagedEntry = Static<typeof ManagedEntry>;

export const ManagedEntryResult = titled('ManagedEntryResult', { entry: ManagedEntry, warnings });
export const AddedEntry = titled('AddedEntry', { entry: ManagedEntry, created: Type.Boolean(), warnings });
export const ManagedEntryPage = titled('ManagedEntryPage', {
  entries: Type.Array(ManagedEntry),
  ...pageMembers,
});
export type ManagedEntryPage = Static<typeof ManagedEntryPage>;

export const MAX_CATALOG_PAGE = 100;

export const CatalogQuery = titled('CatalogQuery', {
  q: Type.Optional(
    Type.String({ maxLength: 500, 'x-text': 'line', description: 'Part of a name, address or kind.' }),
  ),
  status: Type.Optional(word(CATALOG_STATUSES)),
  ...pageParameters(MAX_CATALOG_PAGE),
});

const status = Type.Optional(
  word(CATALOG_STATUSES, { description: 'live: verified just now. submitted: not yet.' }),
);

export const NewEntry = titled('NewEntry', { ...entryFields, status });

export const EntryPatch = Type.Object(
  {
    name: Type.Optional(entryFields.name),
    url: Type.Optional(entryFields.url),
    submit_url: entryFields.submit_url,
    kind: entryFields.kind,
    notes: entryFields.notes,
    status,
  },
  { title: 'EntryPatch', description: 'A field left out stays as it is, and null clears an optional one.' },
);

export const MAX_IMPORTED_ENTRIES = 500;

export const EntryImport = titled('EntryImport', {
  entries: Type.Array(Type.Unsafe<object>({ type: 'object' }), {
    maxItems: MAX_IMPORTED_ENTRIES,
    description: 'Each like the body of POST /api/v1/admin/agent-directories.',
    examples: [[{ name: 'Startup Shelf', url: 'https://startups.example.com' }]],
  }),
});
export const EntryBulk = titled('EntryBulk', {
  ids: Type.Array(Type.String({ 'x-text': 'secret', maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_NAMED_ITEMS,
    description: 'The entries. Repeated ones count once.',
  }),
});
export const EntryBulkResult = titled('EntryBulkResult', {
  verified: items('Ids.'),
  failed: items('Ids that are in the catalog no more.'),
  warnings,
});
export type EntryBulkResult = Static<typeof EntryBulkResult>;

export const EntryImportResult = titled('EntryImportResult', {
  created: Type.Integer(),
  existing: Type.Integer({ description: 'In the catalog already, and left as they were.' }),
  failed: Type.Integer(),
  errors: Type.Array(
    titled('EntryFailure', {
      index: Type.Integer({ description: 'Place in entries, from 0.' }),
      code: Type.String(),
      error: Type.String(),
      field: Type.Optional(Type.String()),
    }),
  ),
  warnings,
});
export type EntryImportResult = Static<typeof EntryImportResult>;

export const RemovedEntry = titled('RemovedEntry', {
  deleted: flag(true),
  id: uuid(),
  warnings,
});
