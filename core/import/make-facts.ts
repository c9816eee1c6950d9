// Creates facts from the columns of a source, each with the type of its values.
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { own } from '../kernel/own.js';
import { columnName } from '../kernel/text/csv.js';
import { toAsciiSlug } from '../kernel/text/folding.js';
import { textIn } from '../kernel/text/json.js';
import { factColumn, readFactText } from '../listings/facts.js';
import { refreshSettings } from '../settings/current.js';
import { type FactDefinition, type FactType, MAX_FACT_VALUE } from '../settings/fact-schema.js';
import { allFacts, isChoice, reservedFactKeys } from '../settings/facts.js';
import { getSettings, updateSettings } from '../settings/manage.js';
import type { SourceRow } from './rows.js';

const LOOKED_AT = 5_000;

export interface ColumnFact {
  readonly column: string;
  readonly key?: string | undefined;
  readonly type?: FactType | undefined;
}

/** Adds a fact for each column, unless it exists. @returns fields by column @throws DomainError site_changed */
export async function addColumnFacts(
  actor: Actor,
  columns: readonly ColumnFact[],
  rows: AsyncIterable<SourceRow> | null,
): Promise<Record<string, string>> {
  requireAdmin(actor);
  const { facts, version } = await getSettings(actor);
  const known = allFacts(facts);
  const values = new Map(columns.map(({ column }) => [column, [] as unknown[]]));
  let read = 0;
  for await (const { input } of rows ?? []) {
    for (const [column, list] of values) list.push(own(input, column) ?? own(input, columnName(column)));
    read += 1;
    if (read === LOOKED_AT) break;
  }
  const meant = columns.map(({ column, key = keyOf(column), type }): [string, FactDefinition] => [
    column,
    known.find((fact) => fact.key === key) ??
      newFact(column, key, type ?? guessType(values.get(column) ?? [])),
  ]);
  const added = meant.map(([, fact]) => fact).filter((fact) => !known.includes(fact));
  if (added.length > 0) await updateSettings(actor, { facts: [...known, ...added], version });
  await refreshSettings();
  return Object.fromEntries(meant.map(([column, { key }]) => [column, factColumn(key)]));
}

function keyOf(column: string): string {
  const words = toAsciiSlug(column, 24).replaceAll('-', '_');
  const key = /^[a-z]/.test(words) ? words : `fact_${words}`;
  return reservedFactKeys.has(key) ? `${key}_fact` : key;
}

function newFact(column: string, key: string, type: FactType): FactDefinition {
  const words = column.replaceAll('_', ' ').trim().slice(0, 40);
  return {
    ...{ key, type, label: words.charAt(0).toUpperCase() + words.slice(1) },
    ...(isChoice({ type }) ? { open: true } : {}),
    ...(isChoice({ type }) || type === 'number' || type === 'yes_no' ? { filter: true } : {}),
  };
}

/** The type of the values; words are a choice if they repeat, several choices if most have a separator. */
export function guessType(values: readonly unknown[]): FactType {
  const given = values.map((value) => textIn(value).trim()).filter((text) => text !== '');
  const areAll = (isOne: (text: string) => boolean) => given.length > 0 && given.every(isOne);
  const reads = (type: FactType, as: string) => (text: string) =>
    typeof readFactText({ key: '', type }, text) === as;
  if (areAll((text) => /^[a-z]/i.test(text) && reads('yes_no', 'boolean')(text))) return 'yes_no';
  if (areAll(reads('number', 'number'))) return 'number';
  if (areAll((text) => /^\d{4}-\d\d-\d\d$/.test(text))) return 'date';
  if (areAll((text) => /^https?:\/\/\S+$/i.test(text))) return 'link';
  const isList =
    values.some(Array.isArray) || given.filter((text) => text.includes(';')).length * 2 > given.length;
  const parts = given.flatMap((text) => (isList ? text.split(/[;,]/) : text));
  if (!parts.every((part) => part.trim().length <= MAX_FACT_VALUE)) return 'text';
  if (isList) return 'choices';
  return new Set(given).size <= Math.max(5, given.length / 2) ? 'choice' : 'text';
}
