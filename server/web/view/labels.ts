// Labels for the values of the API. Operators may have renamed categories, in any language.
import type { Language, MessageKey } from '../../../core/languages/language.js';
import type { PricingModel } from '../../../core/listings/fields.js';
import type { FactFacet } from '../../../core/search/facets.js';
import * as current from '../../../core/settings/current.js';
import { factsWithPages } from '../../../core/settings/facts.js';
import { categoryLabel } from '../../../core/settings/texts.js';

export { categoryLabel };

/** null: an operator's own category. */
export const usualLabel = (language: Language, value: current.Category): string | null =>
  messageOf(language, `category.${value}.label`);

export const usualIntro = (language: Language, value: current.Category): string | null =>
  messageOf(language, `category.${value}.intro`);

const messageOf = (language: Language, key: string) =>
  language.has(key) ? language.t(key as MessageKey) : null;

export function categoryIntro(language: Language, value: current.Category): string | null {
  return current.findCategory(value)?.intro ?? usualIntro(language, value);
}

/** With fewer results, the most common category does not matter. */
const MIN_FOR_MOST = 5;

/** How many listings have a value, and in which categories most of them are. */
export function valueIntro(
  language: Language,
  { key, label, text: value }: { readonly key: string; readonly label: string; readonly text: string },
  total: number,
  categories: readonly { readonly value: current.Category; readonly count: number }[],
): string {
  const { t } = language;
  const count = { count: total, value, label };
  const most = [...categories]
    .sort((a, b) => b.count - a.count)
    .filter(({ value: category, count: own }) => category !== 'other' && own > total / 4)
    .slice(0, 2);
  const names = most.map((one) => categoryLabel(language, one.value));
  const intro = t(key === 'topics' ? 'shelf.topic-intro' : 'shelf.value-intro', count);
  if (total < MIN_FOR_MOST || names.length === 0) return intro;
  return `${intro} ${t('shelf.most', { categories: language.list(names) })}`;
}

/** The sentence of a category that has none: what its listings are about. */
export function generatedIntro(
  language: Language,
  category: current.Category,
  total: number,
  facts: readonly FactFacet[],
) {
  const { t } = language;
  const pages = factsWithPages().map(({ key }) => key);
  const { values = [] } = facts.find(({ key }) => pages.includes(key)) ?? {};
  const common = values.filter(({ count }) => count > 1).slice(0, 3);
  const topics = language.list(common.map(({ value }) => String(value)));
  return t(topics ? 'shelf.category-about' : 'shelf.category-intro', {
    count: total,
    category: categoryLabel(language, category),
    topics,
  });
}

/** The entries of shown categories, in the operator's order if there is one. */
export function onlyShown<T extends { readonly value: current.Category }>(
  entries: readonly T[],
): readonly T[] {
  if (current.currentSettings().categories === null) return entries;
  return current.shownCategories().flatMap((value) => entries.filter((entry) => entry.value === value));
}

export const pricingLabel = ({ t }: Language, value: PricingModel): string => t(`pricing.${value}`);

export const catalogKind = (language: Language, kind: string | null): string =>
  labelOf(language, `catalog-kind.${(kind ?? 'other').toLowerCase().replaceAll(' ', '-')}`, kind ?? '');

/** The message; for an unknown key, such as of a value from elsewhere, the value itself. */
export const labelOf = (language: Language, key: string, value: string): string =>
  messageOf(language, key) ?? value;
