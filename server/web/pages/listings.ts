// Lists, the page of a listing, its alternatives, and listings side by side.
import { type Actor, accountId, may } from '../../../core/kernel/actor.js';
import { notFound } from '../../../core/kernel/errors.js';
import { usualWait, wordsOfWait } from '../../../core/listings/submission-rules.js';
import { getListingAndOwner } from '../../../core/moderation/listings.js';
import { appealedAmong } from '../../../core/moderation/reports.js';
import { listingsOf } from '../../../core/readers/shortlists.js';
import { findAlternatives, listReplacedProducts } from '../../../core/search/alternatives.js';
import { countFacets } from '../../../core/search/facets.js';
import { namesOfCategories } from '../../../core/search/popular.js';
import { getListing } from '../../../core/search/search.js';
import { findNeighbours, wordsInCommon } from '../../../core/search/similar.js';
import { resolveCategory } from '../../../core/settings/current.js';
import { captureState } from '../../../core/upkeep/captures.js';
import type { Reply } from '../../cache/cached-responses.js';
import {
  FROM_ALL_LISTINGS,
  fromListingAndRelated,
  fromListings,
  fromPopular,
} from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import type { PageRoute } from '../route.js';
import { listingCard } from '../view/card.js';
import { categoryIntro, categoryLabel, onlyShown, saidText } from '../view/labels.js';
import { accountOf, browseLink, compareLink, slugOf } from '../view/links.js';
import { renderPage } from '../view/page.js';
import { listData, listingData, type Trail } from '../view/structured-data.js';
import { BROWSE_PARAMETERS, browse } from './browse.js';

/** The places of the listings in the address of a comparison. */
const PLACES = ['a', 'b', 'c', 'd'] as const;

export const listingPages: PageRoute[] = [
  {
    path: '/listings',
    isCached: true,
    parameters: BROWSE_PARAMETERS,
    countsSearch: true,
    show: (visit) => browse(visit),
  },
  { path: '/categories', isCached: true, show: showCategories },
  {
    path: '/categories/:category',
    isCached: true,
    parameters: BROWSE_PARAMETERS,
    countsSearch: true,
    show: (visit) => {
      const asked = String(visit.req.params.category);
      const category = resolveCategory(asked);
      if (category === undefined) throw notFound('category');
      // Redirects from a renamed or merged category.
      return category === asked
        ? browse(visit, { category })
        : visit.res.redirect(301, `/categories/${category}`);
    },
  },
  { path: '/listings/:slug', isCached: true, countsView: true, show: showListing },
  { path: '/alternatives', isCached: true, show: showProducts },
  { path: '/alternatives/:slug', isCached: true, show: showAlternatives },
  { path: '/compare', isCached: true, parameters: [...PLACES, 'with'], show: showComparison },
];

async function showCategories(visit: Exchange): Promise<Reply> {
  const { language } = visit;
  const categories = onlyShown((await countFacets()).categories);
  const listed = categories.filter(({ count }) => count > 0).map(({ value }) => value);
  const names = await namesOfCategories(listed);
  return renderPage(
    visit,
    'listings/categories',
    {
      head: {
        title: language.t('listing.categories'),
        description: language.t('layout.description'),
        canonical: '/categories',
      },
      // Sorts empty categories last.
      categories: categories
        .toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0))
        .map((one) => ({
          ...one,
          intro: categoryIntro(language, one.value),
          names: (names.get(one.value) ?? []).map(({ name }) => name),
        })),
    },
    { from: fromPopular([...names.values()].flat()) },
  );
}

async function showListing(visit: Exchange): Promise<Reply> {
  const { actor: visitor, language } = visit;
  const { t } = language;
  const { listing } = await getListing(visitor, slugOf(visit));
  const { similar: related, ...near } = await findNeighbours(visitor, listing);
  const category = listing.categories?.[0];
  const trail: Trail = [
    ['/', t('nav.home')],
    category
      ? [browseLink({ category }), categoryLabel(language, category)]
      : ['/listings', t('nav.listings')],
    [`/listings/${listing.slug}`, listing.name],
  ];
  const isLive = listing.status === 'live';
  const isAnAdmin = may(visitor, 'listings');
  // Only the owner and staff get `status_reason` in the record (C5).
  const canEdit = accountOf(visit) !== null && ('status_reason' in listing || isAnAdmin);
  const isMine = canEdit && (!isAnAdmin || (await isOwn(visitor, listing.slug)));
  const isModerated = !isLive && isAnAdmin && !isMine;
  const isAwaited = ['pending', 'failed'].includes(listing.screenshot_status ?? '');
  const capture = canEdit && isAwaited ? await captureState(listing.slug) : null;
  const wait = isMine && listing.status === 'pending' ? await usualWait() : null;
  return renderPage(
    visit,
    'listings/show',
    {
      head: {
        title: `${listing.name}: ${listing.tagline}`.slice(0, 140),
        description: listing.description?.replace(/\s+/g, ' ').slice(0, 200) ?? listing.tagline,
        canonical: `/listings/${listing.slug}`,
        card: listingCard(listing),
        ...(isLive ? { jsonLd: [listingData(language, listing)] } : { robots: 'noindex' }),
      },
      listing,
      related,
      common: await wordsInCommon(listing, related),
      ...near,
      trail,
      isModerated,
      isAppealed: (await appealedAmong([listing])).has(listing.id),
      captureState: capture && saidText(language, capture),
      usual: wait && t('listing.usual-wait', wordsOfWait(wait)),
      canEdit,
      isOwn: isMine,
      // After a submission the notice says what has happened, and a text of the page what comes next.
      isSubmitted: isMine && /^submitted/.test(String(visit.req.query.done)),
    },
    { isPrivate: !isLive, from: fromListingAndRelated(listing, related) },
  );
}

/** Whether the visitor owns a listing: staff also see hidden listings of others, and the page says so. */
async function isOwn(visitor: Actor, slug: string): Promise<boolean> {
  const { owner } = await getListingAndOwner(visitor, slug);
  return owner !== null && owner.id === accountId(visitor);
}

async function showProducts(visit: Exchange): Promise<Reply> {
  const { t } = visit.language;
  const products = (await listReplacedProducts()).toSorted((a, b) =>
    a.name.localeCompare(b.name, visit.language.tag),
  );
  return renderPage(visit, 'alternatives/index', {
    head: {
      title: t('alternatives.title'),
      description: t('alternatives.intro'),
      canonical: '/alternatives',
      ...(products.length > 0 ? {} : { robots: 'noindex, follow' }),
    },
    products,
  });
}

async function showAlternatives(visit: Exchange): Promise<Reply> {
  const { t } = visit.language;
  const slug = slugOf(visit);
  const found = await findAlternatives(visit.actor, slug);
  const { name, listing, alternatives } = found;
  const heading = t('alternatives.to', { name });
  const trail: Trail = [
    ['/', t('nav.home')],
    ['/alternatives', t('alternatives.title')],
    [`/alternatives/${slug}`, name],
  ];
  const isPublic = listing === null || listing.status === 'live';
  return renderPage(
    visit,
    'alternatives/show',
    {
      head: {
        title: heading,
        description: t('alternatives.description', { count: alternatives.length, name }),
        canonical: `/alternatives/${slug}`,
        ...(isPublic ? { jsonLd: [listData(alternatives, heading, 0)] } : { robots: 'noindex' }),
      },
      ...found,
      heading,
      trail,
    },
    { isPrivate: !isPublic },
  );
}

async function showComparison(visit: Exchange): Promise<Reply> {
  const { actor, language } = visit;
  const { query } = visit.req;
  // Listings of a link, then those ticked in a list.
  const asked = [...PLACES.map((place) => query[place]), ...[query.with].flat()]
    .filter((slug) => typeof slug === 'string')
    .slice(0, PLACES.length);
  const listings = await listingsOf(actor, asked);
  const [first] = listings;
  const hasRoom = first && listings.length < PLACES.length;
  const slugs = listings.map(({ slug }) => slug);
  const { similar } = hasRoom ? await findNeighbours(actor, first) : { similar: [] };
  const more = similar.filter(({ slug }) => !slugs.includes(slug));
  const { t, either } = language;
  const title = listings.length > 1 ? `${either(listings.map(({ name }) => name))}?` : t('compare.title');
  return renderPage(
    visit,
    'compare/index',
    {
      head: {
        title: title.slice(0, 140),
        description: t('compare.description'),
        canonical: compareLink(slugs),
        // Not indexed: there are as many such pages as pairs of listings.
        robots: 'noindex, follow',
      },
      listings,
      slugs,
      more,
    },
    // A missing listing may be added later.
    { from: slugs.length < new Set(asked).size ? FROM_ALL_LISTINGS : fromListings([...listings, ...more]) },
  );
}
