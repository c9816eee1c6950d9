// Runs an import: takes its rows in order and records its position. After Ctrl-C or a crash it resumes after
// the last recorded row; later rows are repeated, and change nothing.
import { Readable } from 'node:stream';
import { ImportFaultModel, ImportModel } from '../../db/models/import.js';
import type { Actor } from '../kernel/actor.js';
import { DomainError, say, toEnglish } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { inTransaction } from '../kernel/transaction.js';
import { retireMissing, retireRemote } from './follow-rows.js';
import { openImport } from './import-rows.js';
import { mapRows, type OnColumns, taglineReader } from './map-columns.js';
import { categoryReader, removeEmptyCategories } from './match-categories.js';
import { fetchSource, readAddress, readDirectory, readRegistry } from './read-address.js';
import { openFile } from './read-file.js';
import { noteAction, resolveInput } from './records.js';
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

/** Yields the rows in order; reads one group while storing another. Stops at `signal`. */
export async function* importRows(
  take: (rows: readonly rowTypes.SourceRow[]) => Promise<readonly rowTypes.SettledRow[]>,
  rows: AsyncIterable<rowTypes.SourceRow>,
  signal?: AbortSignal,
): AsyncGenerator<rowTypes.SettledRow> {
  let before: ReturnType<typeof take> = Promise.resolve([]);
  for await (const group of rowTypes.inGroups(rows)) {
    if (signal?.aborted) break;
    const taking = take(group);
    // If an earlier group fails, nothing awaits this one.
    taking.catch(() => undefined);
    yield* await before;
    before = taking;
  }
  yield* await before;
}

interface Running {
  /** The text of a file; null: the stored content, or the address. */
  readonly content?: AsyncIterable<Buffer> | null;
  readonly signal?: AbortSignal;
}

/** Runs an import from its recorded position. @param isDryRun writes nothing */
async function* settleRows(
  actor: Actor,
  run: ImportModel,
  isDryRun: boolean,
  { content = null, signal }: Running,
): AsyncGenerator<rowTypes.SettledRow> {
  const importId = isDryRun ? null : run.id;
  const following = rowTypes.isFollowed(run) ? run : null;
  const target = await openImport(actor, { owner: run.ownerId, isDryRun, importId, following });
  try {
    const text = content ?? storedText(run);
    const rows = readListings(actor, run, text, { importId, signal });
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
    yield* importRows(take, after(rows, run.position), signal);
    const isWhole = following && run.kind !== 'directory' && !isDryRun && !signal?.aborted;
    if (isWhole) yield* retireMissing(actor, run, signal);
  } finally {
    await target.close();
  }
}

/** Runs a `running` import from its recorded position, until `signal`. @returns the rows as they settle
 * @throws DomainError validation_error (source); ImportInterrupted */
export async function* runImport(actor: Actor, run: ImportModel, { content, signal }: Running = {}) {
  const { dry_run: isDryRun = false, categories } = run.options as rowTypes.ImportOptions & {
    dry_run?: boolean;
  };
  const progress = new Progress(actor, run);
  // Another worker resumes a worker's import; a command is run again.
  const interrupted = run.byWorker ? 'waiting' : 'stopped';
  try {
    for await (const row of settleRows(actor, run, isDryRun, { content, signal })) {
      yield row;
      await progress.add(row);
    }
    const isStopped = signal?.aborted ?? false;
    if (!isStopped && !isDryRun) await removeEmptyCategories(actor, run.id, categories === 'only');
    await progress.end(isStopped ? interrupted : 'done');
  } catch (error) {
    if (error instanceof rowTypes.ImportInterrupted) throw error;
    const isOurs = !(error instanceof DomainError) && !signal?.aborted;
    await progress.end(
      signal?.aborted ? interrupted : 'failed',
      isOurs ? 'internal_error' : (error as Error).message,
    );
    throw error;
  }
}

/** Reports what an import would do. @throws DomainError as runImport, forbidden, validation_error (owner) */
export async function* rehearseImport(actor: Actor, input: rowTypes.ImportInput, running: Running) {
  const { source, kind = 'ndjson', options, ownerId } = await resolveInput(actor, input);
  const start = { id: '00000000-0000-0000-0000-000000000000', cursor: null, position: 0, generation: 0 };
  const run = ImportModel.fromJson({ ...start, kind, source, ownerId, options });
  yield* settleRows(actor, run, true, running);
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

class Progress {
  private position: number;
  private cursor: string | null;
  private counts: Readonly<Record<string, number>>;
  private faults: Record<string, unknown>[] = [];
  private savedAt = performance.now();

  constructor(
    private readonly actor: Actor,
    private readonly run: ImportModel,
  ) {
    this.position = run.position;
    this.cursor = run.cursor;
    this.counts = { ...run.counts };
  }

  async add(row: rowTypes.SettledRow): Promise<void> {
    this.position = Math.max(this.position, row.line);
    if (row.cursor !== undefined) this.cursor = row.cursor;
    const outcome = outcomeOf(row);
    const count = (own(this.counts, outcome) ?? 0) + 1;
    this.counts = { ...this.counts, [outcome]: count };
    const fault = faultOf(row);
    if (fault && count <= MAX_FAULTS)
      this.faults.push({ importId: this.run.id, line: row.line, name: row.name ?? null, ...fault });
    if (performance.now() - this.savedAt >= SAVE_MS) await this.save({});
  }

  async end(state: 'done' | 'stopped' | 'waiting' | 'failed', error: string | null = null): Promise<void> {
    const isOver = state === 'done';
    const isAgain = this.run.every !== null && (isOver || state === 'failed');
    await this.save({
      state,
      error,
      leasedUntil: null,
      ...(isOver || isAgain ? { finishedAt: new Date() } : {}),
      // The import itself may follow a dry run.
      ...(isOver && !(this.run.options as { dry_run?: boolean }).dry_run ? { content: null } : {}),
    });
  }

  private async save(change: object): Promise<void> {
    const { position, cursor, counts } = this;
    const { id, leasedBy } = this.run;
    await inTransaction(this.actor, async (trx) => {
      const { rowCount } = await trx.raw<{ rowCount: number }>(
        `update imports set position = ?, cursor = ?, counts = ?, total = greatest(total, ?) where id = ?
           and state = 'running' and leased_by is not distinct from ?`,
        [position, cursor, JSON.stringify(counts), position, id, leasedBy ?? null],
      );
      if (rowCount === 0) throw new rowTypes.ImportInterrupted('The import was stopped.');
      if (this.faults.length > 0) await ImportFaultModel.query(trx).insert(this.faults).onConflict().ignore();
      if (Object.keys(change).length > 0) await ImportModel.query(trx).findById(id).patch(change);
      if (!('state' in change) || !rowTypes.isFollowed(this.run)) return;
      await noteAction(trx, this.actor, this.run, 'import.read', this.counts);
      const { source, gone, every } = this.run;
      const isOver = change.state === 'done' || change.state === 'failed';
      if (every === null || !isOver) return;
      const isWhole = change.state === 'done';
      await tellOfSource(trx, this.actor, { id, source, counts: this.counts, gone, isWhole });
    });
    this.faults = [];
    this.savedAt = performance.now();
  }
}
