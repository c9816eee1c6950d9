// Renames and merges categories, and changes their listings.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'objection';
import { keepNewest } from '../../db/models/base.js';
import { ListingModel } from '../../db/models/listings.js';
import { CategoryMergeModel } from '../../db/models/settings.js';
import { type Actor, inBatch, requireAdmin } from '../kernel/actor.js';
import { check, isUuid } from '../kernel/check.js';
import { fieldError, notFound } from '../kernel/errors.js';
import { afterCommit, inTransaction, recordChange } from '../kernel/transaction.js';
import { reindexListings } from '../listings/search-document.js';
import { allCategories, type Category, invalidateSettings } from '../settings/current.js';
import { changeSettings, lockSettings, readPatch } from '../settings/manage.js';
import type { DirectoryCategory } from '../settings/schema.js';
import { usualName } from '../settings/texts.js';
import { CategoryAction, type CategoryChange, type CategoryMerge } from './schema.js';

const KEPT_MERGES = 20;

/** Renames a category's value or merges it; the old value becomes an alias. @throws DomainError not_found */
export async function changeCategory(actor: Actor, value: string, input: unknown): Promise<CategoryChange> {
  requireAdmin(actor);
  const { action, value: renamed, into } = check(CategoryAction, input);
  const name = action === 'rename' ? renamed : into;
  const field = action === 'rename' ? 'value' : 'into';
  if (name === undefined || name === '') throw fieldError(field, `"${field}" is required.`, 'required');
  const change = await inTransaction(actor, async (trx) => {
    const settings = await lockSettings(trx);
    const all = allCategories(settings.categories);
    const source = all.find((category) => category.value === value);
    if (!source) throw notFound('category');
    if (name === value) throw fieldError(field, `"${field}" is the category itself.`, 'not_allowed');
    const target = action === 'merge' ? all.find((category) => category.value === name) : null;
    if (target === undefined) throw fieldError('into', `"into" is not a category: ${name}.`, 'not_allowed');
    const categories = listAfter(all, source, target, name);
    const { alone, both } = await moveListings(trx, value, name);
    await changeSettings(trx, actor, settings, readPatch({ categories }));
    const id = randomUUID();
    if (target) {
      const merge = { id, merged: source, intoValue: name, listingIds: alone, bothIds: both };
      await CategoryMergeModel.query(trx).insert(merge);
      await keepNewest(CategoryMergeModel, trx, 'merged_at', KEPT_MERGES);
    }
    await recordChange(trx, inBatch(actor, id), {
      action: `category.${action}`,
      subject: { type: 'category', id: name, label: name },
      before: { value },
      after: { value: name, listings: alone.length + both.length },
    });
    reindexAfter(trx);
    return { value: name, moved: alone.length + both.length };
  });
  invalidateSettings();
  return change;
}

/** Moves listings stored with an old value during a rename or merge. @returns how many */
export async function moveLateListings(actor: Actor): Promise<number> {
  requireAdmin(actor);
  return inTransaction(actor, async (trx) => {
    const { categories } = await lockSettings(trx);
    const current = new Map(
      allCategories(categories).flatMap(({ value, aliases }) =>
        (aliases ?? []).map((alias) => [alias, value] as const),
      ),
    );
    if (current.size === 0) return 0;
    const late = await ListingModel.query(trx)
      .whereRaw('categories && ?::text[]', [[...current.keys()]])
      .select('categories');
    const old = new Set(late.flatMap((row) => row.categories ?? []));
    for (const [alias, value] of current) if (old.has(alias)) await moveListings(trx, alias, value);
    if (late.length > 0) reindexAfter(trx);
    return late.length;
  });
}

export async function listCategoryMerges(actor: Actor): Promise<CategoryMerge[]> {
  requireAdmin(actor);
  const rows = await CategoryMergeModel.query().orderBy('merged_at', 'desc');
  return rows.map(({ id, merged, intoValue, listingIds, bothIds, mergedAt }) => ({
    id,
    value: merged.value,
    into: intoValue,
    listings: listingIds.length + bothIds.length,
    merged_at: mergedAt.toISOString(),
  }));
}

/** Undoes a merge: restores the category, last in the list. @throws DomainError not_found */
export async function undoCategoryMerge(actor: Actor, id: string): Promise<CategoryChange> {
  requireAdmin(actor);
  if (!isUuid(id)) throw notFound('merge');
  const change = await inTransaction(actor, async (trx) => {
    const settings = await lockSettings(trx);
    const [row] = await CategoryMergeModel.query(trx).delete().where({ id }).returning('*');
    if (!row) throw notFound('merge');
    const source = row.merged as DirectoryCategory;
    const returned = new Set([source.value, ...(source.aliases ?? [])]);
    const others = allCategories(settings.categories).filter((category) => category.value !== source.value);
    const categories = others.map((category) => ({
      ...category,
      aliases: (category.aliases ?? []).filter((alias) => !returned.has(alias)),
    }));
    await changeSettings(trx, actor, settings, readPatch({ categories: [...categories, source] }));
    const moved = await returnListings(trx, row);
    await recordChange(trx, actor, {
      action: 'category.undo-merge',
      subject: { type: 'category', id: source.value, label: source.value },
      before: { value: row.intoValue },
      after: { value: source.value, listings: moved },
    });
    reindexAfter(trx);
    return { value: source.value, moved };
  });
  invalidateSettings();
  return change;
}

const reindexAfter = (trx: Transaction) => afterCommit(trx, () => reindexListings());

/** The list after a merge into `target`, or without one after a rename to `value`. */
function listAfter(
  all: readonly DirectoryCategory[],
  source: DirectoryCategory,
  target: DirectoryCategory | null,
  value: Category,
): DirectoryCategory[] {
  // The default label depends on the value: keep it as a label.
  const renamed = { ...source, value, label: source.label ?? usualName(source.value) ?? null };
  const heir = target ?? renamed;
  const led = new Set([...(heir.aliases ?? []), source.value, ...(source.aliases ?? [])]);
  led.delete(heir.value);
  const kept = target ? all.filter((category) => category !== source) : all;
  return kept.map((one) => (one === (target ?? source) ? { ...heir, aliases: [...led] } : one));
}

/** The new category takes the old one's position; a listing with both keeps that of the target. */
async function moveListings(trx: Transaction, from: Category, to: Category) {
  const { rows } = await trx.raw<{ rows: { id: string; has_both: boolean }[] }>(
    `with found as materialized (
         select id, categories @> array[:to] as has_both from listings where categories @> array[:from] order by id for update
       ),
       moved as (
         update listings set categories = case when has_both then array_remove(categories, :from)
             else array_replace(categories, :from, :to) end
           from found where found.id = listings.id returning found.id, has_both
       ),
       indexed as (
         update listing_search set version = 0,
             search = ts_delete(search, '#' || :from) || array_to_tsvector(array['#' || :to])
           from moved where moved.id = listing_search.id
       )
       select id, has_both from moved`,
    { from, to },
  );
  return {
    alone: rows.filter((row) => !row.has_both).map(({ id }) => id),
    both: rows.filter((row) => row.has_both).map(({ id }) => id),
  };
}

/** @returns how many listings have the category again */
async function returnListings(trx: Transaction, { merged, intoValue, ...ids }: CategoryMergeModel) {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `with found as materialized (
       select id, id = any(cast(:both as uuid[])) as has_both from listings
         where id = any(cast(:alone as uuid[]) || cast(:both as uuid[])) and categories @> array[:into] and not categories @> array[:value]
         order by id for update
     ),
     moved as (
       update listings set categories = case when has_both then (categories || cast(:value as text))[1:5]
           else array_replace(categories, :into, :value) end
         from found where found.id = listings.id returning found.id
     ),
     indexed as (update listing_search set version = 0 from moved where moved.id = listing_search.id)
     select id from moved`,
    { value: merged.value, into: intoValue, alone: ids.listingIds, both: ids.bothIds },
  );
  return rows.length;
}
