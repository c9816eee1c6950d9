// Bulk operations: an invalid, locked or missing item does not undo the others (C7).
import type { TObject } from '@sinclair/typebox';
import type { Transaction } from 'objection';
import { databaseCode } from '../../db/failures.js';
import { runBulk } from '../../db/work.js';
import type { Actor } from './actor.js';
import { findUnknownFields, type Warning } from './check.js';
import { DomainError, type ErrorCode, fieldError, type Said, say } from './errors.js';
import { log } from './log.js';
import { own } from './own.js';
import { MAX_MATCHING_ITEMS } from './schema.js';
import { inTransaction } from './transaction.js';

const LOCK_TIMEOUT_MS = 2_000;
/** Items at a time: enough to hide the round trips, and few enough to leave most of the pool to requests. */
const CONCURRENCY = 4;
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether the user must type the number of items to confirm (C13). */
export const needsTypedTotal = (total: number) => total > 25;

export interface BulkWatch {
  onProgress?: (settled: number, total: number) => void;
  /** Aborting stops before the next item; finished items stay changed. */
  signal?: AbortSignal;
}

export interface BulkFailure {
  readonly code: ErrorCode;
  readonly error: string;
  /** The message that pages show in their language. Not sent by the API. */
  readonly said?: Said;
}

/** Describes an item's failure; of several invalid fields, the first. */
export function failureOf({ code, message, said, details }: DomainError): BulkFailure {
  return { code, error: message, said: said ?? details.errors?.[0]?.said };
}

/** Runs an operation on each item, each in its own transaction with a short lock timeout. */
export function runEach(
  actor: Actor,
  items: readonly string[],
  run: (trx: Transaction, item: string) => Promise<unknown>,
  watch: BulkWatch,
) {
  const runOne = (item: string) =>
    inTransaction(actor, async (trx) => {
      await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return run(trx, item);
    });
  return runInTurn(items, runOne, watch, CONCURRENCY);
}

/** Runs items, by default one at a time. A DomainError fails its item; other errors are logged, too. */
export async function runInTurn(
  items: readonly string[],
  run: (item: string) => Promise<unknown>,
  { onProgress, signal }: BulkWatch = {},
  concurrency = 1,
) {
  /** For each item, its failure, or null. */
  const results = new Map<string, DomainError | null>();
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) {
      if (signal?.aborted) return;
      const running = items.length > 1 ? runBulk(() => run(item)) : run(item);
      results.set(item, await running.then(() => null, toFailure));
      onProgress?.(results.size, items.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const failures = items.flatMap((item) => {
    const failure = results.get(item);
    return failure ? [{ item, ...failureOf(failure) }] : [];
  });
  const done = items.filter((item) => results.get(item) === null);
  return { done, failures, failed: failures.map(({ item }) => item) };
}

function toFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (databaseCode(error) === LOCK_NOT_AVAILABLE)
    return new DomainError('unavailable', say('error.being-changed'));
  log.error({ err: error }, 'an item of a bulk action failed');
  return new DomainError('internal_error', say('error.internal-item'));
}

/** The items of a bulk action: the named ones, without duplicates, or all matches of a query. @throws DomainError
 * validation_error (both names and query or neither, too many items), selection_changed */
export async function selectItems<Filter>(
  field: 'slugs' | 'ids',
  given: readonly string[] | undefined,
  { query, expected_total: expected }: { query?: Filter; expected_total?: number },
  idsOf: (filter: Filter, most: number) => Promise<string[]>,
): Promise<string[]> {
  const most = MAX_MATCHING_ITEMS;
  if ((given === undefined) === (query === undefined))
    throw fieldError(field, `Send either "${field}" or "query".`, 'required');
  if (given !== undefined) return [...new Set(given)];
  if (expected === undefined)
    throw fieldError('expected_total', '"expected_total" is required together with "query".', 'required');
  const found = await idsOf(query as Filter, most + 1);
  if (found.length > most && expected > most)
    throw fieldError('query', `"query" matches more than the ${most} of one call. Narrow it.`, 'too_many');
  if (found.length === expected) return found;
  const now = Math.min(found.length, most);
  const more = found.length > most ? 'yes' : 'no';
  throw new DomainError('selection_changed', say('error.selection-changed', { expected, now, more }));
}

/** Warns of unknown fields in members of a bulk action's body, like those of the body itself (C3). */
export function memberWarnings({ properties }: TObject, input: unknown): { warnings?: Warning[] } {
  const warnings = Object.entries(properties).flatMap(([name, { properties: known }]) => {
    const unknown = known ? findUnknownFields(Object.keys(known), own(input as object, name)) : [];
    return unknown.map((warning) => ({ ...warning, field: `${name}.${warning.field}` }));
  });
  return warnings.length > 0 ? { warnings } : {};
}
