// Followed sources: each is re-read on a schedule, and its changes are applied to its listings, but not
// to listings from elsewhere, nor to listings that were changed, claimed or deleted in this directory.
import { type ImportModel, ImportRowModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { differences } from '../kernel/audit.js';
import { say } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { contentOf, type ListingContent, type ReadSubmission } from '../listings/content.js';
import { reportFinding } from '../listings/report-outcomes.js';
import { moveListing } from '../listings/status.js';
import { changeListing } from '../listings/submit.js';
import type { SettledRow } from './rows.js';
import { type Row, resultOf, type Storing } from './store-batch.js';
import { isUntouched, noteEffects } from './undo.js';

const PAGE = 100;

const notesOf = (run: Pick<ImportModel, 'id'>) => ImportRowModel.query().where({ import_id: run.id });

const sayGone = ({ source }: ImportModel) => say('audit-reason.gone', { source: source.slice(0, 400) });

/** Settles the rows of existing or deleted listings; rows of new listings stay open. */
export async function followRows(rows: readonly Row[], storing: Storing, run: ImportModel): Promise<void> {
  const sites = rows.map(({ submission }) => submission.site.urlKey);
  const remoteIds = rows.flatMap(({ remoteId }) => remoteId ?? []);
  const notes = await notesOf(run).where((of) =>
    of.whereIn('url_key', sites).orWhereIn('remote_id', remoteIds),
  );
  const ids = notes.map(({ listingId }) => listingId);
  const existing = await ListingModel.query().whereIn('url_key', sites).orWhereIn('id', ids);
  const byId = new Map(existing.map((listing) => [listing.id, listing]));
  const bySite = new Map(existing.map((listing) => [listing.urlKey, listing]));
  const noteOf = new Map(notes.map((note) => [note.listingId, note]));
  const remote = new Map(notes.map((note) => [note.remoteId, note]));
  const noted = new Map(notes.map((note) => [note.urlKey, note]));
  const taken = new Set<string>();
  for (const row of rows) {
    const { urlKey } = row.submission.site;
    const own = row.remoteId ? remote.get(row.remoteId) : undefined;
    const note = bySite.has(urlKey) ? noteOf.get(bySite.get(urlKey)?.id ?? '') : (own ?? noted.get(urlKey));
    const listing = bySite.get(urlKey) ?? byId.get(note?.listingId ?? '');
    const id = listing?.id ?? note?.listingId;
    if (id) taken.add(id);
    await row.attempt(async () => {
      if (!listing && !note) return null;
      if (!listing || !note || !isUntouched(note, listing))
        return resultOf(storing.actor, row, listing ?? null, 'kept');
      return applyRow(row, listing, note, storing, run);
    });
  }
  if (storing.isDryRun) return;
  const seen = [...taken];
  await notesOf(run).whereIn('listing_id', seen).patch({ generation: run.generation });
  // Retire a listing whose new address at the source belongs to another listing here.
  for (const { remoteId } of rows) {
    const note = remoteId ? remote.get(remoteId) : undefined;
    if (note && !taken.has(note.listingId) && byId.has(note.listingId))
      await retire(storing.actor, run, note);
  }
}

/** The listing as the source now describes it. Clears missing fields, but leaves the logo and facts if not sent. */
function saidNow({ content, sent }: ReadSubmission): Partial<ListingContent> {
  const isSaid = ([field]: [string, unknown]) =>
    (field !== 'logo_url' && field !== 'facts') || Object.hasOwn(sent, field);
  return Object.fromEntries(Object.entries(content).filter(isSaid));
}

async function applyRow(
  row: Row,
  listing: ListingModel,
  note: ImportRowModel,
  storing: Storing,
  run: ImportModel,
) {
  const { actor, isDryRun, importId } = storing;
  const { submission, line, remoteId = null } = row;
  const content = saidNow(submission);
  // Restore a listing archived as missing at the source, unless somebody has archived it again since.
  const isGone = note.archivedAt !== null && listing.archivedAt?.getTime() === note.archivedAt.getTime();
  const isSame = differences(contentOf(listing), { ...contentOf(listing), ...content }) === null && !isGone;
  if (isSame && note.remoteId === remoteId) return resultOf(actor, row, listing, 'unchanged');
  if (isDryRun) return resultOf(actor, row, listing, isSame ? 'unchanged' : 'changed');
  return inTransaction(actor, async (trx) => {
    const locked = await ListingModel.query(trx).findById(listing.id).forUpdate();
    if (!locked || !isUntouched(note, locked)) return resultOf(actor, row, listing, 'kept');
    if (isGone) await moveListing(trx, actor, locked.slug, { action: 'restore', reason: null });
    const current = (await ListingModel.query(trx).findById(listing.id)) ?? locked;
    const changed = await changeListing(trx, actor, current, { ...submission, content, feature: {} });
    const { generation } = run;
    await noteEffects(trx, importId, [{ line, remoteId, row: changed ?? current, before: null, generation }]);
    return resultOf(actor, row, changed ?? current, changed || isGone ? 'changed' : 'unchanged');
  });
}

/** Archives a listing missing at its source, or reports it to moderators; keeps one that was changed here. */
function retire(actor: Actor, run: ImportModel, note: ImportRowModel): Promise<SettledRow> {
  return inTransaction(actor, async (trx) => {
    const row = await ListingModel.query(trx).findById(note.listingId).forUpdate();
    const settled = (outcome: string): SettledRow => ({ line: note.line, outcome, slug: row?.slug ?? null });
    const isOurs = row !== undefined && isUntouched(note, row);
    // Stop following a kept or reported listing. Go on following an archived one, which can return to the source.
    if (!isOurs || run.gone === 'review') await note.$query(trx).delete();
    else await note.$query(trx).patch({ generation: run.generation });
    if (!isOurs) return settled('kept');
    if (row.archivedAt) return settled('unchanged');
    if (run.gone === 'review')
      // Reports appear at the top of the review queue.
      await reportFinding(trx, actor, row, { by: `source ${run.id}`, said: sayGone(run) });
    else {
      const moved = await moveListing(trx, actor, row.slug, { action: 'archive', reason: sayGone(run) });
      await note.$query(trx).patch({ archivedAt: moved.row.archivedAt });
    }
    return settled('removed');
  });
}

/** Retires the listings that another directory reports as gone. */
export async function retireRemote(
  actor: Actor,
  run: ImportModel,
  remoteIds: readonly string[],
  isDryRun: boolean,
) {
  const notes = await notesOf(run).whereIn('remote_id', [...remoteIds]);
  const settled = new Map<string | null, SettledRow>();
  for (const note of notes)
    settled.set(
      note.remoteId,
      isDryRun ? { line: 0, outcome: 'removed', slug: null } : await retire(actor, run, note),
    );
  return settled;
}

/** If a larger share of a source is missing, assume a fault there and report the listings to moderators. */
const MOST_GONE = 0.5;

/** Retires listings that were missing after the source was read to its end. */
export async function* retireMissing(
  actor: Actor,
  run: ImportModel,
  signal?: AbortSignal,
): AsyncGenerator<SettledRow> {
  const missing = () => notesOf(run).where('generation', '<', run.generation);
  const [all, gone] = await Promise.all([notesOf(run).resultSize(), missing().resultSize()]);
  // Set `gone` for this reading only: it is not stored in the record.
  if (gone > all * MOST_GONE && gone > 10) run.gone = 'review';
  let after = '00000000-0000-0000-0000-000000000000';
  while (!signal?.aborted) {
    const notes = await missing().where('listing_id', '>', after).orderBy('listing_id').limit(PAGE);
    for (const note of notes) {
      const settled = await retire(actor, run, note);
      if (!('outcome' in settled) || settled.outcome !== 'unchanged') yield settled;
    }
    const last = notes.at(-1);
    if (!last) return;
    after = last.listingId;
  }
}
