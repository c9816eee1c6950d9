// A copy of another listing-directory: first all it has, then what has changed there since. A listing of this directory
// wins: one of the same site stays as it is, and so does a copy that somebody has changed, claimed or deleted here.
import { setTimeout as wait } from 'node:timers/promises';
import { ImportModel, ImportRowModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { DomainError, say } from '../kernel/errors.js';
import { inTransaction } from '../kernel/transaction.js';
import { readSubmission } from '../listings/content.js';
import { wholeFacts } from '../listings/facts.js';
import { ImportedListing, OWNER_FIELDS } from '../listings/schema.js';
import { removeListing } from '../listings/status.js';
import { changeListing } from '../listings/submit.js';
import { fetchJson, readAddress } from './address.js';
import { categoryReader } from './categories.js';
import { asObject } from './formats/mcp-registry.js';
import type { ListingImport } from './importer.js';
import { shelvesIn } from './mapping.js';
import { type ImportOptions, problemOf, type SettledRow, type SourceRow, sourceError } from './rows.js';
import { isUntouched, noteEffects } from './undo.js';

/**
 * Brings the copy of an import up to date, from where its record says it is.
 * @param target stores the listings that are new there
 * @throws DomainError validation_error (source)
 */
export async function* mirrorDirectory(
  actor: Actor,
  run: ImportModel,
  target: ListingImport,
  isDryRun: boolean,
  signal?: AbortSignal,
): AsyncGenerator<SettledRow> {
  const base = readAddress(run.source);
  const options: ImportOptions = { categories: 'add', ...run.options };
  const categories = categoryReader(actor, isDryRun ? null : run.id, options);
  const inputOf = ({ listing }: Change): Record<string, unknown> => {
    const fields = Object.fromEntries(OWNER_FIELDS.map((field) => [field, listing?.[field] ?? null]));
    return { ...fields, categories: categories.read(fields.categories) };
  };
  const apply = isDryRun ? rehearsal(run, target, inputOf) : copyOf(actor, run, target, inputOf);
  let { cursor, position: line } = run;
  for (let hasMore = true; hasMore; ) {
    const page = await readPage(base, cursor ?? '', signal);
    await categories.prepare(page.changes.flatMap(({ listing }) => shelvesIn(listing)));
    for await (const settled of apply(page.changes)) {
      line += 1;
      yield { ...settled, line };
    }
    if (signal?.aborted) return;
    cursor = page.next;
    hasMore = page.hasMore;
    if (!isDryRun) await ImportModel.query().findById(run.id).patch({ cursor });
  }
}

const nameOf = ({ listing }: Change) =>
  typeof listing?.name === 'string' ? listing.name.slice(0, 80) : undefined;

type InputOf = (change: Change) => Record<string, unknown>;
type Apply = (changes: readonly Change[]) => AsyncGenerator<SettledRow>;

/** A row of a mirror, before it has a number. */
const outcomeOf = (outcome: string, slug: string | null = null): SettledRow => ({
  line: 0,
  outcome,
  slug,
  warnings: [],
});

function copyOf(actor: Actor, run: ImportModel, target: ListingImport, inputOf: InputOf): Apply {
  const importId = run.id;
  const notesOf = () => ImportRowModel.query().where({ import_id: importId });
  /** The ids of a page's changes whose copies match it. */
  let applied = new Set<string | null>();

  const remove = (note: ImportRowModel): Promise<SettledRow> =>
    inTransaction(actor, async (trx) => {
      const row = await ListingModel.query(trx).findById(note.listingId).forUpdate();
      const isOurs = row !== undefined && isUntouched(note, row);
      if (isOurs) await removeListing(trx, actor, row.slug, { reason: `No longer at ${run.source}.` });
      await note.$query(trx).delete();
      return outcomeOf(isOurs ? 'removed' : 'kept', row?.slug ?? null);
    });

  /**
   * Removes a copy whose site another listing of the directory has now. The copy's own change has come or will come, and
   * creates it again. A copy that matches this page stays: two sites there can be one here.
   */
  const displace = async (holder: ListingModel | undefined): Promise<boolean> => {
    const note = holder && (await notesOf().findOne({ listing_id: holder.id }));
    if (!note || applied.has(note.remoteId) || !isUntouched(note, holder)) return false;
    await remove(note);
    return true;
  };

  const noteApplied = ({ id }: Change, row: SettledRow) => {
    if ('outcome' in row && row.outcome !== 'kept') applied.add(id);
  };

  /** @returns null if the copy was displaced */
  const update = async (note: ImportRowModel, change: Change): Promise<SettledRow | null> => {
    const submission = readSubmission(inputOf(change), ImportedListing);
    try {
      return await inTransaction(actor, async (trx) => {
        const row = await ListingModel.query(trx).findById(note.listingId).forUpdate();
        if (!(await note.$query(trx))) return null;
        if (!row || !isUntouched(note, row)) return outcomeOf('kept', row?.slug);
        const facts = wholeFacts(submission.content.facts);
        const changed = await changeListing(trx, actor, row, {
          ...submission,
          content: { ...submission.content, facts },
        });
        if (!changed) return outcomeOf('unchanged', row.slug);
        const { line, remoteId } = note;
        await noteEffects(trx, importId, [{ line, remoteId, row: changed, before: null }]);
        return outcomeOf('changed', changed.slug);
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'website_url_taken') throw error;
      const holder = await ListingModel.query().findOne({ url_key: submission.site.urlKey });
      return (await displace(holder)) ? update(note, change) : outcomeOf('kept', holder?.slug);
    }
  };

  const create = async (changes: readonly Change[]): Promise<SettledRow[]> => {
    const rowOf = (change: Change): SourceRow => ({
      line: 0,
      input: inputOf(change),
      remoteId: change.id,
    });
    const settled = await target.importRows(changes.map(rowOf));
    for (const [n, row] of settled.entries()) noteApplied(changes[n] as Change, row);
    for (const [n, row] of settled.entries()) {
      if (!('outcome' in row) || row.outcome !== 'kept' || row.slug === null) continue;
      const holder = await ListingModel.query().findOne({ slug: row.slug });
      if (!(await displace(holder))) continue;
      const [again] = await target.importRows([rowOf(changes[n] as Change)]);
      if (!again) continue;
      settled[n] = again;
      noteApplied(changes[n] as Change, again);
    }
    return settled;
  };

  return async function* (changes) {
    applied = new Set();
    const ids = changes.map(({ id }) => id);
    const notes = new Map((await notesOf().whereIn('remote_id', ids)).map((note) => [note.remoteId, note]));
    // Sites are freed before others take them.
    for (const change of changes) {
      const note = notes.get(change.id);
      if (note && !change.listing) yield await remove(note);
    }
    const fresh: Change[] = [];
    for (const change of changes.filter(({ listing }) => listing)) {
      const note = notes.get(change.id);
      const settled = note
        ? await update(note, change).catch((error: unknown) => refusal(change, error))
        : null;
      if (settled) {
        noteApplied(change, settled);
        yield { ...settled, name: nameOf(change) };
      } else fresh.push(change);
    }
    yield* await create(fresh);
  };
}

function refusal(change: Change, error: unknown): SettledRow {
  if (!(error instanceof DomainError)) throw error;
  return { line: 0, name: nameOf(change), problem: problemOf(error) };
}

/** The same without writing: what is listed here already counts as kept, or as its copy. */
function rehearsal(run: ImportModel, target: ListingImport, inputOf: InputOf): Apply {
  return async function* (changes) {
    const ids = changes.map(({ id }) => id);
    const notes = await ImportRowModel.query().where({ import_id: run.id }).whereIn('remote_id', ids);
    const copied = new Set(notes.map(({ remoteId }) => remoteId));
    for (const { id } of changes.filter(({ listing }) => !listing))
      yield outcomeOf(copied.has(id) ? 'removed' : 'unchanged');
    const there = changes.filter(({ listing }) => listing);
    const settled = await target.importRows(there.map((change) => ({ line: 0, input: inputOf(change) })));
    for (const [n, row] of settled.entries()) {
      const isOther = 'outcome' in row && row.outcome === 'changed' && !copied.has(there[n]?.id ?? '');
      yield isOther ? { ...row, outcome: 'kept' } : row;
    }
  };
}

const PAGE = 200;
/** Gives up after this many 429 answers in a row; seconds of the longest wait. */
const MAX_WAITS = 8;
const MAX_WAIT = 60;

interface Change {
  readonly id: string;
  /** null: no longer public there. */
  readonly listing: Record<string, unknown> | null;
}

const notADirectory = ({ host }: URL) => sourceError(say('error.import-no-directory', { host }));

/** @param since '' for the first page. @throws DomainError validation_error (source) */
async function readPage(base: URL, since: string, signal?: AbortSignal) {
  const url = new URL('/api/v1/listings/changes', base);
  url.searchParams.set('limit', String(PAGE));
  if (since !== '') url.searchParams.set('since', since);
  for (let tries = 0; ; tries += 1) {
    const { status, answer, retryAfter } = await fetchJson(url, signal);
    if (status === 200) return readChanges(answer, base, since);
    if (since !== '' && asObject(answer).code === 'validation_error')
      throw sourceError(say('error.import-unknown-place', { host: base.host }));
    if ((status !== 429 && status !== 503) || tries === MAX_WAITS) throw notADirectory(base);
    await wait(Math.min(retryAfter ?? 2 ** tries, MAX_WAIT) * 1000, undefined, { signal });
  }
}

function readChanges(answer: unknown, base: URL, since: string) {
  const { changes, next_since: next, has_more: hasMore } = asObject(answer);
  if (!Array.isArray(changes) || typeof next !== 'string' || !/^\d{1,15}$/.test(next))
    throw notADirectory(base);
  const read = changes.slice(0, PAGE).flatMap((change): Change[] => {
    const { id, removed, listing } = asObject(change);
    if (typeof id !== 'string' || id.length > 60) return [];
    return [{ id, listing: removed === true || listing === null ? null : asObject(listing) }];
  });
  const isLast = hasMore !== true || changes.length === 0;
  // A directory whose places do not advance would be read forever.
  if (!isLast && Number(next) <= Number(since || -1)) throw notADirectory(base);
  return { changes: read, next, hasMore: !isLast };
}
