// Replaces one value by another in listings: a category, or the value of a fact.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { keepNewest } from '../../db/models/base.js';
import { ValueChangeModel } from '../../db/models/settings.js';
import { type Actor, inBatch } from '../kernel/actor.js';
import { recordChange } from '../kernel/audit.js';
import { afterCommit } from '../kernel/background.js';
import { factLexeme, termOf } from '../listings/facts.js';
import { reindexListings } from '../listings/search-document.js';
import type { FactDefinition } from '../settings/fact-schema.js';
import { isFilter } from '../settings/facts.js';

/** SQL to find and change the listings that have a value; its parameters are key, from, to and word. */
interface Place {
  /** `categories`, a key that no fact can have, or the key of a fact. */
  readonly key: string;
  readonly has: (value: ':from' | ':to') => string;
  /** SQL of the values as rows. @param added a value to append */
  readonly rows: (added?: string) => string;
  /** Sets the column to an array of values. */
  readonly set: (values: string) => string;
  /** A condition by which an index finds the listings. */
  readonly among: string;
  readonly isSearched: boolean;
  readonly lexeme: (value: string) => string;
}

export const CATEGORIES: Place = {
  key: 'categories',
  has: (value) => `categories @> array[cast(${value} as text)]`,
  rows: (added) => `unnest(categories${added ? ` || ${added}` : ''})`,
  set: (values) => `categories = (${values})[1:5]`,
  among: 'true',
  isSearched: true,
  lexeme: (value) => `#${value}`,
};

export const placeOf = (fact: FactDefinition): Place => ({
  key: fact.key,
  has: (value) => `jsonb_exists(facts -> :key, ${value})`,
  rows: (added) => `jsonb_array_elements_text(facts -> :key${added ? ` || to_jsonb(${added})` : ''})`,
  set: (values) =>
    `facts = jsonb_set(facts, array[cast(:key as text)], case jsonb_typeof(facts -> :key)
       when 'array' then to_jsonb(${values}) else to_jsonb(cast(:to as text)) end)`,
  // The index of words contains live listings, and only facts that are filters.
  among: isFilter(fact)
    ? `(status <> 'live' or id = any(array(select id from listing_search where live and search @@ cast(:word as tsquery))))`
    : 'true',
  isSearched: isFilter(fact),
  lexeme: (value) => factLexeme(fact.key, termOf(value)),
});

export type Move = readonly [from: string, to: string];

/** The new value takes the place of the old one; a listing that has both gets the new one once. @param ids only these
 * @param isAdded keeps the old value, too */
export async function moveValue(
  trx: Transaction,
  { key, has, rows: rowsOf, set, among, isSearched, lexeme }: Place,
  [from, to]: Move,
  { ids, isAdded = false }: { ids?: readonly string[]; isAdded?: boolean } = {},
) {
  const moved = isAdded ? 'value' : 'case when value = :from then :to else value end';
  const values = `array(select value from (
    select ${moved} as value, min(place) as first
      from ${rowsOf(isAdded ? 'cast(:to as text)' : undefined)} with ordinality as each (value, place)
      group by 1) as every order by first)`;
  const quoted = (value: string) => `'${lexeme(value).replace(/['\\]/g, '$&$&')}'`;
  const { rows } = await trx.raw<{ rows: { id: string; has_both: boolean }[] }>(
    `with found as materialized (
       select id, ${has(':to')} as has_both from listings
         where ${has(':from')} and ${ids ? 'id = any(cast(:ids as uuid[]))' : among} order by id for update
     ),
     moved as (
       update listings set ${set(values)} from found where found.id = listings.id returning found.id, has_both
     ),
     indexed as (
       update listing_search set version = 0, search = ${isAdded ? 'search' : 'ts_delete(search, cast(:old as text))'}
           || ${isSearched ? 'cast(:new as tsvector)' : `cast('' as tsvector)`}
         from moved where moved.id = listing_search.id
     )
     select id, has_both from moved`,
    {
      ...{ key, from, to, ids: ids ? [...ids] : null },
      ...{ old: lexeme(from), word: quoted(from), new: `${quoted(to)}:1A` },
    },
  );
  return rows;
}

const KEPT = 50;

type Change = Pick<ValueChangeModel, 'action' | 'value' | 'intoValue' | 'terms' | 'merged'>;

/** Moves the listings, and stores the change, so that it can be undone. @returns how many moved */
export async function carryOut(trx: Transaction, actor: Actor, place: Place, change: Change) {
  const move = [change.value, change.intoValue] as const;
  const moved = await moveValue(trx, place, move);
  const idsOf = (hasBoth: boolean) => moved.flatMap((row) => (row.has_both === hasBoth ? row.id : []));
  const id = randomUUID();
  const ids = { listingIds: idsOf(false), bothIds: idsOf(true) };
  await ValueChangeModel.query(trx).insert({ ...change, ...ids, id, key: place.key });
  await keepNewest(ValueChangeModel, trx, 'changed_at', KEPT);
  await recordMove(trx, inBatch(actor, id), place, { verb: change.action, move, listings: moved.length });
  return moved.length;
}

/** Records a move; pages and the search are updated after the commit. */
export async function recordMove(
  trx: Transaction,
  actor: Actor,
  { key }: Place,
  { verb, move: [from, to], listings }: { verb: 'rename' | 'merge' | 'undo'; move: Move; listings: number },
) {
  const type = key === CATEGORIES.key ? 'category' : 'fact';
  await recordChange(trx, actor, {
    action: `${type}.${verb}`,
    subject: { type, id: type === 'fact' ? key : to, label: to },
    before: { value: from },
    after: { value: to, listings },
  });
  await trx.raw(`select notify_public_change('*')`);
  afterCommit(trx, () => reindexListings());
}
