// Undoing an import: deletes what it created and restores what it changed. Listings that somebody has changed or taken
// over since stay, and are reported.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { ImportFaultModel, ImportModel, ImportRowModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { inBackground } from '../kernel/background.js';
import { DomainError } from '../kernel/errors.js';
import { releaseBatch } from '../kernel/outbox.js';
import { inTransaction } from '../kernel/transaction.js';
import { ENGLISH } from '../languages/catalogues.js';
import { readPatch } from '../listings/content.js';
import { removeListing } from '../listings/remove.js';
import { AdminListingPatch } from '../listings/schema.js';
import { changeListing } from '../listings/submit.js';
import { restoreCategories } from './categories.js';
import { isUntouched } from './notes.js';

/** Rows that one query reads, and that are undone together. */
const PAGE = 100;
const AT_A_TIME = 4;

/** Undoes an import, the last row first. The record must be `undoing`. @returns the counts so far */
export async function* undoRows(
  actor: Actor,
  run: ImportModel,
  signal?: AbortSignal,
): AsyncGenerator<{ undone: number; left: number }> {
  const counts: Record<string, number> = { ...run.counts };
  const batch = randomUUID();
  while (!signal?.aborted) {
    const notes = await ImportRowModel.query()
      .where({ import_id: run.id })
      .orderBy('line', 'desc')
      .limit(PAGE);
    if (notes.length === 0) break;
    const waiting = notes.values();
    const work = async () => {
      for (const note of waiting) {
        const outcome = await undoRow(actor, run, note, batch);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
    await ImportModel.query().findById(run.id).patch({ counts });
    yield { undone: counts.undone ?? 0, left: counts.left ?? 0 };
  }
  inBackground(() => releaseBatch(batch), 'the mails of an undone import are late');
  if (signal?.aborted) return;
  await restoreCategories(actor, run);
  await ImportModel.query()
    .findById(run.id)
    .patch({
      ...{ state: 'undone', content: null, cursor: null, leasedUntil: null },
      ...{ categoriesBefore: null, categoriesAdded: [], finishedAt: new Date() },
    });
}

/** In one transaction, with the note: a crash neither forgets a row nor undoes it twice. */
async function undoRow(
  actor: Actor,
  run: ImportModel,
  note: ImportRowModel,
  batch: string,
): Promise<'undone' | 'left'> {
  const undo = (refused?: DomainError) =>
    inTransaction(actor, async (trx) => {
      const row = await ListingModel.query(trx).findById(note.listingId).forUpdate();
      // Of several who undo the same row, one does.
      if ((await note.$query(trx).delete()) === 0 || !row) return 'undone' as const;
      if (refused || !isUntouched(note, row)) {
        await nameLeft(trx, run, note, row, refused);
        return 'left' as const;
      }
      if (note.before === null) await removeListing(trx, actor, row.slug, { reason: REASON, batch });
      else await changeListing(trx, actor, row, readPatch(note.before, AdminListingPatch));
      return 'undone' as const;
    });
  try {
    return await undo();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Its former state is refused by now, for example by the content policy.
    return undo(error);
  }
}

const REASON = ENGLISH.t('audit-reason.import-undone');

async function nameLeft(
  trx: Transaction,
  run: ImportModel,
  note: ImportRowModel,
  row: ListingModel,
  error?: DomainError,
): Promise<void> {
  await ImportFaultModel.query(trx)
    .insert({
      importId: run.id,
      line: note.line,
      name: row.name,
      field: null,
      code: error?.code ?? 'changed_since',
      error: error?.message ?? ENGLISH.t('error.import-changed-since'),
    })
    .onConflict()
    .ignore();
}
