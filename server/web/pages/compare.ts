// Two to four listings side by side, by the data of their records.
import { DomainError } from '../../../core/kernel/errors.js';
import type { Listing } from '../../../core/listings/schema.js';
import { getListing } from '../../../core/search/find.js';
import { FROM_ALL_LISTINGS, fromListings } from '../../cache/dependencies.js';
import type { PageRoute } from '../route.js';
import { compareLink } from '../view/links.js';
import { sendPage } from '../view/page.js';
import type { Visit } from '../view/visit.js';

const PLACES = ['a', 'b', 'c', 'd'];

export const comparePages: PageRoute[] = [
  { method: 'get', path: '/compare', isCached: true, run: showComparison },
];

async function showComparison(visit: Visit): Promise<void> {
  const { query } = visit.req;
  // Those of a link, then those ticked in a list.
  const asked = [...PLACES.map((place) => query[place]), ...[query.with].flat()]
    .filter((slug) => typeof slug === 'string')
    .slice(0, PLACES.length);
  const found = await Promise.all([...new Set(asked)].map((slug) => findVisible(visit, slug)));
  const listings = found.filter((listing) => listing !== null);
  const isEnough = listings.length >= 2;
  const { t, either } = visit.language;
  const title = isEnough ? `${either(listings.map(({ name }) => name))}?` : t('compare.title');
  await sendPage(
    visit,
    'compare/index',
    {
      head: {
        title: title.slice(0, 140),
        description: t('compare.description'),
        canonical: compareLink(listings.map(({ slug }) => slug)),
        // There are as many of these pages as pairs of listings.
        robots: 'noindex, follow',
      },
      listings: isEnough ? listings : [],
      missing: asked.length - listings.length,
    },
    {
      isPrivate: listings.some(({ status }) => status !== 'live'),
      // A missing listing may be added later.
      from: found.includes(null) ? FROM_ALL_LISTINGS : fromListings(listings),
    },
  );
}

async function findVisible(visit: Visit, slug: string): Promise<Listing | null> {
  try {
    return (await getListing(visit.actor, slug)).listing;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
