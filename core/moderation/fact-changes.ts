// Renames and merges values of facts, and changes their listings.
import type { Transaction } from 'objection';
import { keepNewest } from '../../db/models/base.js';
import { ListingModel } from '../../db/models/listings.js';
import { FactChangeModel, FactValueModel } from '../../db/models/settings.js';
import { type Actor, requireAdmin } from '../kernel/actor.js';
import { check, isUuid } from '../kernel/check.js';
import { fieldError, notFound } from '../kernel/errors.js';
import { clampLimit, MAX_ADMIN_PAGE } from '../kernel/lists.js';
import { afterCommit, inTransaction, recordChange } from '../kernel/transaction.js';
import { factLexeme, termOf } from '../listings/facts.js';
import { reindexListings } from '../listings/search-document.js';
import { countValues } from '../search/facets.js';
import { invalidateSettings } from '../settings/current.js';
import type { FactDefinition } from '../settings/fact-schema.js';
import { allFacts, isChoice, isFilter } from '../settings/facts.js';
import { changeSettings, lockSettings } from '../settings/manage.js';
import type { SettingsRecord } from '../settings/schema.js';
import { FactValueAction, type FactValueChange, FactValuesQuery, type KeptFactChange } from './schema.js';

const KEPT = 50;

/** Renames a fact's value, or merges it into another. Moves the listings; every spelling of the old value
 * leads to the new one. @throws DomainError not_found */
export async function changeFactValue(actor: Actor, key: string, value: string, input: unknown) {
  requireAdmin(actor);
  const { action, to: typed } = check(FactValueAction, input);
  const change = await inTransaction(actor, async (trx) => {
    const { settings, fact } = await lockFact(trx, key);
    const from = await findValue(trx, fact, value);
    if (from === null) throw notFound('value');
    const target = await findValue(trx, fact, typed);
    if (action === 'merge' && (target === null || target === from))
      throw fieldError('to', `"to" is no other value of ${key}: ${typed}.`, 'not_allowed');
    if (action === 'rename' && (typed === from || (target !== null && target !== from)))
      throw fieldError('to', `"to" is a value of ${key} already: merge the two.`, 'not_allowed');
    const to = action === 'merge' ? (target as string) : typed;
    const terms = await moveSpellings(trx, key, from, to);
    const options = fact.options?.map((option) => (option === from ? to : option));
    await changeOptions(trx, actor, settings, fact, options);
    const moved = await moveValue(trx, fact, from, to);
    const alone = moved.filter(({ has_both: hasBoth }) => !hasBoth).map(({ id }) => id);
    const both = moved.filter(({ has_both: hasBoth }) => hasBoth).map(({ id }) => id);
    await FactChangeModel.query(trx).insert({
      action,
      key,
      value: from,
      intoValue: to,
      terms,
      listingIds: alone,
      bothIds: both,
    });
    await keepNewest(FactChangeModel, trx, 'changed_at', KEPT);
    await recordFact(trx, actor, action, { key, from, to, listings: moved.length });
    return { key, value: to, moved: moved.length };
  });
  invalidateSettings();
  return change;
}

/** The values of a filter fact, commonest first. @throws DomainError not_found */
export async function listFactValues(actor: Actor, key: string, input: unknown) {
  requireAdmin(actor);
  const { q, page = 1, ...rest } = check(FactValuesQuery, input);
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

export async function listFactChanges(actor: Actor): Promise<KeptFactChange[]> {
  requireAdmin(actor);
  const rows = await FactChangeModel.query().orderBy('changed_at', 'desc');
  return rows.map(({ id, action, key, value, intoValue, listingIds, bothIds, changedAt }) => ({
    id,
    action,
    key,
    value,
    to: intoValue,
    listings: listingIds.length + bothIds.length,
    changed_at: changedAt.toISOString(),
  }));
}

/** Undoes a change of a value, for listings that still have the new one. @throws DomainError not_found */
export async function undoFactChange(actor: Actor, id: string): Promise<FactValueChange> {
  requireAdmin(actor);
  if (!isUuid(id)) throw notFound('change');
  const change = await inTransaction(actor, async (trx) => {
    const [row] = await FactChangeModel.query(trx).delete().where({ id }).returning('*');
    if (!row) throw notFound('change');
    const { action, key, value: from, intoValue: to, terms } = row;
    const { settings, fact } = await lockFact(trx, key);
    await FactValueModel.query(trx)
      .patch({ value: from })
      .where({ key })
      .whereIn('term', [...terms, termOf(from)]);
    const itself = [termOf(from), key, from];
    await trx.raw('update fact_values set is_alias = term <> ? where key = ? and value = ?', itself);
    const options = fact.options ?? null;
    const renamed = options?.map((option) => (option === to ? from : option));
    const restored = action === 'rename' ? renamed : options && [...options, from];
    await changeOptions(trx, actor, settings, fact, restored);
    const alone = await moveValue(trx, fact, to, from, row.listingIds);
    const both = await moveValue(trx, fact, to, from, row.bothIds, true);
    const moved = alone.length + both.length;
    await recordFact(trx, actor, 'undo', { key, from: to, to: from, listings: moved });
    return { key, value: from, moved };
  });
  invalidateSettings();
  return change;
}

/** The settings and a fact with choices, locked. @throws DomainError not_found */
async function lockFact(trx: Transaction, key: string) {
  const settings = await lockSettings(trx);
  const fact = allFacts(settings.facts).find((one) => one.key === key && isChoice(one));
  if (!fact) throw notFound('fact');
  return { settings, fact };
}

/** A current value in its stored spelling, or null. Submissions with it wait for this transaction. */
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

async function changeOptions(
  trx: Transaction,
  actor: Actor,
  settings: SettingsRecord,
  fact: FactDefinition,
  options: string[] | null | undefined,
): Promise<void> {
  if (options) {
    const changed = { ...fact, options: [...new Set(options)] };
    const facts = allFacts(settings.facts).map((one) => (one === fact ? changed : one));
    await changeSettings(trx, actor, settings, { facts });
  }
  await trx.raw(`select notify_public_change('*')`);
  afterCommit(trx, () => reindexListings());
}

/** The new value takes the old one's position; a listing with both keeps one. @param ids limits the listings
 * @param isAdded add the value instead of replacing */
async function moveValue(
  trx: Transaction,
  fact: FactDefinition,
  from: string,
  to: string,
  ids: readonly string[] | null = null,
  isAdded = false,
): Promise<{ id: string; has_both: boolean }[]> {
  const { key } = fact;
  const lexemes = { old: factLexeme(key, termOf(from)), new: factLexeme(key, termOf(to)) };
  // The index of words contains live listings, and only facts that are filters.
  const search = `'${lexemes.old.replace(/['\\]/g, '$&$&')}'`;
  const among = isFilter(fact)
    ? `(status <> 'live' or id = any(array(select id from listing_search where live and search @@ cast(:search as tsquery))))`
    : 'true';
  const replaced = `case jsonb_typeof(facts -> :key) when 'array' then (
      select jsonb_agg(value order by first) from (
        select case when value = :from and not :isAdded then :to else value end as value, min(place) as first
          from jsonb_array_elements_text(facts -> :key ${isAdded ? '|| to_jsonb(cast(:to as text))' : ''}) with ordinality as each (value, place)
          group by 1) as every)
    else to_jsonb(cast(:to as text)) end`;
  const { rows } = await trx.raw<{ rows: { id: string; has_both: boolean }[] }>(
    `with found as materialized (
       select id, jsonb_exists(facts -> :key, :to) as has_both from listings
         where jsonb_exists(facts -> :key, :from) and ${ids ? 'id = any(cast(:ids as uuid[]))' : among} order by id for update
     ),
     moved as (
       update listings set facts = jsonb_set(facts, array[cast(:key as text)], ${replaced})
         from found where found.id = listings.id returning found.id, has_both
     ),
     indexed as (
       update listing_search set version = 0,
           search = ${isAdded ? 'search' : 'ts_delete(search, cast(:old as text))'}
             || case when ${isFilter(fact)} then cast(:added as tsvector) else cast('' as tsvector) end
         from moved where moved.id = listing_search.id
     )
     select id, has_both from moved`,
    {
      ...{ key, from, to, ids: ids && [...ids], isAdded, search },
      old: lexemes.old,
      added: `'${lexemes.new.replace(/['\\]/g, '$&$&')}':1A`,
    },
  );
  return rows;
}

interface Moved {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly listings: number;
}

const recordFact = (trx: Transaction, actor: Actor, verb: 'rename' | 'merge' | 'undo', moved: Moved) =>
  recordChange(trx, actor, {
    action: `fact.${verb}`,
    subject: { type: 'fact', id: moved.key, label: moved.to },
    before: { value: moved.from },
    after: { value: moved.to, listings: moved.listings },
  });
