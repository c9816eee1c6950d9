// What the rows of an import changed, noted in the transactions that change it.
import { createHash } from 'node:crypto';
import type { Transaction } from 'objection';
import { ImportModel, ImportRowModel } from '../../db/models/import.js';
import type { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { contentOf } from '../listings/content.js';
import { featureOf } from '../listings/featured.js';
import { ImportInterrupted } from './rows.js';

const noteRows = prepare(
  `insert into import_rows (import_id, listing_id, line, remote_id, before, digest)
     select $1::uuid, listing_id, line, remote_id, before, digest
       from jsonb_to_recordset($2::jsonb)
         as note (listing_id uuid, line integer, remote_id text, before jsonb, digest text)
   on conflict (import_id, listing_id) do update
     set digest = excluded.digest, remote_id = excluded.remote_id`,
);

/** A digest of the writable fields of a listing: a different one means that somebody has changed it. */
function digestOf(row: Partial<ListingModel>): string {
  const texts = JSON.stringify([row.ownerId, contentOf(row)]);
  return createHash('sha256').update(texts).digest('base64url').slice(0, 22);
}

/** Whether a listing is as the import left it. An icon that was added as its logo does not count. */
export function isUntouched({ digest }: ImportRowModel, row: ListingModel): boolean {
  return digestOf(row) === digest || digestOf({ ...row, logoUrl: null }) === digest;
}

/** A row that changed a listing. */
interface Effect {
  readonly line: number;
  readonly remoteId?: string | null;
  readonly row: ListingModel;
  /** The changed listing as it was; null: created. */
  readonly before: object | null;
}

/** @param importId null: nothing is noted @throws ImportInterrupted if the import is being undone */
export async function noteEffects(
  trx: Transaction,
  importId: string | null,
  effects: readonly Effect[],
): Promise<void> {
  if (importId === null || effects.length === 0) return;
  const notes = effects.map(({ line, row, before, remoteId = null }) => ({
    listing_id: row.id,
    line,
    remote_id: remoteId,
    before: before && changedFields(before, row),
    digest: digestOf(row),
  }));
  // The lock lasts until the commit: an undo begins before this row, or after it.
  const run = await ImportModel.query(trx).findById(importId).select('state').forShare();
  if (!run || run.state === 'undoing' || run.state === 'undone')
    throw new ImportInterrupted('The import is being undone.');
  await noteRows([importId, JSON.stringify(notes)], trx);
}

function changedFields(before: object, row: ListingModel): Record<string, unknown> {
  const after: Record<string, unknown> = { ...contentOf(row), ...featureOf(row) };
  return Object.fromEntries(
    Object.entries(before).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(after[field])),
  );
}

/** What an import has changed of these listings before, by listing id. */
export async function notesAbout(
  importId: string | null,
  listings: readonly ListingModel[],
): Promise<ReadonlyMap<string, ImportRowModel>> {
  if (importId === null || listings.length === 0) return new Map();
  const ids = listings.map(({ id }) => id);
  const notes = await ImportRowModel.query().where({ import_id: importId }).whereIn('listing_id', ids);
  return new Map(notes.map((note) => [note.listingId, note]));
}
