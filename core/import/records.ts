// The records of imports: begins, starts, stops, lists and discards them.
import { raw, type Transaction } from 'objection';
import { ImportFaultModel, ImportModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import { type Actor, accountId, requireAdmin } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import type { AuditAction } from '../kernel/audit-actions.js';
import { afterCommit } from '../kernel/background.js';
import { fieldError, say } from '../kernel/errors.js';
import { oneOf } from '../kernel/lists.js';
import { enqueue } from '../kernel/queue.js';
import { inTransaction } from '../kernel/transaction.js';
import { findOwner } from './import-rows.js';
import { isAddress, resolveSource } from './read-address.js';
import { type ImportInput, type ImportOptions, isFollowed, readOptions } from './rows.js';
import { UNDOABLE } from './undo.js';

const SHOWN = 50;
/** Days after which an import can no longer be undone, unless its source is followed. */
export const KEPT_DAYS = 30;

export const noteAction = (
  trx: Transaction,
  actor: Actor,
  { id, source }: ImportModel,
  action: AuditAction,
  after?: Record<string, unknown>,
): Promise<void> =>
  recordChange(trx, actor, { action, subject: { type: 'import', id, label: source.slice(0, 200) }, after });

/** Resolves an input: address in stored form, kind if known, id of the owner. */
export async function resolveInput(actor: Actor, { source: typed, owner, options: given }: ImportInput) {
  const options = readOptions(given);
  const { source, kind } = await resolveSource(typed, options.kind);
  return { source, kind, options, ownerId: (await findOwner(actor, owner))?.id ?? null };
}

export async function insertRun(
  trx: Transaction,
  actor: Actor,
  fields: Partial<ImportModel>,
  action: AuditAction,
): Promise<ImportModel> {
  const startedBy = actor.kind === 'system' ? (actor.onBehalfOf?.id ?? null) : accountId(actor);
  const run = await ImportModel.query(trx).insertAndFetch({ ...fields, startedBy });
  await noteAction(trx, actor, run, action);
  return run;
}

/** Begins an import, or resumes an interrupted import or the existing import of a followed source. */
export async function beginImport(actor: Actor, input: ImportInput): Promise<ImportModel> {
  requireAdmin(actor);
  const { source, kind = 'ndjson', options, ownerId } = await resolveInput(actor, input);
  return inTransaction<ImportModel>(actor, async (trx) => {
    const followed = isAddress(source) ? await findFollowed(source, ownerId, trx) : undefined;
    const isAgain = followed && isFollowed({ ...followed, kind });
    const found = isAgain
      ? followed
      : await ImportModel.query(trx)
          .where({ source, owner_id: ownerId, is_dry_run: false })
          .whereRaw('not ?', [input.isOnce ?? false])
          .whereIn('state', ['running', 'stopped', 'failed'])
          .whereRaw('options = ?::jsonb', [JSON.stringify(options)])
          .orderBy('created_at', 'desc')
          .first()
          .forUpdate();
    if (found && isWithWorker(found)) throw stateError();
    if (found) {
      if (found.state === 'done' || found.isDryRun) await resetCounts(trx, found);
      const going = { state: 'running', byWorker: false, isDryRun: false, error: null } as const;
      return found.$query(trx).patchAndFetch(going);
    }
    const fields = { kind, source, options: { ...options }, ownerId, state: 'running' as const };
    return insertRun(trx, actor, fields, 'import.start');
  });
}

/** The import of an address, the followed one first: following a second one would change nothing, as all is listed. */
export function findFollowed(source: string, ownerId: string | null, trx?: Transaction) {
  return ImportModel.query(trx)
    .where({ source })
    .where((of) => of.where({ kind: 'directory' }).orWhere({ owner_id: ownerId }))
    .whereNotIn('state', ['draft', 'undone', 'undoing'])
    .orderByRaw('every is null, created_at desc')
    .first()
    .modify((query) => trx && query.forUpdate())
    .execute();
}

const isWithWorker = ({ byWorker, state, leasedUntil }: ImportModel) =>
  state === 'waiting' ||
  state === 'undoing' ||
  (byWorker && state === 'running' && leasedUntil !== null && leasedUntil > new Date());

/** Resets the counts for another reading, or for the import that follows a dry run. */
export async function resetCounts(trx: Transaction, run: ImportModel): Promise<void> {
  await ImportFaultModel.query(trx).where({ import_id: run.id }).delete();
  const generation = run.generation + 1;
  await run.$query(trx).patch({ position: 0, counts: {}, error: null, finishedAt: null, generation });
}

/** @param trx if given, the record is locked @throws DomainError not_found */
export function findRun(id: string, trx?: Transaction): Promise<ImportModel> {
  const runs = ImportModel.query(trx);
  return oneOf(trx ? runs.forUpdate() : runs, id, 'import');
}

export function requireState({ state }: ImportModel, allowed: readonly ImportModel['state'][]): void {
  if (!allowed.includes(state)) throw stateError();
}

const stateError = () => fieldError('state', say('error.import-state'), 'not_allowed');

/** Makes the worker start a draft, resume a stopped import, or read a source again.
 * @param isDryRun writes nothing; the import itself may follow @throws DomainError not_found */
export async function startImport(actor: Actor, id: string, { isDryRun = false } = {}): Promise<void> {
  await changeRun(actor, id, 'import.start', async (trx, run) => {
    const isFresh = run.state === 'draft' || run.state === 'done' || run.isDryRun !== isDryRun;
    if (!canGoOn(run) && !(run.state === 'done' && run.isDryRun)) throw stateError();
    if (isFresh) await resetCounts(trx, run);
    return { state: 'waiting', byWorker: true, isDryRun };
  });
}

/** Returns from a dry run to its draft. @throws DomainError as startImport */
export async function reopenDraft(actor: Actor, id: string): Promise<void> {
  await changeRun(actor, id, 'import.draft', async (trx, run) => {
    requireState(run, run.isDryRun ? ['done', 'failed', 'stopped'] : []);
    await resetCounts(trx, run);
    return { state: 'draft', isDryRun: false };
  });
}

/** Stops an import after the rows in progress. @throws DomainError as startImport */
export async function stopImport(actor: Actor, id: string): Promise<void> {
  await changeRun(actor, id, 'import.stop', async (_trx, run) => {
    requireState(run, ['waiting', 'running']);
    return { state: 'stopped', leasedUntil: null };
  });
}

/** Undoes an import in the worker, unless the caller runs `undoRows`. @throws DomainError as startImport */
export async function undoImport(actor: Actor, id: string, { byWorker = true } = {}): Promise<void> {
  await changeRun(actor, id, 'import.undo', async (_trx, run) => {
    requireState(run, [...UNDOABLE, 'undoing']);
    return { state: 'undoing', byWorker, leasedUntil: null, finishedAt: null, error: null };
  });
}

/** Changes a record with an audit entry, and wakes a worker if the import then waits for one. */
export async function changeRun(
  actor: Actor,
  id: string,
  action: AuditAction,
  decide: (trx: Transaction, run: ImportModel) => Promise<Partial<ImportModel>>,
): Promise<void> {
  requireAdmin(actor);
  await inTransaction(actor, async (trx) => {
    const run = await findRun(id, trx);
    const change = await decide(trx, run);
    await run.$query(trx).patch(change);
    await noteAction(trx, actor, run, action);
    if (change.byWorker) afterCommit(trx, () => enqueue('run-imports', { cause: 'asked' }));
  });
}

/** Deletes the record of a draft or an undone import. @throws DomainError as startImport */
export async function discardImport(actor: Actor, id: string): Promise<void> {
  requireAdmin(actor);
  await inTransaction(actor, async (trx) => {
    const run = await findRun(id, trx);
    requireState(run, ['draft', 'undone']);
    await noteAction(trx, actor, run, 'import.discard');
    await run.$query(trx).delete();
  });
}

/** The latest imports, without their files. */
export async function listImports(actor: Actor): Promise<ImportRecord[]> {
  requireAdmin(actor);
  return (await recordsOf().orderBy('created_at', 'desc').limit(SHOWN)).map(presentImport);
}

/** @throws DomainError not_found */
export async function getImport(actor: Actor, id: string): Promise<ImportRecord> {
  requireAdmin(actor);
  return presentImport(await oneOf(recordsOf(), id, 'import'));
}

export const recordsOf = () =>
  ImportModel.query().select(
    raw(
      `id, kind, source, state, options, is_dry_run, owner_id, position, total, counts, error, every, gone, due_at,
       created_at, finished_at, content is not null as has_content,
       (select email from users where users.id = owner_id) as owner_email`,
    ),
  );

export type ImportRecord = ReturnType<typeof presentImport>;

export function presentImport(run: ImportModel & { ownerEmail?: string | null }) {
  const options = run.options as ImportOptions;
  return {
    ...{ id: run.id, kind: run.kind, source: run.source, state: run.state, dry_run: run.isDryRun, options },
    owner: run.ownerEmail ?? null,
    /** The last settled row; the total, if known; rows by outcome. */
    ...{ position: run.position, total: run.total, counts: run.counts, error: run.error },
    can_go_on: canGoOn(run),
    /** How often the source is read again; null: it is not followed. */
    ...{ every: run.every, gone: run.gone, due_at: run.dueAt?.toISOString() ?? null },
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
}

/** Whether an import can go on: its source is readable, and it is a draft, stopped, failed, or done but followed. */
function canGoOn(run: ImportModel & { hasContent?: boolean }): boolean {
  const isReadable = isAddress(run.source) || run.hasContent === true || run.content != null;
  const isAgain = run.state === 'done' && isFollowed(run);
  return isReadable && (isAgain || ['draft', 'stopped', 'failed'].includes(run.state));
}

/** The first listings that an import created or changed. */
export async function listImported(actor: Actor, id: string, most: number) {
  requireAdmin(actor);
  return ListingModel.query()
    .select('slug', 'name')
    .join('import_rows', 'import_rows.listing_id', 'listings.id')
    .where({ import_id: id })
    .orderBy('line')
    .limit(most);
}
