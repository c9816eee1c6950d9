import { hasAdmin } from '../../../core/accounts/first-admin.js';
import { readFrontPage } from '../../../core/search/front-page.js';
import { currentSite } from '../../../core/site/current.js';
import { fromList } from '../../cache/dependencies.js';
import type { PageRoute } from '../route.js';
import { onlyShown } from '../view/labels.js';
import { absolute } from '../view/links.js';
import { needsToOffer } from '../view/needs.js';
import { sendPage } from '../view/page.js';
import { siteView } from '../view/site.js';
import { homeSnippet } from '../view/snippets.js';

export const homePages: PageRoute[] = [
  {
    method: 'get',
    path: '/',
    isCached: true,
    run: async (visit) => {
      const { featured, newest, facets } = await readFrontPage(visit.actor);
      const head = {
        title: currentSite().name,
        description: currentSite().lead ?? visit.language.t('home.description'),
        canonical: '/',
        jsonLd: [siteData()],
      };
      const categories = onlyShown(facets.categories).filter(({ count }) => count > 0);
      // Not cached: it must disappear as soon as there is an admin.
      const isUnclaimed = facets.total === 0 && !(await hasAdmin());
      const needs = needsToOffer(visit.language, siteView(), categories);
      const data = { needs, featured, newest, categories, total: facets.total, isUnclaimed };
      const from = fromList({}, [...featured, ...newest]);
      await sendPage(
        visit,
        'home/index',
        { head, ...data, snippet: homeSnippet() },
        { isPrivate: isUnclaimed, from },
      );
    },
  },
];

function siteData(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: currentSite().name,
    url: absolute('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: absolute('/listings?q={search_term_string}') },
      'query-input': 'required name=search_term_string',
    },
  };
}
