// The home page.
import { hasAdmin } from '../../../core/accounts/sign-up.js';
import type { Language } from '../../../core/languages/language.js';
import { readFrontPage } from '../../../core/search/search.js';
import type { Category } from '../../../core/settings/categories.js';
import { currentSettings } from '../../../core/settings/current.js';
import { fromList } from '../../cache/dependencies.js';
import type { PageRoute } from '../route.js';
import { factFilters } from '../view/facts.js';
import { onlyShown } from '../view/labels.js';
import { absolute } from '../view/links.js';
import { renderPage } from '../view/page.js';

export const homePages: PageRoute[] = [
  {
    path: '/',
    isCached: true,
    show: async (visit) => {
      const { featured, newest, facets } = await readFrontPage(visit.actor);
      const head = {
        title: currentSettings().name,
        description: currentSettings().lead ?? visit.language.t('home.description'),
        canonical: '/',
        jsonLd: [directoryData()],
      };
      const categories = onlyShown(facets.categories).filter(({ count }) => count > 0);
      // Not cached: it must disappear as soon as there is an admin.
      const isUnclaimed = facets.total === 0 && !(await hasAdmin());
      const shelves = factFilters(visit.language, facets.facts, {}).filter(({ path }) => path);
      const needs = needsToOffer(visit.language, categories);
      const data = { head, needs, featured, newest, categories, shelves, total: facets.total, isUnclaimed };
      const from = fromList({ facets: 1 }, [...featured, ...newest]);
      return renderPage(visit, 'home/index', data, { isPrivate: isUnclaimed, from });
    },
  },
];

function directoryData(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: currentSettings().name,
    url: absolute('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: absolute('/listings?q={search_term_string}') },
      'query-input': 'required name=search_term_string',
    },
  };
}

/** The categories with a common need, in the order of the home page. */
const CATEGORIES_WITH_NEED = ['productivity', 'ai', 'finance', 'security', 'marketing', 'analytics'] as const;

/** With fewer listings in its category, a need would mostly find nothing. */
const MIN_LISTINGS = 3;

/** The operator's, whatever is listed; else the common ones of categories with enough listings. */
function needsToOffer(
  { t }: Language,
  categories: readonly { readonly value: Category; readonly count: number }[],
): readonly string[] {
  const { needs } = currentSettings();
  if (needs?.length) return needs;
  return CATEGORIES_WITH_NEED.filter((category) =>
    categories.some(({ value, count }) => value === category && count >= MIN_LISTINGS),
  ).map((category) => t(`home.need.${category}`));
}
