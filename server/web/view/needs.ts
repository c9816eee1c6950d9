// The example searches of the home page: the operator's, or common needs that suit the listings.
import type { Language } from '../../../core/languages/language.js';
import type { Category } from '../../../core/site/categories.js';
import type { SiteView } from './site.js';

/** The categories with a common need, in the order of the home page. */
const CATEGORIES_WITH_NEED = [
  'productivity',
  'ai',
  'finance',
  'security',
  'marketing',
  'analytics',
] as const satisfies readonly Category[];

/** With fewer listings in its category, a need would mostly find nothing. */
const MIN_LISTINGS = 3;

/** The operator's, whatever is listed; else the common ones of categories with enough listings. */
export function needsToOffer(
  { t }: Language,
  { needs }: Pick<SiteView, 'needs'>,
  categories: readonly { readonly value: Category; readonly count: number }[],
): readonly string[] {
  if (needs.length > 0) return needs;
  return CATEGORIES_WITH_NEED.filter((category) =>
    categories.some(({ value, count }) => value === category && count >= MIN_LISTINGS),
  ).map((category) => t(`home.need.${category}`));
}
