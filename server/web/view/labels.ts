// Labels for the values of the API. Operators may have renamed categories, in any language.

import type { Language, MessageKey } from '../../../core/languages/language.js';
import type { PricingModel } from '../../../core/listings/schema.js';
import { CATEGORIES, type Category } from '../../../core/site/categories.js';
import { currentSite } from '../../../core/site/current.js';

const isCategory = (value: string): value is Category => (CATEGORIES as readonly string[]).includes(value);

const chosen = (value: Category) => currentSite().categories?.find((category) => category.value === value);

/** The default name of a category. */
export const usualLabel = ({ t }: Language, value: Category): string => t(`category.${value}.label`);

/** The default sentence of a category, for its page and its meta description. */
export const usualIntro = ({ t }: Language, value: Category): string => t(`category.${value}.intro`);

/** @param value returned unchanged if it is not a category */
export function categoryLabel(language: Language, value: string): string {
  return isCategory(value) ? (chosen(value)?.label ?? usualLabel(language, value)) : value;
}

export function categoryIntro(language: Language, value: Category): string {
  return chosen(value)?.intro ?? usualIntro(language, value);
}

/** The categories that pages show, in their order. */
export function shownCategories(): readonly Category[] {
  return currentSite().categories?.map(({ value }) => value) ?? CATEGORIES;
}

/** The entries of shown categories, in the operator's order if there is one. */
export function onlyShown<T extends { readonly value: Category }>(entries: readonly T[]): readonly T[] {
  if (currentSite().categories === null) return entries;
  return shownCategories().flatMap((value) => entries.filter((entry) => entry.value === value));
}

export const pricingLabel = ({ t }: Language, value: PricingModel): string => t(`pricing.${value}`);

/** The message of that name, `sort.newest`; for an unknown name, such as a value from elsewhere, the value itself. */
export function labelOf(language: Language, key: string, value: string): string {
  return language.has(key) ? language.t(key as MessageKey) : value;
}
