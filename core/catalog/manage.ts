// The catalog for operators: verifies, corrects, adds and removes entries.
import { type QueryBuilder, UniqueViolationError } from 'objection';
import { CatalogEntryModel } from '../../db/models/settings.js';
import { urlKeyOf } from '../addresses/site.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { differences, recordChange } from '../kernel/audit.js';
import { check, isUuid } from '../kernel/check.js';
import { fieldError, say } from '../kernel/errors.js';
import { likePattern, oneOf, presentEach, readPage } from '../kernel/lists.js';
import { presentRow, Reason } from '../kernel/schema.js';
import { inTransaction } from '../kernel/transaction.js';
import * as entrySchema from './entries.js';

/** Number of user-proposed entries to verify, without shipped ones. */
export async function countProposals(actor: Actor): Promise<number> {
  requireAdmin(actor);
  return CatalogEntryModel.query().where('status', 'submitted').whereNotNull('proposed_by').resultSize();
}

/** A page of entries by name: proposals by accounts first, then other unverified entries. @param input CatalogQuery */
export async function findEntries(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { q, status, ...asked } = check(entrySchema.CatalogQuery, input);
  const matching = () => {
    const rows: QueryBuilder<CatalogEntryModel, CatalogEntryModel[]> = CatalogEntryModel.query();
    if (status) rows.where('status', status);
    if (q) rows.whereRaw(`concat_ws(e'\\n', name, url, submit_url, kind) ilike ?`, [likePattern(q)]);
    return rows;
  };
  const { rows, members } = await readPage(asked, matching, (found) =>
    found.orderByRaw(`status = 'live', proposed_by is null, lower(name) collate "C", id`),
  );
  return { entries: presentEach(rows, presentManaged), ...members };
}

/** @throws DomainError not_found */
export async function getEntry(actor: Actor, id: string) {
  requireAdmin(actor);
  return { entry: presentManaged(await oneOf(CatalogEntryModel.query(), id, 'entry')) };
}

/** Finds entries by id or address. @returns one for each known name */
export async function findNamedEntries(actor: Actor, idsOrAddresses: readonly string[]) {
  requireAdmin(actor);
  const found = new Map<string, entrySchema.ManagedEntry>();
  for (const name of idsOrAddresses) {
    const which = isUuid(name) ? { id: name } : { url_key: urlKeyOf(name) };
    const row = await CatalogEntryModel.query().findOne(which);
    if (row) found.set(name, presentManaged(row));
  }
  return found;
}

/** Adds an entry, unless it is in the catalog. @throws DomainError content_policy */
export async function addEntry(actor: Actor, input: unknown) {
  requireAdmin(actor);
  const { status = 'live', ...proposal } = check(entrySchema.NewEntry, input);
  const { row, created } = await entrySchema.insertEntry(actor, proposal, status);
  return { entry: presentManaged(row), created };
}

/** Changes the sent fields. @throws DomainError not_found, content_policy */
export async function editEntry(actor: Actor, id: string, input: unknown) {
  requireAdmin(actor);
  const { status, ...patch } = check(entrySchema.EntryPatch, input);
  return changeEntry(actor, id, (row) => {
    const words = entrySchema.presentEntry(row);
    const columns = Object.keys(patch).length > 0 ? entrySchema.readEntry({ ...words, ...patch }) : {};
    const isVerified = status === 'live' && row.status !== 'live';
    return { ...columns, ...(status ? { status } : {}), ...(isVerified ? { checkedAt: new Date() } : {}) };
  });
}

/** Records that an entry was checked now and takes free submissions. @throws DomainError not_found */
export async function verifyEntry(actor: Actor, id: string) {
  requireAdmin(actor);
  return changeEntry(actor, id, () => ({ status: 'live', checkedAt: new Date() }));
}

async function changeEntry(
  actor: Actor,
  id: string,
  changeOf: (row: CatalogEntryModel) => Partial<CatalogEntryModel>,
) {
  try {
    return await inTransaction(actor, async (trx) => {
      const row = await oneOf(CatalogEntryModel.query(trx).forUpdate(), id, 'entry');
      const change = changeOf(row);
      const isVerified = change.checkedAt !== undefined;
      const before = entrySchema.toEntryFields(row);
      // Objection fetches nothing for a patch without columns.
      const isEmpty = Object.keys(change).length === 0;
      const next = isEmpty ? row : await row.$query(trx).patchAndFetch(change);
      const changed = differences(before, entrySchema.toEntryFields(next));
      if (changed === null && !isVerified) return { entry: presentManaged(next) };
      await recordChange(trx, actor, {
        action: isVerified ? 'catalog.verify' : 'catalog.update',
        subject: { type: 'catalog', id: next.id, label: next.name },
        ...changed,
      });
      return { entry: presentManaged(next) };
    });
  } catch (error) {
    if (error instanceof UniqueViolationError) throw fieldError('url', say('error.entry-taken'), 'taken');
    throw error;
  }
}

/** Deletes an entry from the catalog. @param input `{reason?}` @throws DomainError not_found */
export async function removeEntry(actor: Actor, id: string, input: unknown = {}) {
  requireAdmin(actor);
  const { reason = null } = check(Reason, input);
  return inTransaction(actor, async (trx) => {
    const row = await oneOf(CatalogEntryModel.query(trx).forUpdate(), id, 'entry');
    await row.$query(trx).delete();
    await recordChange(trx, actor, {
      action: 'catalog.remove',
      subject: { type: 'catalog', id: row.id, label: row.name },
      before: entrySchema.toEntryFields(row),
      reason,
    });
    return { deleted: true, id: row.id };
  });
}

const presentManaged = (row: CatalogEntryModel) => presentRow(entrySchema.ManagedEntry, row);
