// Maps the source's category names to our categories; adds missing ones if the operator allows it.
import { ImportModel } from '../../db/models/import.js';
import { ListingModel } from '../../db/models/listings.js';
import type { Actor } from '../kernel/actor.js';
import { own } from '../kernel/own.js';
import { unreadableText, VISIBLE } from '../kernel/text/readable.js';
import { clip } from '../kernel/text/shorten.js';
import { allCategories, refreshSettings, resolveCategory } from '../settings/current.js';
import { changeSettings, getSettings, updateSettings, withLockedSettings } from '../settings/manage.js';
import { type DirectoryCategory, MAX_CATEGORIES, toCategoryValue } from '../settings/schema.js';
import { usualName } from '../settings/texts.js';
import { type ImportOptions, MOST_SHELVES } from './rows.js';

const MAX_OF_LISTING = 5;
const MAX_LENGTH = 40;

const nameOf = ({ value, label }: DirectoryCategory) => label ?? usualName(value) ?? value;
const fold = (text: string) => text.normalize('NFC').trim().toLowerCase();

/** The category with this name or slug; undefined if there is none. */
function findNamed(name: string, categories = allCategories()): string | undefined {
  const slug = toCategoryValue(name);
  const found = categories.find(
    (category) =>
      fold(nameOf(category)) === fold(clip(name, MAX_LENGTH)) ||
      category.value === slug ||
      category.aliases?.includes(slug),
  );
  return found?.value;
}

export type CategoryReader = ReturnType<typeof categoryReader>;

/** @param importId the record that notes added categories; null: a dry run, which adds none */
export function categoryReader(
  actor: Actor,
  importId: string | null,
  { categories: mode = 'strict', category_map: map = {}, category }: ImportOptions,
) {
  const valueFor = (name: string): string | null => {
    const meant = own(map, name) ?? name;
    return meant === '' ? null : (meantBy(meant) ?? (mode === 'strict' ? meant : null));
  };
  return {
    /** Adds missing categories, if the operator allows it. */
    prepare: async (names: readonly string[]): Promise<void> => {
      if (importId === null || (mode !== 'add' && mode !== 'only')) return;
      const meant = names.map((name) => own(map, name) ?? name);
      const missing = meant.filter(
        (name) => VISIBLE.test(name) && !unreadableText(name) && meantBy(name) === null,
      );
      if (missing.length > 0) await addCategories(actor, importId, missing);
    },
    /** A row's names of unknown categories, if the mode turns them into topics; else none. */
    topicsOf: (names: readonly string[]): readonly string[] =>
      mode === 'topics'
        ? names.filter((name) => own(map, name) === undefined && valueFor(name) === null)
        : [],
    /** The categories for a row's names; without names, the default category, else the value unchanged. */
    read: (names: unknown): unknown => {
      const typed = Array.isArray(names) ? names.slice(0, MOST_SHELVES) : [];
      if (typed.length === 0) return category === undefined ? names : [category];
      // The schema refuses values that are not text.
      if (!typed.every((name) => typeof name === 'string')) return names;
      const values = [...new Set(typed.flatMap((name) => valueFor(name) ?? []))];
      if (values.length === 0) return category === undefined ? null : [category];
      return mode === 'strict' ? values : values.slice(0, MAX_OF_LISTING);
    },
  };
}

/** `home-automation` → `Home automation`; other names stay unchanged. */
function titleOf(name: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name;
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}

/** The category for a name of the source, or null. */
export const meantBy = (name: string): string | null => resolveCategory(name) ?? findNamed(name) ?? null;

async function addCategories(actor: Actor, importId: string, names: readonly string[]): Promise<void> {
  await withLockedSettings(actor, async (trx, site) => {
    const before = allCategories(site.categories);
    const all = [...before];
    for (const name of names) {
      const label = clip(titleOf(name), MAX_LENGTH);
      if (all.length >= MAX_CATEGORIES || findNamed(label, all) !== undefined) continue;
      const taken = new Set(all.flatMap(({ value, aliases }) => [value, ...(aliases ?? [])]));
      const base = toCategoryValue(label) || 'category';
      let value = base;
      for (let n = 2; taken.has(value); n += 1) value = `${base.slice(0, MAX_LENGTH - 4)}-${n}`;
      all.push({ value, label });
    }
    if (all.length === before.length) return;
    await changeSettings(trx, actor, site, { categories: all });
    const run = await ImportModel.query(trx).findById(importId).forUpdate();
    const added = all.slice(before.length).map(({ value }) => value);
    await run?.$query(trx).patch({
      categoriesBefore: run.categoriesBefore ?? [...before],
      categoriesAdded: [...run.categoriesAdded, ...added],
    });
  });
  await refreshSettings();
}

/** Removes categories without listings: those that the import added, or all. Nothing if none would remain. */
export async function removeEmptyCategories(actor: Actor, importId: string, isOfAll: boolean): Promise<void> {
  const all = allCategories((await getSettings(actor)).categories);
  const run = ImportModel.query().findById(importId);
  const added = (await run.clone())?.categoriesAdded ?? [];
  const { rows } = await ListingModel.knex().raw<{ rows: { value: string }[] }>(
    `select value from unnest(?::text[]) as category (value)
     where exists (select from listings where categories @> array[value])`,
    [all.map(({ value }) => value)],
  );
  const used = new Set(rows.map(({ value }) => value));
  const kept = all.filter(({ value }) => used.has(value) || !(isOfAll || added.includes(value)));
  if (kept.length === 0 || kept.length === all.length) return;
  await run.whereNull('categories_before').patch({ categoriesBefore: [...all] });
  await saveCategories(actor, kept);
}

async function saveCategories(actor: Actor, categories: DirectoryCategory[]): Promise<void> {
  const isStandard = JSON.stringify(categories) === JSON.stringify(allCategories(null));
  await updateSettings(actor, { categories: isStandard ? null : categories });
  await refreshSettings();
}

/** Undoes an import's changes of categories: removes added ones without listings, restores removed ones. */
export async function restoreCategories(actor: Actor, run: ImportModel): Promise<void> {
  const before = run.categoriesBefore as DirectoryCategory[] | null;
  if (before === null) return;
  const { categories } = await getSettings(actor);
  const now = allCategories(categories);
  const kept = now.filter(({ value }) => !run.categoriesAdded.includes(value));
  const returned = before.filter(
    ({ value }) => !kept.some((category) => category.value === value || category.aliases?.includes(value)),
  );
  // Restores the former order unless somebody has changed it since.
  const order = new Map(before.map(({ value }, index) => [value, index]));
  const restored = [...kept, ...returned].sort(
    (a, b) => (order.get(a.value) ?? before.length) - (order.get(b.value) ?? before.length),
  );
  await saveCategories(actor, restored);
}
