// The catalog of places that take a product submission free of charge (C10).
import { type Static, Type } from '@sinclair/typebox';
import { instant, line, nullableInstant, optionalText, warnings } from './text.js';

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

export const CatalogProposal = Type.Object(entryFields, { title: 'CatalogProposal' });

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
