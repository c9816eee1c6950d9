// Labels for the values of the API. Operators may have renamed categories, in any language.
import type { Language, MessageKey } from '../../../core/languages/language.js';
import type { PricingModel } from '../../../core/listings/fields.js';
import * as current from '../../../core/settings/current.js';

export { categoryLabel } from '../../../core/settings/texts.js';

/** The name that a category comes with; null for an operator's own. */
export const usualLabel = (language: Language, value: current.Category): string | null =>
  messageOf(language, `category.${value}.label`);

/** The sentence that a category comes with, for its page and its meta description; null for an operator's own. */
export const usualIntro = (language: Language, value: current.Category): string | null =>
  messageOf(language, `category.${value}.intro`);

const messageOf = (language: Language, key: string) =>
  language.has(key) ? language.t(key as MessageKey) : null;

export function categoryIntro(language: Language, value: current.Category): string | null {
  return current.findCategory(value)?.intro ?? usualIntro(language, value);
}

/** The entries of shown categories, in the operator's order if there is one. */
export function onlyShown<T extends { readonly value: current.Category }>(
  entries: readonly T[],
): readonly T[] {
  if (current.currentSettings().categories === null) return entries;
  return current.shownCategories().flatMap((value) => entries.filter((entry) => entry.value === value));
}

export const pricingLabel = ({ t }: Language, value: PricingModel): string => t(`pricing.${value}`);

/** The kind of a place in the catalog. */
export const catalogKind = (language: Language, kind: string | null): string =>
  labelOf(language, `catalog-kind.${(kind ?? 'other').toLowerCase().replaceAll(' ', '-')}`, kind ?? '');

/** The message of that name, `sort.newest`; for an unknown name, such as a value from elsewhere, the value itself. */
export function labelOf(language: Language, key: string, value: string): string {
  return language.has(key) ? language.t(key as MessageKey) : value;
}
