// Listings that call themselves an alternative to a product, and all such products.
import { findAlternatives, listReplacedProducts } from '../../../core/search/alternatives.js';
import type { PageRoute } from '../route.js';
import { sendPage } from '../view/page.js';
import { breadcrumbData, listData, type Trail } from '../view/structured-data.js';
import type { Visit } from '../view/visit.js';

export const alternativesPages: PageRoute[] = [
  { method: 'get', path: '/alternatives', isCached: true, run: showProducts },
  { method: 'get', path: '/alternatives/:slug', isCached: true, run: showAlternatives },
];

async function showProducts(visit: Visit): Promise<void> {
  const { t } = visit.language;
  const products = await listReplacedProducts();
  await sendPage(visit, 'alternatives/index', {
    head: {
      title: t('alternatives.title'),
      description: t('alternatives.intro'),
      canonical: '/alternatives',
      ...(products.length > 0 ? {} : { robots: 'noindex, follow' }),
    },
    products,
  });
}

async function showAlternatives(visit: Visit): Promise<void> {
  const { t } = visit.language;
  const slug = String(visit.req.params.slug);
  const { name, listing, alternatives } = await findAlternatives(visit.actor, slug);
  const heading = t('alternatives.to', { name });
  const trail: Trail = [
    ['/', t('nav.home')],
    ['/alternatives', t('alternatives.title')],
    [`/alternatives/${slug}`, name],
  ];
  const isPublic = listing === null || listing.status === 'live';
  await sendPage(
    visit,
    'alternatives/show',
    {
      head: {
        title: heading,
        description: t('alternatives.description', { count: alternatives.length, name }),
        canonical: `/alternatives/${slug}`,
        ...(isPublic
          ? { jsonLd: [breadcrumbData(trail), listData(alternatives, heading, 0)] }
          : { robots: 'noindex' }),
      },
      heading,
      name,
      listing,
      alternatives,
      trail,
    },
    { isPrivate: !isPublic },
  );
}
