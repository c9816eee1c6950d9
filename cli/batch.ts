// Work on several items: previews it, asks for confirmation, then handles each item on its own.
import type { BulkWatch } from '../core/kernel/bulk.js';
import { DomainError } from '../core/kernel/errors.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit.js';
import {
  type FormatOptions,
  formatOf,
  note,
  paint,
  printJson,
  printJsonLine,
  printTable,
  say,
} from './output.js';
import { startProgress } from './progress.js';
import { confirmChange } from './prompt.js';
import type { Column } from './table.js';
import { count, groupDigits, plainLine } from './text.js';

export interface BatchOptions extends FormatOptions {
  yes?: boolean;
  dryRun?: boolean;
}

export interface Failure {
  readonly item: string;
  readonly code: string;
  readonly error: string;
}

export interface Outcome {
  readonly done: string[];
  readonly failures: Failure[];
}

export interface Batch<Item> {
  /** `delete`, `deleted`. */
  readonly verb: readonly [will: string, done: string];
  /** The member of the JSON output with the completed items, if it is not `verb[1]`. */
  readonly doneKey?: string;
  readonly noun: readonly [one: string, many: string];
  /** The member of the JSON output for `nameOf`. */
  readonly key: 'slug' | 'id' | 'email' | 'url';
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly columns: readonly Column<Item>[];
  /** Names that were not found: failures before anything is done. */
  readonly missing: readonly Failure[];
  /** Printed before the question, such as that it cannot be undone. */
  readonly caution?: string;
  /** Further items that are deleted along with these: they count for the kind of confirmation. */
  readonly along?: (items: readonly Item[]) => { readonly count: number; readonly what: string };
  run(items: readonly Item[], watch: BulkWatch): Promise<Outcome>;
}

/** Items listed before the question; the rest is counted. */
const SHOWN = 10;
/** Items in one call of a bulk operation (C7). */
const CALL = 500;

/** Previews, confirms, runs and reports a batch. */
export async function runBatch<Item>(
  options: BatchOptions,
  signal: AbortSignal,
  batch: Batch<Item>,
): Promise<ExitCode> {
  const { items, missing } = batch;
  if (items.length > 0 || options.dryRun) showPlan(options, batch);
  if (options.dryRun) return exitCodeOf({ done: items.length, failed: missing.length });
  if (items.length === 0) {
    printOutcome(options, batch, { done: [], failures: [...missing] });
    return missing.length === 0 ? EXIT.done : EXIT.refused;
  }
  if (!options.yes) await confirmBatch(batch);
  signal.throwIfAborted();

  const progress = startProgress(capitalise(batch.verb[1]), items.length);
  const outcome = { done: [] as string[], failures: [...missing] };
  try {
    for (let start = 0; start < items.length && !signal.aborted; start += CALL) {
      const part = await batch.run(items.slice(start, start + CALL), { signal, onProgress: progress.step });
      outcome.done.push(...part.done);
      outcome.failures.push(...part.failures);
    }
  } finally {
    progress.stop();
  }
  printOutcome(options, batch, outcome);
  const left = items.length + missing.length - outcome.done.length - outcome.failures.length;
  if (left > 0) {
    const tried = groupDigits(items.length - left);
    note(`Stopped: did ${tried} of ${groupDigits(items.length)}. The rest is as it was.`);
  }
  return exitCodeOf({ done: outcome.done.length, failed: outcome.failures.length + left });
}

async function confirmBatch<Item>(batch: Batch<Item>): Promise<void> {
  const { count: more = 0, what } = batch.along?.(batch.items) ?? {};
  const question = `${capitalise(batch.verb[0])} ${counted(batch)}${more > 0 ? ` with ${what}` : ''}?`;
  await confirmChange(question, Math.max(batch.items.length, more));
}

function showPlan<Item>(options: BatchOptions, batch: Batch<Item>): void {
  const { items, missing, verb, key, nameOf } = batch;
  if (options.dryRun && formatOf(options) === 'json') {
    const failed = missing.map(({ item }) => item);
    const errors = missing.map((failure) => toJson(key, failure));
    printJson({
      dry_run: true,
      action: verb[0],
      total: items.length,
      [`${key}s`]: items.map(nameOf),
      failed,
      errors,
    });
    return;
  }
  if (formatOf(options) !== 'table') {
    if (options.dryRun) {
      for (const item of items) printJsonLine({ [key]: nameOf(item), dry_run: true, action: verb[0] });
    } else note([`This will ${verb[0]} ${counted(batch)}.`, batch.caution ?? ''].join(' ').trim());
    return;
  }
  const will = options.dryRun ? 'Dry run, nothing is changed. It would' : 'This will';
  say(`${will} ${verb[0]} ${counted(batch)}${items.length > 0 ? ':\n' : '.'}`);
  if (items.length > 0) printTable(items.slice(0, SHOWN), batch.columns);
  if (items.length > SHOWN) say(`… and ${groupDigits(items.length - SHOWN)} more`);
  if (missing.length > 0) {
    const names = missing.slice(0, SHOWN).map(({ item }) => plainLine(item));
    say(`\nNot found, and left out: ${names.join(', ')}${missing.length > SHOWN ? ' …' : ''}`);
  }
  if (items.length > 0 && batch.caution) say(`\n${paint('yellow', batch.caution)}`);
}

function printOutcome<Item>(options: BatchOptions, batch: Batch<Item>, { done, failures }: Outcome): void {
  const { key, verb, doneKey = verb[1] } = batch;
  const format = formatOf(options);
  if (format === 'json') {
    const failed = failures.map(({ item }) => item);
    printJson({ [doneKey]: done, failed, errors: failures.map((failure) => toJson(key, failure)) });
  } else if (format === 'ndjson') {
    for (const item of done) printJsonLine({ [key]: item, result: doneKey });
    for (const failure of failures) printJsonLine(toJson(key, failure));
  } else {
    for (const failure of failures) say(failureLine(failure));
    if (done.length > 0) say(`${capitalise(verb[1])} ${count(done.length, ...batch.noun)}.`);
    else if (failures.length === 0) say(`There is nothing to ${verb[0]}.`);
  }
}

const counted = <Item>({ items, noun }: Batch<Item>) => count(items.length, ...noun);
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const failureLine = ({ item, code, error }: Failure) => plainLine(`${item}: ${code}: ${error}`);
const toJson = (key: string, { item, code, error }: Failure) => ({ [key]: item, code, error });

/** Handles one item after the other; a domain error is that item's failure. */
export async function eachInTurn<Item>(
  items: readonly Item[],
  { signal, onProgress }: BulkWatch,
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], failures: [] };
  for (const item of items) {
    if (signal?.aborted) break;
    const name = nameOf(item);
    try {
      await work(item);
      outcome.done.push(name);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.failures.push({ item: name, code: error.code, error: error.message });
    }
    onProgress?.(outcome.done.length + outcome.failures.length, items.length);
  }
  return outcome;
}
