// Work on several items: previews it, asks for confirmation, then handles each item on its own.
import { randomUUID } from 'node:crypto';
import { inBatch, type System } from '../../core/kernel/actor.js';
import { type BulkWatch, runInTurn } from '../../core/kernel/bulk.js';
import type { Options } from './command.js';
import * as output from './output.js';
import { confirmChange, startProgress } from './prompt.js';
import type { Session } from './session.js';

export type Failure = Readonly<Record<'item' | 'code' | 'error', string>>;
export type Outcome = { readonly done: string[]; readonly failures: Failure[] };

export interface Kind<Item> {
  readonly noun: readonly [one: string, many: string];
  /** The member by which an item is named, also in JSON. */
  readonly key: 'slug' | 'id' | 'email' | 'url';
  readonly columns: readonly output.Column<Item>[];
}

export interface Operation<Item, O extends Options = Options> {
  readonly verb: readonly [will: string, done: string];
  /** The member of the JSON output with the completed items, if it is not `verb[1]`. */
  readonly doneKey?: string;
  /** A warning before the question, such as that the action cannot be undone. */
  readonly caution?: string;
  /** Items that are deleted along with the named ones: their number, too, decides whether a total must be typed. */
  readonly along?: { readonly count: number; readonly what: string };
  /** Changes one item. A domain error is reported as the failure of this item. */
  readonly does?: (actor: System, item: Item, options: O) => Promise<unknown>;
  /** Changes up to 500 items at once, in place of `does`. */
  readonly all?: (items: readonly Item[], watch: BulkWatch) => Promise<Outcome>;
}

/** `missing`: names that were not found. They count as failures. */
type Batch<Item, O extends Options> = Kind<Item> &
  Operation<Item, O> & { readonly items: readonly Item[]; readonly missing?: readonly Failure[] };

/** Maximum items listed before the question; the rest is counted. */
const SHOWN = 10;
/** Maximum items in one call of a bulk operation (C7). */
const CALL = 500;

/** Shows what would change, asks, changes each item, and prints the results. */
export async function changeEach<Item, O extends Options>(
  { actor, signal }: Session,
  options: O,
  batch: Batch<Item, O>,
): Promise<output.ExitCode> {
  const { items, missing = [], verb, noun, along, does, all } = batch;
  if (items.length > 0 || options.dryRun) showPlan(options, batch);
  if (options.dryRun) return output.exitCodeOf({ done: items.length, failed: missing.length });
  if (items.length > 0 && !options.yes) {
    const more = along?.count ? ` with ${along.what}` : '';
    const question = `${capitalise(verb[0])} ${output.count(items.length, ...noun)}${more}?`;
    await confirmChange(question, Math.max(items.length, along?.count ?? 0));
  }
  signal.throwIfAborted();
  const outcome: Outcome = { done: [], failures: [...missing] };
  const progress = startProgress(capitalise(verb[1]), items.length);
  const acting = items.length > 1 ? inBatch(actor, randomUUID()) : actor;
  const byName = new Map(items.map((item) => [nameOf(batch, item), item]));
  const run = async (name: string) => does?.(acting, byName.get(name) as Item, options);
  const change =
    all ??
    ((part, watch) =>
      runInTurn(
        part.map((item) => nameOf(batch, item)),
        run,
        watch,
      ));
  try {
    for (let start = 0; start < items.length && !signal.aborted; start += CALL) {
      const watch = { signal, onProgress: () => progress.step() };
      const part = await change(items.slice(start, start + CALL), watch);
      outcome.done.push(...part.done);
      outcome.failures.push(...part.failures);
    }
  } finally {
    progress.stop();
  }
  printOutcome(options, batch, outcome);
  const left = items.length + missing.length - outcome.done.length - outcome.failures.length;
  if (left > 0) {
    const tried = output.groupDigits(items.length - left);
    output.note(`Stopped: did ${tried} of ${output.groupDigits(items.length)}. The rest is unchanged.`);
  }
  return output.exitCodeOf({ done: outcome.done.length, failed: outcome.failures.length + left });
}

function showPlan<Item, O extends Options>(options: O, batch: Batch<Item, O>): void {
  const { items, missing = [], verb, noun, key, caution } = batch;
  const [will] = verb;
  const counted = output.count(items.length, ...noun);
  const format = output.formatOf(options);
  if (format === 'json' && options.dryRun) {
    const names = items.map((item) => nameOf(batch, item));
    const plan = { dry_run: true, action: will, total: items.length, [`${key}s`]: names };
    output.printJson({ ...plan, ...failuresOf(key, missing) });
  } else if (format === 'ndjson' && options.dryRun) {
    for (const item of items)
      output.printJsonLine({ [key]: nameOf(batch, item), dry_run: true, action: will });
  } else if (format !== 'table')
    output.note([`This will ${will} ${counted}.`, caution ?? ''].join(' ').trim());
  if (format !== 'table') return;
  const start = options.dryRun ? 'Dry run, nothing is changed. It would' : 'This will';
  output.say(`${start} ${will} ${counted}${items.length > 0 ? ':\n' : '.'}`);
  if (items.length > 0) output.printTable(items.slice(0, SHOWN), batch.columns);
  if (items.length > SHOWN) output.say(`… and ${output.groupDigits(items.length - SHOWN)} more`);
  if (missing.length > 0) {
    const names = missing.slice(0, SHOWN).map(({ item }) => output.plainLine(item));
    output.say(`\nNot found, and left out: ${names.join(', ')}${missing.length > SHOWN ? ' …' : ''}`);
  }
  if (items.length > 0 && caution) output.say(`\n${output.paint('yellow', caution)}`);
}

function printOutcome<Item, O extends Options>(
  options: O,
  { key, verb, noun, doneKey = verb[1] }: Batch<Item, O>,
  { done, failures }: Outcome,
): void {
  const format = output.formatOf(options);
  if (format === 'json') output.printJson({ [doneKey]: done, ...failuresOf(key, failures) });
  else if (format === 'ndjson') {
    for (const item of done) output.printJsonLine({ [key]: item, result: doneKey });
    for (const { item, code, error } of failures) output.printJsonLine({ [key]: item, code, error });
  } else {
    for (const { item, code, error } of failures) output.say(output.plainLine(`${item}: ${code}: ${error}`));
    if (done.length > 0) output.say(`${capitalise(verb[1])} ${output.count(done.length, ...noun)}.`);
    else if (failures.length === 0) output.say(`There is nothing to ${verb[0]}.`);
  }
}

const nameOf = <Item>({ key }: Kind<Item>, item: Item) => String(item[key as keyof Item]);
const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const failuresOf = (key: string, failures: readonly Failure[]) => ({
  failed: failures.map(({ item }) => item),
  errors: failures.map(({ item, code, error }) => ({ [key]: item, code, error })),
});

/** Asks before one thing is changed; with --dry-run only prints the change. @returns whether to make it */
export async function isToBeDone(
  options: Options,
  signal: AbortSignal,
  { plan, about, many = 1 }: { plan: string; about: object; many?: number },
): Promise<boolean> {
  if (options.dryRun) {
    const text = `Dry run, nothing is changed. It would ${plan}.`;
    output.printResult(options, { text, document: { dry_run: true, ...about } });
    return false;
  }
  if (!options.yes) await confirmChange(`${capitalise(plan)}?`, many);
  signal.throwIfAborted();
  return true;
}
