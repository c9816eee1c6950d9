// Renames and merges categories and the values of facts, and undoes these changes.
import type { Transaction } from 'objection';
import { ListingModel } from '../../db/models/listings.js';
import { FactValueModel, ValueChangeModel } from '../../db/models/settings.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { afterCommit } from '../kernel/background.js';
import { check, isUuid } from '../kernel/check.js';
import { fieldError, notFound } from '../kernel/errors.js';
import { clampLimit, MAX_ADMIN_PAGE } from '../kernel/lists.js';
import { inTransaction } from '../kernel/transaction.js';
import { termOf } from '../listings/facts.js';
import { reindexListings } from '../listings/search-document.js';
import { countValues } from '../search/facets.js';
import { allCategories } from '../settings/current.js';
import type { FactDefinition } from '../settings/fact-schema.js';
import { allFacts, isChoice, isFilter } from '../settings/facts.js';
import { changeSettings, lockSettings, readPatch, withLockedSettings } from '../settings/manage.js';
import type { DirectoryCategory, SettingsRecord } from '../settings/schema.js';
import { usualName } from '../settings/texts.js';
import { CATEGORIES, carryOut, moveValue, placeOf, recordMove } from './move-values.js';
import * as schema from './schema.js';

/** Changes of categories and of facts' values that can be undone, newest first. @param key `categories`, or the key
 * of a fact */
export async function listValueChanges(actor: Actor, key?: string): Promise<schema.ValueChange[]> {
  requireAdmin(actor);
  const rows = await ValueChangeModel.query()
    .where(key ? { key } : {})
    .orderBy('changed_at', 'desc');
  return rows.map(({ id, action, key, value, intoValue, listingIds, bothIds, changedAt }) => ({
    ...{ id, action, key, value, to: intoValue, listings: listingIds.length + bothIds.length },
    changed_at: changedAt.toISOString(),
  }));
}

/** Undoes a change, for listings that still have the new value. @throws DomainError not_found */
export async function undoValueChange(actor: Actor, id: string): Promise<schema.FactValueChange> {
  requireAdmin(actor);
  if (!isUuid(id)) throw notFound('change');
  return withLockedSettings(actor, async (trx, settings) => {
    const [row] = await ValueChangeModel.query(trx).delete().where({ id }).returning('*');
    if (!row) throw notFound('change');
    const { key, value, intoValue } = row;
    const isCategory = key === CATEGORIES.key;
    const place = isCategory ? CATEGORIES : placeOf(findChoice(settings, key));
    const restored = isCategory ? withRestored(settings, row) : await restoreFact(trx, settings, row);
    await changeSettings(trx, actor, settings, restored);
    const move = [intoValue, value] as const;
    const alone = await moveValue(trx, place, move, { ids: row.listingIds });
    const both = await moveValue(trx, place, move, { ids: row.bothIds, isAdded: true });
    const moved = alone.length + both.length;
    await recordMove(trx, actor, place, { verb: 'undo', move, listings: moved });
    return { key, value, moved };
  });
}

/** Renames a category's value or merges it; the old value becomes an alias. @throws DomainError not_found */
export async function changeCategory(actor: Actor, value: string, input: unknown) {
  requireAdmin(actor);
  const { action, value: renamed, into } = check(schema.CategoryAction, input);
  const isMerge = action === 'merge';
  const [field, to] = isMerge ? ['into', into] : ['value', renamed];
  if (!to) throw fieldError(field, `"${field}" is required.`, 'required');
  const moved = await withLockedSettings(actor, async (trx, settings) => {
    const all = allCategories(settings.categories);
    const source = all.find((category) => category.value === value);
    if (!source) throw notFound('category');
    if (to === value) throw fieldError(field, `"${field}" is the category itself.`, 'not_allowed');
    const target = isMerge ? all.find((category) => category.value === to) : source;
    if (!target) throw fieldError('into', `"into" is not a category: ${to}.`, 'not_allowed');
    const aliases = new Set([...(target.aliases ?? []), value, ...(source.aliases ?? [])]);
    aliases.delete(to);
    // The default label depends on the value: store it, so that it stays.
    const label = isMerge ? target.label : (source.label ?? usualName(value) ?? null);
    const heir = { ...target, value: to, label, aliases: [...aliases] };
    const categories = all.flatMap((one) => (one === target ? heir : one === source ? [] : one));
    await changeSettings(trx, actor, settings, readPatch({ categories }));
    return carryOut(trx, actor, CATEGORIES, { action, value, intoValue: to, terms: [], merged: source });
  });
  return { value: to, moved };
}

/** Restores a category in the list: a renamed one in its place, a merged one at the end. */
function withRestored({ categories }: SettingsRecord, { action, intoValue, merged }: ValueChangeModel) {
  const source = merged as DirectoryCategory;
  const returned = [source.value, ...(source.aliases ?? [])];
  const others = allCategories(categories)
    .filter(({ value }) => value !== source.value)
    .map(
      (one): DirectoryCategory => ({
        ...one,
        aliases: (one.aliases ?? []).filter((alias) => !returned.includes(alias)),
      }),
    );
  const at = others.findIndex(({ value }) => action === 'rename' && value === intoValue);
  return readPatch({ categories: at < 0 ? [...others, source] : others.with(at, source) });
}

/** Moves listings stored with an old value during a rename or merge. @returns how many */
export async function moveLateListings(actor: Actor): Promise<number> {
  requireAdmin(actor);
  return inTransaction(actor, async (trx) => {
    const { categories } = await lockSettings(trx);
    const moves = allCategories(categories).flatMap(({ value, aliases }) =>
      (aliases ?? []).map((alias) => [alias, value] as const),
    );
    const late = await ListingModel.query(trx)
      .whereRaw('categories && ?::text[]', [moves.map(([alias]) => alias)])
      .select('categories');
    const used = late.flatMap((row) => row.categories ?? []);
    for (const move of moves) if (used.includes(move[0])) await moveValue(trx, CATEGORIES, move);
    if (late.length > 0) afterCommit(trx, () => reindexListings());
    return late.length;
  });
}

/** Renames a fact's value, or merges it into another; every spelling of the old value leads to the new one.
 * @throws DomainError not_found */
export async function changeFactValue(actor: Actor, key: string, value: string, input: unknown) {
  requireAdmin(actor);
  const { action, to: typed } = check(schema.FactValueAction, input);
  return withLockedSettings(actor, async (trx, settings) => {
    const fact = findChoice(settings, key);
    const from = await findValue(trx, fact, value);
    if (from === null) throw notFound('value');
    const target = await findValue(trx, fact, typed);
    if (action === 'merge' && (target === null || target === from))
      throw fieldError('to', `"to" is no other value of ${key}: ${typed}.`, 'not_allowed');
    if (action === 'rename' && (typed === from || (target !== null && target !== from)))
      throw fieldError('to', `"to" is a value of ${key} already: merge the two.`, 'not_allowed');
    const to = action === 'merge' ? (target as string) : typed;
    const terms = await moveSpellings(trx, key, from, to);
    const facts = withOptions(
      settings,
      fact,
      fact.options?.map((option) => (option === from ? to : option)),
    );
    await changeSettings(trx, actor, settings, facts);
    const kept = { action, value: from, intoValue: to, terms, merged: null };
    return { key, value: to, moved: await carryOut(trx, actor, placeOf(fact), kept) };
  });
}

/** Makes the old spellings lead to the old value again. @returns all facts, with the old value as an option */
async function restoreFact(
  trx: Transaction,
  settings: SettingsRecord,
  { action, key, value: from, intoValue: to, terms }: ValueChangeModel,
) {
  const fact = findChoice(settings, key);
  await FactValueModel.query(trx)
    .patch({ value: from })
    .where({ key })
    .whereIn('term', [...terms, termOf(from)]);
  const itself = [termOf(from), key, from];
  await trx.raw('update fact_values set is_alias = term <> ? where key = ? and value = ?', itself);
  const renamed = fact.options?.map((option) => (option === to ? from : option));
  return withOptions(settings, fact, action === 'rename' ? renamed : fact.options && [...fact.options, from]);
}

/** @throws DomainError not_found */
function findChoice({ facts }: SettingsRecord, key: string): FactDefinition {
  const fact = allFacts(facts).find((one) => one.key === key && isChoice(one));
  if (!fact) throw notFound('fact');
  return fact;
}

/** A current value in its stored spelling, or null. Locks the value: submissions with it wait for this transaction. */
async function findValue(trx: Transaction, { key, options }: FactDefinition, typed: string) {
  const term = termOf(typed);
  const row = await FactValueModel.query(trx).findOne({ key, term }).forUpdate();
  if (row) return row.isAlias ? null : row.value;
  return options?.find((option) => termOf(option) === term) ?? null;
}

/** Redirects the old value and its aliases to the new one. @returns their terms */
async function moveSpellings(trx: Transaction, key: string, from: string, to: string): Promise<string[]> {
  const values = [
    ...new Map([from, to].map((value) => [termOf(value), { key, term: termOf(value), value }])).values(),
  ];
  await FactValueModel.query(trx).insert(values).onConflict(['key', 'term']).merge(['value']);
  const led = await FactValueModel.query(trx).where({ key, value: from }).select('term');
  await trx.raw(
    'update fact_values set value = :to, is_alias = term <> :term where key = :key and value in (:from, :to)',
    { key, from, to, term: termOf(to) },
  );
  return led.map(({ term }) => term);
}

function withOptions({ facts }: SettingsRecord, fact: FactDefinition, options: string[] | null | undefined) {
  if (!options) return {};
  const changed = { ...fact, options: [...new Set(options)] };
  return { facts: allFacts(facts).map((one) => (one === fact ? changed : one)) };
}

/** The values of a filter fact, commonest first. @throws DomainError not_found */
export async function listFactValues(actor: Actor, key: string, input: unknown) {
  requireAdmin(actor);
  const { q, page = 1, ...rest } = check(schema.FactValuesQuery, input);
  const { limit } = clampLimit(rest.limit, MAX_ADMIN_PAGE);
  const fact = allFacts().find((one) => one.key === key && isFilter(one));
  if (!fact) throw notFound('fact');
  const { values, total } = await countValues(fact, { q, limit, offset: (page - 1) * limit });
  return { values: values.map(({ value, listings }) => ({ value, listings })), page, limit, total };
}

export async function countWithFact(actor: Actor, key: string): Promise<number> {
  requireAdmin(actor);
  return ListingModel.query().whereRaw('jsonb_exists(facts, ?)', [key]).resultSize();
}
