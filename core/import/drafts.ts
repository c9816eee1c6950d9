// Imports of the console before they are started: the source is stored, and its first rows are shown as they would be
// imported.
import { Readable } from 'node:stream';
import { ImportModel } from '../../db/models/import.js';
import { requireAdmin } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { inTransaction } from '../kernel/transaction.js';
import { fetchText, isAddress, readAddress, resolveSource } from './address.js';
import { openFile } from './files.js';
import { openImport } from './import.js';
import { findRun, lockRun, ownerIdOf, presentImport, requireState } from './imports.js';
import { guessColumns } from './mapping.js';
import {
  type ImportKind,
  MAX_SOURCE_BYTES,
  type SettledRow,
  type SourceRow,
  sourceTooLarge,
  type TextKind,
} from './rows.js';
import { FEW, importRows, readListings } from './runs.js';
import { type ImportInput, type ImportOptions, type ImportRecord, readOptions } from './schema.js';

/** Rows that a preview shows. */
const PREVIEWED = 20;

/**
 * Stores a file, or what an address leads to, as a draft. The source is read up to its first rows.
 * @param content of a file; null: `source` is an address
 * @throws DomainError unauthorized, forbidden, validation_error (source, owner)
 */
export async function draftImport(
  actor: Actor,
  input: ImportInput,
  content: Buffer | null,
): Promise<ImportRecord> {
  requireAdmin(actor);
  const options = readOptions(input.options);
  if (content && content.length > MAX_SOURCE_BYTES) throw sourceTooLarge();
  const typed = content || isAddress(input.source) ? input.source : `https://${input.source}`;
  const { source, kind } = content
    ? { source: typed, kind: options.kind }
    : await resolveSource(typed, options.kind);
  const ownerId = await ownerIdOf(actor, input.owner);
  const isPaged = kind === 'directory' || (kind === 'mcp' && content === null);
  const bytes = isPaged ? null : (content ?? Buffer.from(await fetchText(readAddress(source))));
  const file =
    bytes && (await openFile(Readable.from([bytes]), source, { ...options, kind: textKind(kind) }));
  const run = await inTransaction(actor, async (trx) =>
    ImportModel.query(trx).insertAndFetch({
      kind: file?.kind ?? kind,
      source: source.slice(0, 2_000),
      options: { ...(file?.kind === 'markdown' ? { categories: 'add' } : {}), ...options },
      ownerId,
      startedBy: accountId(actor),
      state: 'draft',
      byWorker: true,
      content: bytes,
    }),
  );
  return presentImport(run);
}

const textKind = (kind: ImportKind | undefined): TextKind | undefined =>
  kind === 'directory' ? undefined : kind;

export interface PreviewedRow {
  readonly row: SourceRow;
  readonly settled: SettledRow;
}

export interface ImportPreview {
  /** The columns of the source, each with the field it is read as; empty for sources with fields of their own. */
  readonly columns: readonly { readonly name: string; readonly field: string }[];
  /** The categories of the first rows that this directory does not have. */
  readonly rows: readonly PreviewedRow[];
}

/**
 * The first rows of a draft, as they would be imported, and its columns.
 * @throws DomainError unauthorized, forbidden, not_found, validation_error (source)
 */
export async function previewImport(actor: Actor, id: string): Promise<ImportPreview> {
  requireAdmin(actor);
  const run = await findRun(id);
  if (run.kind === 'directory') return { columns: [], rows: [] };
  const options = run.options as ImportOptions;
  const rows: SourceRow[] = [];
  const taken = { importId: null, options };
  for await (const row of readListings(actor, run, contentOf(run), taken)) {
    rows.push(row);
    if (rows.length === PREVIEWED) break;
  }
  const target = await openImport(actor, { owner: run.ownerId, isDryRun: true });
  const settled: SettledRow[] = [];
  for await (const row of importRows(target, one(rows), FEW)) settled.push(row);
  return {
    columns:
      run.kind === 'csv' || run.kind === 'json' || run.kind === 'ndjson' ? await columnsOf(run, options) : [],
    rows: settled.map((one, index) => ({ row: rows[index] as SourceRow, settled: one })),
  };
}

const contentOf = ({ content }: ImportModel) => (content ? Readable.from([content]) : null);

async function* one<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function columnsOf(run: ImportModel, options: ImportOptions): Promise<ImportPreview['columns']> {
  const file = await openFile(contentOf(run) ?? Readable.from([]), run.source, {
    ...options,
    kind: textKind(run.kind),
  });
  const names = new Set<string>();
  let count = 0;
  for await (const { input } of file.rows) {
    for (const name of Object.keys(input ?? {})) names.add(name);
    if (++count === PREVIEWED) break;
  }
  const fields = { ...guessColumns([...names]), ...options.columns };
  return [...names].map((name) => ({ name, field: fields[name] ?? '' }));
}

/** Changes the options of a draft. @throws DomainError as previewImport */
export async function changeDraft(actor: Actor, id: string, input: unknown): Promise<void> {
  requireAdmin(actor);
  const options = readOptions(input);
  await inTransaction(actor, async (trx) => {
    const run = await lockRun(trx, id);
    requireState(run, ['draft', 'done']);
    await run.$query(trx).patch({ options: { ...options } });
  });
}
