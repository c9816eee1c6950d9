// Directories that accept product submissions: proposed by accounts, verified by operators.
import type { Transaction } from 'objection';
import { insertUnlessTaken } from '../../db/models/base.js';
import { CatalogEntryModel } from '../../db/models/site.js';
import { readProductUrl } from '../addresses/site.js';
import { requireAccount } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { check } from '../kernel/check.js';
import { contentPolicy } from '../kernel/errors.js';
import { presentRow } from '../kernel/schema.js';
import { toCsv } from '../kernel/text/csv.js';
import { inTransaction } from '../kernel/transaction.js';
import { policyInForce } from '../policy/instance.js';
import { policyMessage, screenContent } from '../policy/screening.js';
import { type Catalog, CatalogEntry, CatalogProposal, type CatalogStatus } from './schema.js';

/** The whole catalog, by name; `updated_at` is the latest addition or check, null when it is empty. */
export async function getCatalog(): Promise<Catalog> {
  const rows = await CatalogEntryModel.query().orderByRaw('lower(name) collate "C", id');
  const times = rows.flatMap((row) => [row.addedAt, row.checkedAt ?? row.addedAt]);
  return {
    live: rows.filter((row) => row.status === 'live').map(presentEntry),
    submitted: rows.filter((row) => row.status === 'submitted').map(presentEntry),
    updated_at: times.length > 0 ? new Date(Math.max(...times.map(Number))).toISOString() : null,
  };
}

/** The catalog as CSV, live entries first. */
export async function getCatalogCsv(): Promise<string> {
  const { live, submitted } = await getCatalog();
  const rows = [
    ...live.map((entry) => ({ ...entry, status: 'live' })),
    ...submitted.map((entry) => ({ ...entry, status: 'submitted' })),
  ];
  return toCsv(rows, ['name', 'url', 'submit_url', 'kind', 'notes', 'status', 'added_at', 'checked_at']);
}

/** Proposes a directory, or returns the entry that is in the catalog already. @throws DomainError content_policy */
export async function proposeEntry(
  actor: Actor,
  input: unknown,
): Promise<{ entry: CatalogEntry; created: boolean }> {
  requireAccount(actor, 'listings:write');
  const proposal = check(CatalogProposal, input);
  const { row, created } = await insertEntry(actor, proposal, 'submitted');
  return { entry: presentEntry(row), created };
}

/** Inserts an entry, or finds that its address is in the catalog already. @throws as proposeEntry */
export async function insertEntry(
  actor: Actor,
  proposal: CatalogProposal,
  status: CatalogStatus,
): Promise<{ row: CatalogEntryModel; created: boolean }> {
  const { urlKey, ...columns } = readEntry(proposal);
  const insert = async (trx: Transaction) => {
    const row = await insertUnlessTaken(CatalogEntryModel, trx, {
      ...columns,
      urlKey,
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
  // The conflicting entry may be deleted before it is read: then this one can be inserted.
  for (;;) {
    const settled = await inTransaction(actor, insert);
    if (settled) return settled;
  }
}

/** The columns of an entry, with its addresses parsed and its texts screened. @throws DomainError content_policy */
export function readEntry({ name, url, submit_url = null, kind = null, notes = null }: CatalogProposal) {
  const site = readProductUrl(url, 'url');
  const submitUrl = submit_url === null ? null : readProductUrl(submit_url, 'submit_url').websiteUrl;
  const finding = screenContent({ name, url, submit_url, kind, notes }, policyInForce());
  if (finding) throw contentPolicy(finding, policyMessage(finding));
  return { urlKey: site.urlKey, name, url: site.websiteUrl, submitUrl, kind, notes };
}

/** The written fields under their API names, for the audit log. */
export function toEntryFields({ name, url, submitUrl, kind, notes, status }: CatalogEntryModel) {
  return { name, url, submit_url: submitUrl, kind, notes, status };
}

export const presentEntry = (row: CatalogEntryModel): CatalogEntry => presentRow(CatalogEntry, row);
