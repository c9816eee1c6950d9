// The catalog of directories that accept product submissions free of charge (C10).
import { type Static, Type } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { insertUnlessTaken } from '../../db/models/base.js';
import { CatalogEntryModel } from '../../db/models/settings.js';
import { readProductUrl, URL_KEY_VERSION } from '../addresses/site.js';
import { type Actor, accountId, requireAccount } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { presentEach } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import { toCsv } from '../kernel/text/csv.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentPolicy, policyInForce, screenContent } from '../policy/screening.js';

const entryFields = {
  name: s.line(120, { title: 'Name', examples: ['Startup Shelf'] }),
  url: s.line(500, { title: 'Address', examples: ['https://startups.example.com'] }),
  submit_url: Type.Optional(
    s.optionalText(500, { title: 'Submission page', examples: ['https://startups.example.com/submit'] }),
  ),
  kind: Type.Optional(s.optionalText(60, { title: 'Kind', examples: ['startup directory'] })),
  notes: Type.Optional(s.optionalText(500, { title: 'Notes' })),
};

export const CATALOG_STATUSES = ['live', 'submitted'] as const;
type CatalogStatus = (typeof CATALOG_STATUSES)[number];

export const CatalogProposal = s.titled('CatalogProposal', entryFields);
export type CatalogProposal = Static<typeof CatalogProposal>;

export const CatalogEntry = s.titled('CatalogEntry', {
  name: Type.String(),
  url: Type.String(),
  submit_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  kind: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  notes: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  added_at: s.instant(),
  checked_at: s.nullableInstant(),
});

export const Catalog = s.titled('Catalog', {
  live: Type.Array(CatalogEntry, { description: 'Verified to take free submissions.' }),
  submitted: Type.Array(CatalogEntry, { description: 'Proposed and not yet verified.' }),
  updated_at: s.nullableInstant(),
});

export const CatalogEntryResult = s.response('CatalogEntryResult', {
  entry: CatalogEntry,
  created: Type.Boolean(),
});

export const ManagedEntry = s.titled('ManagedEntry', {
  id: s.uuid(),
  ...CatalogEntry.properties,
  status: s.word(CATALOG_STATUSES),
  proposed_by: s.nullable(s.uuid()),
});
export type ManagedEntry = Static<typeof ManagedEntry>;

export const ManagedEntryResult = s.response('ManagedEntryResult', { entry: ManagedEntry });
export const AddedEntry = s.response('AddedEntry', { entry: ManagedEntry, created: Type.Boolean() });
export const ManagedEntryPage = s.titled('ManagedEntryPage', {
  entries: Type.Array(ManagedEntry),
  ...s.pageMembers,
});

export const MAX_CATALOG_PAGE = 100;

export const CatalogQuery = s.titled('CatalogQuery', {
  q: s.words('Part of a name, address or kind.'),
  status: Type.Optional(s.word(CATALOG_STATUSES)),
  ...s.pageParameters(MAX_CATALOG_PAGE),
});

const status = Type.Optional(
  s.word(CATALOG_STATUSES, { description: 'live: verified just now. submitted: not yet.' }),
);
export const NewEntry = s.titled('NewEntry', { ...entryFields, status });

export const EntryPatch = Type.Object(
  {
    ...entryFields,
    name: Type.Optional(entryFields.name),
    url: Type.Optional(entryFields.url),
    status,
  },
  { title: 'EntryPatch', description: 'A field left out stays as it is, and null clears an optional one.' },
);

export const RemovedEntry = s.response('RemovedEntry', { deleted: s.flag(true), id: s.uuid() });

/** The whole catalog by name; `updated_at` is the latest addition or check, null if empty. */
export async function getCatalog() {
  const rows = await CatalogEntryModel.query().orderByRaw('lower(name) collate "C", id');
  const times = rows.flatMap((row) => [row.addedAt, row.checkedAt ?? row.addedAt]);
  const [live = [], submitted = []] = CATALOG_STATUSES.map((status) =>
    rows.filter((row) => row.status === status),
  );
  return {
    live: presentEach(live, presentEntry),
    submitted: presentEach(submitted, presentEntry),
    updated_at: times.length > 0 ? new Date(Math.max(...times.map(Number))).toISOString() : null,
  };
}

export async function getCatalogCsv(): Promise<string> {
  const catalog = await getCatalog();
  const rows = CATALOG_STATUSES.flatMap((status) => catalog[status].map((entry) => ({ ...entry, status })));
  return toCsv(rows, ['name', 'url', 'submit_url', 'kind', 'notes', 'status', 'added_at', 'checked_at']);
}

/** Proposes a directory, or returns the existing entry. @throws DomainError content_policy */
export async function proposeEntry(actor: Actor, input: unknown) {
  requireAccount(actor, 'listings:write');
  const proposal = check(CatalogProposal, input);
  const { row, created } = await insertEntry(actor, proposal, 'submitted');
  return { entry: presentEntry(row), created };
}

/** Inserts an entry, unless its address is in the catalog. @throws as proposeEntry */
export async function insertEntry(actor: Actor, proposal: CatalogProposal, status: CatalogStatus) {
  const { urlKey, ...columns } = readEntry(proposal);
  const insert = async (trx: Transaction) => {
    const row = await insertUnlessTaken(CatalogEntryModel, trx, {
      ...columns,
      urlKey,
      urlKeyVersion: URL_KEY_VERSION,
      status,
      checkedAt: status === 'live' ? new Date() : null,
      proposedBy: accountId(actor),
    });
    if (!row) {
      const existing = await CatalogEntryModel.query(trx).findOne({ url_key: urlKey });
      return existing ? { row: existing, created: false } : null;
    }
    await recordChange(trx, actor, {
      action: status === 'live' ? 'catalog.add' : 'catalog.propose',
      subject: { type: 'catalog', id: row.id, label: row.name },
      after: toEntryFields(row),
    });
    return { row, created: true };
  };
  // The conflicting entry may be deleted before it is read: then try again.
  for (;;) {
    const settled = await inTransaction(actor, insert);
    if (settled) return settled;
  }
}

/** The columns of an entry, with parsed addresses and screened texts. @throws DomainError content_policy */
export function readEntry({ name, url, submit_url = null, kind = null, notes = null }: CatalogProposal) {
  const site = readProductUrl(url, 'url');
  const submitUrl = submit_url === null ? null : readProductUrl(submit_url, 'submit_url').websiteUrl;
  const finding = screenContent({ name, url, submit_url, kind, notes }, policyInForce());
  if (finding) throw contentPolicy(finding);
  return { urlKey: site.urlKey, name, url: site.websiteUrl, submitUrl, kind, notes };
}

/** The written fields by API name, for the audit log. */
export function toEntryFields({ name, url, submitUrl, kind, notes, status }: CatalogEntryModel) {
  return { name, url, submit_url: submitUrl, kind, notes, status };
}

export const presentEntry = (row: CatalogEntryModel) => s.presentRow(CatalogEntry, row);
