// The categories of the directory: those that every directory begins with, or the operator's own.
import { defineOpenValues } from '../kernel/schema.js';
import { currentCategories } from './current.js';
import { type DirectoryCategory, STANDARD_CATEGORIES } from './schema.js';

/** The value of a category, as listings and the API have it. */
export type Category = string;

const STANDARD: readonly DirectoryCategory[] = STANDARD_CATEGORIES.map((value) => ({ value }));

/** The categories in their order, the hidden ones included. */
export function allCategories(categories = currentCategories()): readonly DirectoryCategory[] {
  return categories ?? STANDARD;
}

/** The values that listings can have. */
export function categoryValues(): readonly Category[] {
  return allCategories().map(({ value }) => value);
}

/** Those that pages show, in their order. */
export function shownCategories(): readonly Category[] {
  return allCategories().flatMap(({ value, hidden }) => (hidden ? [] : [value]));
}

export function findCategory(value: string): DirectoryCategory | undefined {
  return allCategories().find((category) => category.value === value);
}

/** The category of a value, or of one that was renamed or merged; undefined if there is none. */
export function resolveCategory(text: string): Category | undefined {
  const found = allCategories().find(({ value, aliases }) => value === text || aliases?.includes(text));
  return found?.value;
}

defineOpenValues('categories', { values: categoryValues, resolve: resolveCategory });
