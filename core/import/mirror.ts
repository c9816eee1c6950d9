// A copy of another listing-directory: first all it has, then what has changed there since. A listing of this directory
// wins: one of the same site stays as it is, and so does a copy that somebody has changed, claimed or deleted here.
import { ImportModel, ImportRowModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listing.js';
import type { Actor } from '../kernel/actor.js';
import { DomainError } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { readSubmission } from '../listings/content.js';
import { removeListing } from '../listings/remove.js';
import { ImportedListing, OWNER_FIELDS } from '../listings/schema.js';
import { changeListing } from '../listings/submit.js';
import { readAddress } from './address.js';
import { batchSubmissions } from './batches.js';
import { categoryReader } from './categories.js';
import { openImport } from './import.js';
import { type Change, notADirectory, PAGE, readPage } from './mirror-feed.js';
import { isUntouched, noteEffects } from './notes.js';
import { problemOf, type SettledRow } from './rows.js';
import type { ImportOptions } from './schema.js';
import type { ImportScreening } from './screening.js';

/** A place of a copy that is not whole yet. */
const COPYING = 'copy:';

type Outcome = { readonly outcome: string; readonly slug: string | null };

interface Mirroring {
  readonly signal?: AbortSignal;
  readonly isDryRun: boolean;
  readonly options: ImportOptions;
  readonly screening?: ImportScreening;
}

/**
 * Brings the copy of an import up to date, from where its record says it is.
 * @throws DomainError validation_error (source)
 */
export async function* mirrorDirectory(
  actor: Actor,
  run: ImportModel,
  { signal, isDryRun, options, screening }: Mirroring,
): AsyncGenerator<SettledRow> {
  const base = readAddress(run.source);
  const copy = isDryRun ? await rehearse(actor, run, options) : copyOf(actor, run, options, screening);
  let { cursor, generation, position: line } = run;
  const keep = async (place: string) => {
    cursor = place;
    if (!isDryRun) await ImportModel.query().findById(run.id).patch({ cursor, generation });
  };
  const number = (settled: Settled): SettledRow => {
    line += 1;
    return { line, warnings: [], ...settled };
  };
  if (cursor === null) {
    generation += 1;
    await keep(COPYING);
  }
  let blocked: Change[] = [];
  let since = placeOf(cursor);
  let restarted = false;
  for (;;) {
    const page = await readPage(base, since, signal);
    if (page === null) {
      if (cursor === COPYING || restarted) throw notADirectory(base);
      restarted = true;
      // Another directory answers here now, or an older state of the same: copies that it lacks are removed at
      // the end.
      generation += 1;
      blocked = [];
      since = '';
      await keep(COPYING);
      continue;
    }
    for await (const { change, settled } of copy.apply(page.changes, generation))
      if (settled === null) blocked.push(change);
      else yield number(settled);
    if (signal?.aborted) return;
    since = page.next;
    // A change that waits for another one is read again after a crash.
    if (blocked.length === 0) await keep(cursor?.startsWith(COPYING) ? COPYING + since : since);
    if (!page.hasMore) break;
  }
  for await (const settled of copy.applyBlocked(blocked, generation)) yield number(settled);
  if (cursor?.startsWith(COPYING)) for await (const settled of copy.sweep(generation)) yield number(settled);
  if (!signal?.aborted) await keep(since);
}

const placeOf = (cursor: string | null) => cursor?.replace(COPYING, '') ?? '';

type Settled = Pick<SettledRow, 'name'> & (Outcome | { readonly problem: ReturnType<typeof problemOf> });

/** A change and what came of it; null: its site still has another copy, which a later change may move. */
interface Applied {
  readonly change: Change;
  readonly settled: Settled | null;
}

interface Copy {
  apply(changes: readonly Change[], generation: number): AsyncGenerator<Applied>;
  /** Applies changes that waited for each other. */
  applyBlocked(changes: readonly Change[], generation: number): AsyncGenerator<Settled>;
  /** Removes the copies that the latest generation lacks. */
  sweep(generation: number): AsyncGenerator<Settled>;
}

const shelvesOf = ({ listing }: Change) =>
  [listing?.categories].flat().filter((name) => typeof name === 'string');
const nameOf = ({ listing }: Change) =>
  typeof listing?.name === 'string' ? listing.name.slice(0, 80) : undefined;

function copyOf(actor: Actor, run: ImportModel, options: ImportOptions, screening?: ImportScreening): Copy {
  const importId = run.id;
  const categories = categoryReader(actor, importId, { categories: 'add', ...options });
  const remotes = new Map<number, Change>();
  let generation = 0;
  const store = batchSubmissions(actor, run.ownerId, {
    outcomeOf: () => 'kept',
    explain: screening?.explain,
    note: (trx, effects) =>
      noteEffects(
        trx,
        importId,
        effects.map((effect) => ({ ...effect, remoteId: remotes.get(effect.line)?.id, generation })),
      ),
  });

  const submissionOf = async (listing: Record<string, unknown>) => {
    const content = Object.fromEntries(OWNER_FIELDS.map((field) => [field, listing[field] ?? null]));
    return readSubmission({ ...content, categories: categories.read(content.categories) }, ImportedListing);
  };
  const notesFor = (ids: readonly string[]) =>
    ImportRowModel.query()
      .where({ import_id: importId })
      .whereIn('remote_id', [...ids]);
  const isCopy = async (listingId: string) =>
    (await ImportRowModel.query().findById([importId, listingId])) !== undefined;

  const create = async (change: Change, number: number): Promise<Settled | null> => {
    remotes.set(number, change);
    try {
      const { row, outcome } = await store(await submissionOf(change.listing ?? {}), number);
      if (outcome === 'kept' && (await isCopy(row.id))) return null;
      return { outcome, slug: row.slug };
    } finally {
      remotes.delete(number);
    }
  };

  const update = async (note: ImportRowModel, { listing }: Change): Promise<Settled | null> => {
    const submission = await submissionOf(listing ?? {});
    try {
      return await inTransaction(actor, async (trx) => {
        const row = await ListingModel.query(trx).findById(note.listingId).forUpdate();
        if (!row || !isUntouched(note, row)) return { outcome: 'kept', slug: row?.slug ?? null };
        const changed = await changeListing(trx, actor, row, submission);
        if (!changed) return { outcome: 'unchanged', slug: row.slug };
        const { line, remoteId } = note;
        await noteEffects(trx, importId, [
          { line, row: changed, before: null, remoteId: remoteId ?? undefined, generation },
        ]);
        return { outcome: 'changed', slug: changed.slug };
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'website_url_taken') throw error;
      const holder = await ListingModel.query().findOne({ url_key: submission.site.urlKey });
      return holder && (await isCopy(holder.id)) ? null : { outcome: 'kept', slug: holder?.slug ?? null };
    }
  };

  const remove = (note: ImportRowModel): Promise<Settled> =>
    inTransaction(actor, async (trx) => {
      const row = await ListingModel.query(trx).findById(note.listingId).forUpdate();
      const isOurs = row !== undefined && isUntouched(note, row);
      if (isOurs) await removeListing(trx, actor, row.slug, { reason: `No longer at ${run.source}.` });
      await note.$query(trx).delete();
      return { outcome: isOurs ? 'removed' : 'kept', slug: row?.slug ?? null };
    });

  const settle = async (change: Change, work: () => Promise<Settled | null>): Promise<Applied> => {
    try {
      const settled = await work();
      return { change, settled: settled && { name: nameOf(change), ...settled } };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { change, settled: { name: nameOf(change), problem: problemOf(error) } };
    }
  };

  async function* apply(changes: readonly Change[], now: number): AsyncGenerator<Applied> {
    generation = now;
    await categories.prepare(changes.flatMap(shelvesOf));
    const ids = changes.map(({ id }) => id);
    await notesFor(ids).patch({ generation });
    const notes = new Map((await notesFor(ids)).map((note) => [note.remoteId, note]));
    // Sites are freed before others take them.
    const [gone, there] = [
      changes.filter(({ listing }) => !listing),
      changes.filter(({ listing }) => listing),
    ];
    for (const change of gone) {
      const note = notes.get(change.id);
      if (note) yield await settle(change, () => remove(note));
    }
    for (const change of there) {
      const note = notes.get(change.id);
      if (note) yield await settle(change, () => update(note, change));
    }
    const fresh = there.filter(({ id }) => !notes.has(id));
    yield* await Promise.all(fresh.map((change, number) => settle(change, () => create(change, number))));
  }

  return {
    apply,
    async *applyBlocked(changes, now) {
      let left = [...changes];
      while (left.length > 0) {
        const blocked: Change[] = [];
        for (const change of left)
          for await (const { settled } of apply([change], now))
            if (settled === null) blocked.push(change);
            else yield settled;
        if (blocked.length === left.length) {
          // They wait for each other: one of the copies is deleted and created again.
          const [note] = await notesFor(blocked.map(({ id }) => id)).limit(1);
          if (!note) {
            for (const change of blocked) yield { name: nameOf(change), outcome: 'kept', slug: null };
            return;
          }
          await remove(note);
        }
        left = blocked;
      }
    },
    async *sweep(now) {
      for (;;) {
        const notes = await ImportRowModel.query()
          .where({ import_id: importId })
          .where('generation', '<', now)
          .limit(PAGE);
        for (const note of notes) yield await remove(note);
        if (notes.length === 0) return;
      }
    },
  };
}

/** The same without writing: what is listed here already counts as kept, or as its copy. */
async function rehearse(actor: Actor, run: ImportModel, options: ImportOptions): Promise<Copy> {
  const { importRow } = await openImport(actor, { owner: run.ownerId, isDryRun: true });
  const categories = categoryReader(actor, null, { categories: 'add', ...options });
  const judge = async ({ id, listing }: Change): Promise<Settled> => {
    const note = await ImportRowModel.query().findOne({ import_id: run.id, remote_id: id });
    if (!listing) return { outcome: note ? 'removed' : 'unchanged', slug: null };
    const content = Object.fromEntries(OWNER_FIELDS.map((field) => [field, listing[field] ?? null]));
    const { outcome, slug } = await importRow(0, {
      ...content,
      categories: categories.read(content.categories),
    });
    return { outcome: outcome === 'changed' && !note ? 'kept' : outcome, slug };
  };
  return {
    async *apply(changes) {
      for (const change of changes) {
        const settled = await judge(change).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          return { problem: problemOf(error) };
        });
        yield { change, settled: { name: nameOf(change), ...settled } };
      }
    },
    async *applyBlocked() {},
    async *sweep() {},
  };
}
