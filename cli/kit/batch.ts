// Work on several items: previews it, asks for confirmation, then handles each item on its own.
import type { BulkWatch } from '../../core/kernel/bulk.js';
import { DomainError } from '../../core/kernel/errors.js';
import type { Options } from './command.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit.js';
import { formatOf, note, paint, printJson, printJsonLine, printResult, printTable, say } from './output.js';
import { startProgress } from './progress.js';
import { confirmChange } from './prompt.js';
import type { Column } from './table.js';
import { count, groupDigits, plainLine } from './text.js';

export interface Failure {
  readonly item: string;
  readonly code: string;
  readonly error: string;
}

export interface Outcome {
  readonly done: string[];
  readonly failures: Failure[];
}

export interface Kind<Item> {
  readonly noun: readonly [one: string, many: string];
  /** The member that names an item, here and in JSON. */
  readonly key: 'slug' | 'id' | 'email' | 'url';
  readonly columns: readonly Column<Item>[];
}

export interface Operation<Item> {
  /** `delete`, `deleted`. */
  readonly verb: readonly [will: string, done: string];
  /** The member of the JSON output with the completed items, if it is not `verb[1]`. */
  readonly doneKey?: string;
  /** Printed before the question, such as that it cannot be undone. */
  readonly caution?: string;
  /** Further items that are deleted along with these: they count for the kind of confirmation. */
  readonly along?: (items: readonly Item[]) => { readonly count: number; readonly what: string };
  /** Changes one item; a domain error is its failure. */
  readonly each?: (item: Item) => Promise<unknown>;
  /** Changes several at once. */
  readonly all?: (items: readonly Item[], watch: BulkWatch) => Promise<Outcome>;
}

interface Batch<Item> extends Kind<Item>, Operation<Item> {
  readonly items: readonly Item[];
  /** Names that were not found: failures before anything is done. */
  readonly missing?: readonly Failure[];
}

/** Items listed before the question; the rest is counted. */
const SHOWN = 10;
/** Items in one call of a bulk operation (C7). */
const CALL = 500;

/** Previews, confirms, runs and reports a batch. */
export async function runBatch<Item>(
  options: Options,
  signal: AbortSignal,
  batch: Batch<Item>,
): Promise<ExitCode> {
  const { items, missing = [] } = batch;
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
      const some = items.slice(start, start + CALL);
      const part = await runPart(batch, some, { signal, onProgress: () => progress.step() });
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

function showPlan<Item>(options: Options, batch: Batch<Item>): void {
  const { items, missing = [], verb, key } = batch;
  const nameOf = namer(batch);
  if (options.dryRun && formatOf(options) === 'json') {
    const plan = { dry_run: true, action: verb[0], total: items.length, [`${key}s`]: items.map(nameOf) };
    printJson({ ...plan, ...failuresOf(key, missing) });
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

function printOutcome<Item>(options: Options, batch: Batch<Item>, { done, failures }: Outcome): void {
  const { key, verb, doneKey = verb[1] } = batch;
  const format = formatOf(options);
  if (format === 'json') {
    printJson({ [doneKey]: done, ...failuresOf(key, failures) });
  } else if (format === 'ndjson') {
    for (const item of done) printJsonLine({ [key]: item, result: doneKey });
    for (const failure of failures) printJsonLine(toJson(key, failure));
  } else {
    for (const { item, code, error } of failures) say(plainLine(`${item}: ${code}: ${error}`));
    if (done.length > 0) say(`${capitalise(verb[1])} ${count(done.length, ...batch.noun)}.`);
    else if (failures.length === 0) say(`There is nothing to ${verb[0]}.`);
  }
}

const namer =
  <Item>({ key }: Kind<Item>) =>
  (item: Item) =>
    String(item[key as keyof Item]);
const counted = <Item>({ items, noun }: Batch<Item>) => count(items.length, ...noun);
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const toJson = (key: string, { item, code, error }: Failure) => ({ [key]: item, code, error });
const failuresOf = (key: string, failures: readonly Failure[]) => ({
  failed: failures.map(({ item }) => item),
  errors: failures.map((failure) => toJson(key, failure)),
});

/** Handles the items at once, or one after the other. */
async function runPart<Item>(batch: Batch<Item>, items: readonly Item[], watch: BulkWatch): Promise<Outcome> {
  if (batch.all) return batch.all(items, watch);
  const outcome: Outcome = { done: [], failures: [] };
  for (const item of items) {
    if (watch.signal?.aborted) break;
    const name = namer(batch)(item);
    try {
      await batch.each?.(item);
      outcome.done.push(name);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.failures.push({ item: name, code: error.code, error: error.message });
    }
    watch.onProgress?.(outcome.done.length + outcome.failures.length, items.length);
  }
  return outcome;
}

/** Asks before one thing is changed, or with --dry-run says what would be. @returns whether to do it */
export async function isToBeDone(
  options: Options,
  signal: AbortSignal,
  { plan, about, many = 1 }: { plan: string; about: object; many?: number },
): Promise<boolean> {
  if (options.dryRun) {
    const text = `Dry run, nothing is changed. It would ${plan}.`;
    printResult(options, { text, document: { dry_run: true, ...about } });
    return false;
  }
  if (!options.yes) await confirmChange(`${capitalise(plan)}?`, many);
  signal.throwIfAborted();
  return true;
}
