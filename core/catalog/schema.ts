// The catalog of directories that accept product submissions free of charge (C10).
import { type Static, Type } from '@sinclair/typebox';
import {
  instant,
  items,
  line,
  MAX_NAMED_ITEMS,
  nullableInstant,
  optionalText,
  pageMembers,
  pageParameters,
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

export const CatalogProposal = Type.Object(entryFields, { title: 'CatalogProposal' });
export type CatalogProposal = Static<typeof CatalogProposal>;

export const CatalogEntry = Type.Object(
  {
    name: Type.String(),
    url: Type.String(),
    submit_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    kind: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    notes: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    added_at: instant(),
    checked_at: nullableInstant(),
  },
  { title: 'CatalogEntry' },
);
export type CatalogEntry = Static<typeof CatalogEntry>;

export const Catalog = Type.Object(
  {
    live: Type.Array(CatalogEntry, { description: 'Verified to take free submissions.' }),
    submitted: Type.Array(CatalogEntry, { description: 'Proposed and not yet verified.' }),
    updated_at: nullableInstant(),
  },
  { title: 'Catalog' },
);
export type Catalog = Static<typeof Catalog>;

export const CatalogEntryResult = Type.Object(
  { entry: CatalogEntry, created: Type.Boolean(), warnings },
  { title: 'CatalogEntryResult' },
);

/** An entry as operators see it. */
export const ManagedEntry = Type.Object(
  { id: uuid(), ...CatalogEntry.properties, status: word(CATALOG_STATUSES) },
  { title: 'ManagedEntry' },
);
export type ManagedEntry = Static<typeof ManagedEntry>;

export const ManagedEntryResult = Type.Object(
  { entry: ManagedEntry, warnings },
  { title: 'ManagedEntryResult' },
);
export const AddedEntry = Type.Object(
  { entry: ManagedEntry, created: Type.Boolean(), warnings },
  { title: 'AddedEntry' },
);
export const ManagedEntryPage = Type.Object(
  { entries: Type.Array(ManagedEntry), ...pageMembers },
  { title: 'ManagedEntryPage' },
);
export type ManagedEntryPage = Static<typeof ManagedEntryPage>;

export const MAX_CATALOG_PAGE = 100;

export const CatalogQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({ maxLength: 500, 'x-text': 'line', description: 'Part of a name, address or kind.' }),
    ),
    status: Type.Optional(word(CATALOG_STATUSES)),
    ...pageParameters(MAX_CATALOG_PAGE),
  },
  { title: 'CatalogQuery' },
);

const status = Type.Optional(
  word(CATALOG_STATUSES, { description: 'live: verified just now. submitted: not yet.' }),
);

export const NewEntry = Type.Object({ ...entryFields, status }, { title: 'NewEntry' });

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

export const EntryImport = Type.Object(
  {
    entries: Type.Array(Type.Unsafe<object>({ type: 'object' }), {
      maxItems: MAX_IMPORTED_ENTRIES,
      description: 'Each like the body of POST /api/v1/admin/agent-directories.',
      examples: [[{ name: 'Startup Shelf', url: 'https://startups.example.com' }]],
    }),
  },
  { title: 'EntryImport' },
);
export const EntryBulk = Type.Object(
  {
    ids: Type.Array(Type.String({ 'x-text': 'secret', maxLength: 100 }), {
      minItems: 1,
      maxItems: MAX_NAMED_ITEMS,
      description: 'The entries. Repeated ones count once.',
    }),
  },
  { title: 'EntryBulk' },
);
export const EntryBulkResult = Type.Object(
  { verified: items('Ids.'), failed: items('Ids that are in the catalog no more.'), warnings },
  { title: 'EntryBulkResult' },
);
export type EntryBulkResult = Static<typeof EntryBulkResult>;

export const EntryImportResult = Type.Object(
  {
    created: Type.Integer(),
    existing: Type.Integer({ description: 'In the catalog already, and left as they were.' }),
    failed: Type.Integer(),
    errors: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ description: 'Place in entries, from 0.' }),
          code: Type.String(),
          error: Type.String(),
          field: Type.Optional(Type.String()),
        },
        { title: 'EntryFailure' },
      ),
    ),
    warnings,
  },
  { title: 'EntryImportResult' },
);
export type EntryImportResult = Static<typeof EntryImportResult>;

export const RemovedEntry = Type.Object(
  { deleted: Type.Unsafe<true>({ type: 'boolean', const: true }), id: uuid(), warnings },
  { title: 'RemovedEntry' },
);
