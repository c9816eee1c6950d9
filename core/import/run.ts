// Runs an import: takes its rows in order and records its position. After Ctrl-C or a crash it resumes after
// the last recorded row; later rows are repeated, and change nothing.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { raw } from 'objection';
import { ImportFaultModel, ImportModel } from '../../db/models/import.js';
import type { Actor } from '../kernel/actor.js';
import { DomainError, say, toEnglish } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { PACKAGE_ROOT } from '../kernel/package.js';
import { storable } from '../kernel/text/json.js';
import { inTransaction } from '../kernel/transaction.js';
import { retireMissing, retireRemote } from './follow-rows.js';
import { openImport } from './import-rows.js';
import { mapRows, type OnColumns, taglineReader } from './map-columns.js';
import { categoryReader, removeEmptyCategories } from './match-categories.js';
import { fetchSource, readAddress, readDirectory, readRegistry } from './read-address.js';
import { openFile } from './read-file.js';
import { beginImport, noteAction, resolveInput } from './records.js';
import * as rowTypes from './rows.js';
import { tellOfSource } from './sources.js';

const SAVE_MS = 1_000;
const MAX_FAULTS = 10_000;

interface Reading {
  /** The record; null: nothing is written. */
  readonly importId: string | null;
  readonly signal?: AbortSignal;
  readonly onColumns?: OnColumns;
}

export const storedText = ({ content }: ImportModel) => (content ? Readable.from([content]) : null);

export async function* readListings(
  actor: Actor,
  run: Pick<ImportModel, 'source' | 'kind' | 'options' | 'cursor' | 'position'>,
  content: AsyncIterable<Buffer> | null,
  { importId, signal, onColumns }: Reading,
): AsyncGenerator<rowTypes.SourceRow> {
  const options = run.options as rowTypes.ImportOptions;
  const isDirectory = run.kind === 'directory';
  const usual = isDirectory ? { categories: 'add' as const } : {};
  const categories = categoryReader(actor, importId, { ...usual, ...options });
  const mapped = (rows: AsyncIterable<rowTypes.SourceRow>, kind: string) =>
    mapRows(rows, kind, options, categories, onColumns);
  if (isDirectory) return yield* mapped(readDirectory(run, signal), run.kind);
  const address = content === null ? readAddress(run.source) : null;
  if (address && run.kind === 'mcp') return yield* mapped(readRegistry(address, signal), run.kind);
  const fetched = address && (await fetchSource(address, signal));
  const bytes = content ?? Readable.from([fetched?.bytes]);
  const file = await openFile(bytes, fetched?.name ?? run.source, options);
  if (importId) await ImportModel.query().findById(importId).patch({ kind: file.kind });
  yield* mapped(file.rows, file.kind);
}

interface Running {
  /** The text of a file; null: the stored content, or the address. */
  readonly content?: AsyncIterable<Buffer> | null;
  readonly signal?: AbortSignal;
}

/** Reads and stores the rows after the recorded position. */
async function* settleRows(
  actor: Actor,
  run: ImportModel,
  { content = null, signal }: Running,
): AsyncGenerator<rowTypes.SettledRow> {
  const { isDryRun } = run;
  const importId = isDryRun ? null : run.id;
  const following = rowTypes.isFollowed(run) ? run : null;
  const target = openImport(actor, { ownerId: run.ownerId, isDryRun, importId, following });
  const read = taglineReader(actor, isDryRun);
  const take = async (some: readonly rowTypes.SourceRow[]) => {
    const gone = some.flatMap(({ isGone, remoteId }) => (isGone && remoteId ? remoteId : []));
    const retired = gone.length > 0 ? await retireRemote(actor, run, gone, isDryRun) : new Map();
    const settled = await target.importRows(await read(some.filter(({ isGone }) => !isGone)));
    const others = settled.values();
    return some.map(({ isGone, remoteId, line, cursor }): rowTypes.SettledRow => {
      if (!isGone) return others.next().value as rowTypes.SettledRow;
      return { outcome: 'unchanged', slug: null, ...retired.get(remoteId), line, cursor };
    });
  };
  try {
    const rows = readListings(actor, run, content ?? storedText(run), { importId, signal });
    let before: ReturnType<typeof take> = Promise.resolve([]);
    for await (const group of rowTypes.inGroups(after(rows, run.position))) {
      if (signal?.aborted) break;
      // The next group is read while this one is stored.
      const taking = take(group);
      // If an earlier group fails, nothing awaits this one: an unhandled rejection would end the process.
      taking.catch(() => undefined);
      yield* await before;
      before = taking;
    }
    yield* await before;
    const isWhole = following && run.kind !== 'directory' && !isDryRun && !signal?.aborted;
    if (isWhole) yield* retireMissing(actor, run, signal);
  } finally {
    await target.close();
  }
}

/** Runs a `running` import from its recorded position, until `signal`. @returns the rows as they settle
 * @throws DomainError validation_error (source); ImportInterrupted */
export async function* runImport(actor: Actor, run: ImportModel, running: Running = {}) {
  const { signal } = running;
  const progress = keepProgress(actor, run);
  // Another worker resumes a worker's import; an operator runs a command again.
  const interrupted = run.byWorker ? 'waiting' : 'stopped';
  try {
    for await (const row of settleRows(actor, run, running)) {
      yield row;
      await progress.add(row);
    }
    if (!signal?.aborted && !run.isDryRun)
      await removeEmptyCategories(actor, run.id, run.options.categories === 'only');
    await progress.end(signal?.aborted ? interrupted : 'done');
  } catch (error) {
    if (error instanceof rowTypes.ImportInterrupted) throw error;
    const isKnown = error instanceof DomainError || signal?.aborted;
    await progress.end(
      signal?.aborted ? interrupted : 'failed',
      isKnown ? (error as Error).message : 'internal_error',
    );
    throw error;
  }
}

/** Reports what an import would do. @throws DomainError as runImport, validation_error (owner) */
export async function* rehearseImport(actor: Actor, input: rowTypes.ImportInput, running: Running) {
  const { source, kind = 'ndjson', options, ownerId } = await resolveInput(actor, input);
  const start = { id: '00000000-0000-0000-0000-000000000000', cursor: null, position: 0, generation: 0 };
  yield* settleRows(
    actor,
    ImportModel.fromJson({ ...start, kind, source, ownerId, options, isDryRun: true }),
    running,
  );
}

async function* after(rows: AsyncIterable<rowTypes.SourceRow>, position: number) {
  for await (const row of rows) if (row.line > position) yield row;
}

const outcomeOf = (row: rowTypes.SettledRow): string => {
  if ('problem' in row) return 'refused';
  return 'leftOut' in row ? 'left_out' : row.outcome;
};

function faultOf(row: rowTypes.SettledRow) {
  if ('problem' in row) {
    const { field, code, error, said } = row.problem;
    return { field, code, error, said, input: row.raw ?? null };
  }
  if ('leftOut' in row) return { field: null, code: 'left_out', error: row.leftOut, input: null };
  const [note, ...notes] = 'notes' in row ? (row.notes ?? []) : [];
  if (!note) return null;
  const said = notes.reduce((first, more) => say('import-note.more', { first, more }), note);
  return { field: null, code: 'repaired', error: toEnglish(said), said, input: null };
}

/** Stores position, counts and faults of a run each second, as long as this process holds it. */
function keepProgress(actor: Actor, run: ImportModel) {
  let { position, cursor, counts } = run;
  let faults: object[] = [];
  let savedAt = performance.now();
  const save = async (change: Partial<ImportModel> = {}): Promise<void> => {
    await inTransaction(actor, async (trx) => {
      const saved = await ImportModel.query(trx)
        .findById(run.id)
        .where({ state: 'running' })
        .whereRaw('leased_by is not distinct from ?', [run.leasedBy ?? null])
        .patch({ position, cursor, counts, total: raw('greatest(total, ?)', [position]), ...change });
      if (saved === 0) throw new rowTypes.ImportInterrupted('The import was stopped.');
      if (faults.length > 0) await ImportFaultModel.query(trx).insert(faults).onConflict().ignore();
      if (!change.state || !rowTypes.isFollowed(run)) return;
      await noteAction(trx, actor, run, 'import.read', counts);
      const { id, source, gone, every } = run;
      const isWhole = change.state === 'done';
      if (every && change.finishedAt) await tellOfSource(trx, actor, { id, source, counts, gone, isWhole });
    });
    faults = [];
    savedAt = performance.now();
  };
  return {
    add: async (row: rowTypes.SettledRow): Promise<void> => {
      position = Math.max(position, row.line);
      cursor = row.cursor ?? cursor;
      const outcome = outcomeOf(row);
      const count = (own(counts, outcome) ?? 0) + 1;
      counts = { ...counts, [outcome]: count };
      const fault = faultOf(row);
      if (fault && count <= MAX_FAULTS)
        faults.push(storable({ importId: run.id, line: row.line, name: row.name ?? null, ...fault }));
      if (performance.now() - savedAt >= SAVE_MS) await save();
    },
    end: (state: 'done' | 'stopped' | 'waiting' | 'failed', error: string | null = null) =>
      save({
        ...{ state, error: storable(error), leasedUntil: null },
        ...(state === 'done' || (state === 'failed' && run.every) ? { finishedAt: new Date() } : {}),
        // Keep the content after a dry run: the import itself may follow.
        ...(state === 'done' && !run.isDryRun ? { content: null } : {}),
      }),
  };
}

/** NDJSON, in the format of `directory-admin listings import`. */
export const EXAMPLES_FILE = join(PACKAGE_ROOT, 'db', 'seeds', 'example-listings.ndjson');

/** Imports the examples without an owner, with a record that can be undone. @throws DomainError forbidden */
export async function importExamples(actor: Actor): Promise<void> {
  const run = await beginImport(actor, { source: EXAMPLES_FILE, options: {}, isOnce: true });
  for await (const _ of runImport(actor, run, { content: createReadStream(EXAMPLES_FILE) }));
}
