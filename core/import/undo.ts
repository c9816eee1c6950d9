// Records what each row of an import changed, in the same transaction, and undoes it: deletes created
// listings, restores changed ones. Listings that somebody has changed or claimed since stay.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { ImportFaultModel, ImportModel, ImportRowModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import type { Actor } from '../kernel/actor.js';
import { failureOf } from '../kernel/bulk.js';
import { DomainError, say, toEnglish } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { sha256 } from '../kernel/sealing.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf, readPatch } from '../listings/content.js';
import { type Facts, wholeFacts } from '../listings/facts.js';
import { featureOf } from '../listings/present.js';
import { AdminListingPatch } from '../listings/schema.js';
import { removeListing } from '../listings/status.js';
import { changeListing } from '../listings/submit.js';
import { restoreCategories } from './match-categories.js';
import { ImportInterrupted } from './rows.js';

const PAGE = 100;
export const UNDOABLE: readonly ImportModel['state'][] = ['stopped', 'failed', 'done', 'running'];

/** Undoes an import, last row first. The record must be `undoing`. @returns the counts so far */
export async function* undoRows(actor: Actor, run: ImportModel, signal?: AbortSignal) {
  const counts: Record<string, number> = { ...run.counts };
  const batch = randomUUID();
  while (!signal?.aborted) {
    const notes = await ImportRowModel.query()
      .where({ import_id: run.id })
      .orderBy('line', 'desc')
      .limit(PAGE);
    if (notes.length === 0) break;
    for (const note of notes) {
      const outcome = await undoRow(actor, run, note, batch);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    await ImportModel.query().findById(run.id).patch({ counts });
    yield { undone: counts.undone ?? 0, left: counts.left ?? 0 };
  }
  if (signal?.aborted) return;
  await restoreCategories(actor, run);
  await ImportModel.query()
    .findById(run.id)
    .patch({
      ...{ state: 'undone', content: null, cursor: null, leasedUntil: null },
      ...{ categoriesBefore: null, categoriesAdded: [], finishedAt: new Date() },
    });
}

/** Undoes a row and deletes its note in one transaction: a crash neither forgets a row nor undoes it twice. */
async function undoRow(actor: Actor, run: ImportModel, note: ImportRowModel, batch: string) {
  const undo = (refused?: DomainError) =>
    inTransaction(actor, async (trx) => {
      const row = await ListingModel.query(trx).findById(note.listingId).forUpdate();
      // Of concurrent undos of a row, one succeeds.
      if ((await note.$query(trx).delete()) === 0 || !row) return 'undone' as const;
      if (refused || !isUntouched(note, row)) {
        const code = refused?.code ?? 'changed_since';
        const said = refused ? failureOf(refused).said : say('error.import-changed-since');
        const error = refused?.message ?? toEnglish(say('error.import-changed-since'));
        const fault = { importId: run.id, line: note.line, name: row.name, field: null, code, error, said };
        await ImportFaultModel.query(trx).insert(fault).onConflict().ignore();
        return 'left' as const;
      }
      if (note.before === null) await removeListing(trx, actor, row.slug, { reason: REASON, batch });
      else {
        const { facts, ...before } = note.before as { facts?: Facts | null };
        const former = facts === undefined ? before : { ...before, facts: wholeFacts(facts) };
        await changeListing(trx, actor, row, readPatch(former, AdminListingPatch));
      }
      return 'undone' as const;
    });
  try {
    return await undo();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // A rule, such as the content policy, now refuses the former state: record why the listing stays as it is.
    return undo(error);
  }
}

const REASON = say('audit-reason.import-undone');

const noteRows = prepare(
  `insert into import_rows (import_id, listing_id, line, remote_id, url_key, generation, before, digest)
     select $1::uuid, listing_id, line, remote_id, url_key, generation, before, digest
       from jsonb_to_recordset($2::jsonb) as note (listing_id uuid, line integer, remote_id text, url_key text,
         generation integer, before jsonb, digest text)
   on conflict (import_id, listing_id) do update set digest = excluded.digest, remote_id = excluded.remote_id,
     url_key = excluded.url_key, generation = excluded.generation`,
);

/** A digest of a listing's writable fields, to detect changes. */
function digestOf(row: Partial<ListingModel>): string {
  const { facts, ...content } = contentOf(row);
  const texts = JSON.stringify([row.ownerId, facts ? { ...content, facts } : content]);
  return sha256(texts).toString('base64url').slice(0, 22);
}

/** Whether a listing is unchanged since the import, apart from an icon added as its logo. */
export function isUntouched({ digest }: ImportRowModel, row: ListingModel): boolean {
  return digestOf(row) === digest || digestOf({ ...row, logoUrl: null }) === digest;
}

interface Effect {
  readonly line: number;
  readonly remoteId?: string | null;
  readonly row: ListingModel;
  /** The previous state of a changed listing; null: created. */
  readonly before: object | null;
  readonly generation?: number;
}

/** Notes the effects of rows. @param importId null: notes nothing @throws ImportInterrupted if it is being undone */
export async function noteEffects(trx: Transaction, importId: string | null, effects: readonly Effect[]) {
  if (importId === null || effects.length === 0) return;
  const notes = effects.map(({ line, row, before, remoteId = null, generation = 0 }) => ({
    listing_id: row.id,
    line,
    remote_id: remoteId,
    url_key: row.urlKey,
    generation,
    before: before && changedFields(before, row),
    digest: digestOf(row),
  }));
  // Lock the record until the commit, so that an undo cannot begin while this row is stored.
  const run = await ImportModel.query(trx).findById(importId).select('state').forShare();
  if (!run || run.state === 'undoing' || run.state === 'undone')
    throw new ImportInterrupted('The import is being undone.');
  await noteRows([importId, JSON.stringify(notes)], trx);
}

function changedFields(before: object, row: ListingModel): Record<string, unknown> {
  const after: Record<string, unknown> = { ...contentOf(row), ...featureOf(row) };
  return Object.fromEntries(
    Object.entries(before).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(own(after, field)),
    ),
  );
}

/** The import's earlier changes of these listings, by listing id. */
export async function notesAbout(importId: string | null, listings: readonly ListingModel[]) {
  if (importId === null || listings.length === 0) return new Map();
  const ids = listings.map(({ id }) => id);
  const notes = await ImportRowModel.query().where({ import_id: importId }).whereIn('listing_id', ids);
  return new Map(notes.map((note) => [note.listingId, note]));
}
