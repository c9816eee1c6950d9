// Drafts of imports in the console: stores the source, and shows its first rows as they would be imported.
import { Readable } from 'node:stream';
import { ImportModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { own } from '../kernel/own.js';
import { textIn } from '../kernel/text/json.js';
import { inTransaction } from '../kernel/transaction.js';
import { currentCategories } from '../settings/current.js';
import { openImport } from './import-rows.js';
import { addColumnFacts } from './make-facts.js';
import { importFields, isTable, type OnColumns, taglineReader } from './map-columns.js';
import { meantBy } from './match-categories.js';
import { fetchSource, isAddress, readAddress } from './read-address.js';
import { openFile } from './read-file.js';
import { findFollowed, findRun, insertRun, requireState, resolveInput } from './records.js';
import * as rowTypes from './rows.js';
import { readListings, storedText } from './run.js';

const PREVIEWED = 20;
/** Maximum rows read to count them and to find categories. */
const COUNTED = 5_000;
const MAX_COLUMNS = 50;
const MAX_NAMES = 80;
const MAX_SAMPLE = 60;

/** Stores a file, or an address (`content` is null), as a draft. @returns its id, or that of an existing copy */
export async function draftImport(actor: Actor, input: rowTypes.ImportInput, content: Buffer | null) {
  requireAdmin(actor);
  if (content && content.length > rowTypes.MAX_SOURCE_BYTES) throw rowTypes.sourceTooLarge();
  const typed = content || isAddress(input.source) ? input.source : `https://${input.source}`;
  const { source, kind, options, ownerId } = await resolveInput(actor, { ...input, source: typed });
  const mirror = kind === 'directory' ? await findFollowed(source, null) : undefined;
  if (mirror) return mirror.id;
  const isPaged = kind === 'directory' || (kind === 'mcp' && content === null);
  const fetched = isPaged || content ? null : await fetchSource(readAddress(source));
  const bytes = content ?? fetched?.bytes ?? null;
  const name = fetched?.name ?? source;
  const file = bytes && (await openFile(Readable.from([bytes]), name, { ...options, kind }));
  let first: rowTypes.SourceRow | undefined;
  for await (const row of file?.rows ?? []) {
    first = row;
    if (row.leftOut === undefined) break;
  }
  const remembered = file && isTable(file.kind) ? await lastColumns(Object.keys(first?.input ?? {})) : {};
  return inTransaction<string>(actor, async (trx) => {
    const fields = {
      kind: file?.kind ?? kind,
      source: source.slice(0, 2_000),
      // For repositories, store the kind: the stored text no longer shows it.
      options: {
        ...{ categories: await usualMode(), ...remembered },
        ...(fetched && file ? { kind: file.kind } : {}),
        ...options,
      },
      ownerId,
      state: 'draft' as const,
      byWorker: true,
      content: bytes,
      // The total is unknown for JSON. Other formats number their rows by line.
      total: bytes && file?.kind !== 'json' && file?.kind !== 'mcp' ? linesOf(bytes) : null,
    };
    return (await insertRun(trx, actor, fields, 'import.draft')).id;
  });
}

function linesOf(bytes: Buffer): number {
  let lines = bytes.at(-1) === 10 ? 0 : 1;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** The mapping of the last imported table with the same columns. */
async function lastColumns(header: readonly string[]): Promise<Pick<rowTypes.ImportOptions, 'columns'>> {
  const names = Object.fromEntries(header.slice(0, MAX_COLUMNS).map((name) => [name, '']));
  const last = await ImportModel.query()
    .whereNot('state', 'draft')
    .whereRaw(
      `(select jsonb_object_agg(key, '') from jsonb_each(options->'columns')) = ?::jsonb`,
      JSON.stringify(names),
    )
    .orderBy('created_at', 'desc')
    .first();
  const fields = importFields();
  const known = Object.entries((last?.options as rowTypes.ImportOptions | undefined)?.columns ?? {}).filter(
    ([, field]) => field === '' || fields.includes(field),
  );
  return known.length > 0 ? { columns: Object.fromEntries(known) } : {};
}

/** The default mode. A first import replaces the categories; a later one turns unknown category names into topics. */
async function usualMode(): Promise<rowTypes.CategoryMode> {
  const found = await ListingModel.query().select('id').first();
  return found || currentCategories() ? 'topics' : 'only';
}

/** A draft as it would be imported. `total` is null if unknown or too large. @throws DomainError not_found */
export async function previewImport(actor: Actor, id: string) {
  requireAdmin(actor);
  const run = await findRun(id);
  if (run.kind === 'directory') return { columns: [], categories: [], rows: [], total: null };
  const first: rowTypes.SourceRow[] = [];
  const names = new Set<string>();
  const columns = new Map<string, { name: string; field: string; sample: string }>();
  let total = 0;
  const most = run.content ? COUNTED : PREVIEWED;
  const onColumns: OnColumns = (found, values) => {
    for (const [name, field] of Object.entries(found)) {
      const sample = columns.get(name)?.sample || textIn(own(values, name)).slice(0, MAX_SAMPLE);
      if (columns.size < MAX_COLUMNS) columns.set(name, { name, field, sample });
    }
  };
  for await (const row of readListings(actor, run, storedText(run), { importId: null, onColumns })) {
    total += 1;
    for (const name of row.shelves ?? []) if (names.size < MAX_NAMES) names.add(name);
    if (first.length < PREVIEWED) first.push(row);
    if (total === most) break;
  }
  const rows = await taglineReader(actor, true)(first);
  const target = openImport(actor, { ownerId: run.ownerId, isDryRun: true });
  const settled = await target.importRows(rows).finally(() => target.close());
  return {
    columns: ['csv', 'xlsx', 'json', 'ndjson'].includes(run.kind) ? [...columns.values()] : [],
    categories: [...names].map((name) => ({ name, value: meantBy(name) })),
    rows: settled.map((one, index) => ({ row: first[index] as rowTypes.SourceRow, settled: one })),
    total: total < most ? total : null,
  };
}

/** Adds a fact for each given column. @returns the columns with their fields @throws as addColumnFacts */
export async function makeColumnFacts(actor: Actor, id: string, columns: readonly string[]) {
  requireAdmin(actor);
  const run = await findRun(id);
  const text = storedText(run);
  const file = text && (await openFile(text, run.source, rowTypes.readOptions(run.options)));
  const wanted = columns.map((column) => ({ column }));
  return addColumnFacts(actor, wanted, file?.rows ?? null);
}

/** Changes the options of a draft. @throws DomainError as previewImport */
export async function changeDraft(actor: Actor, id: string, input: unknown): Promise<void> {
  requireAdmin(actor);
  const options = rowTypes.readOptions(input);
  await inTransaction(actor, async (trx) => {
    const run = await findRun(id, trx);
    requireState(run, ['draft', 'done']);
    await run.$query(trx).patch({ options: { ...options } });
  });
}
