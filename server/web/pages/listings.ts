// Browsing, categories, and the page of a listing.
import { type Actor, accountId, isAdmin } from '../../../core/kernel/actor.js';
import { check } from '../../../core/kernel/check.js';
import { DomainError, notFound } from '../../../core/kernel/errors.js';
import type { Language } from '../../../core/languages/language.js';
import { ListingQuery, type PricingModel } from '../../../core/listings/schema.js';
import { getListingAndOwner } from '../../../core/moderation/listings.js';
import { countFacets } from '../../../core/search/facets.js';
import { findListings, getListing } from '../../../core/search/find.js';
import { listInitials } from '../../../core/search/letters.js';
import { wordsToMark } from '../../../core/search/query.js';
import { findAlternatives, findNeighbours } from '../../../core/search/similar.js';
import { CATEGORIES, type Category } from '../../../core/site/categories.js';
import { fromListAndCounts, fromListingAndRelated } from '../../cache/dependencies.js';
import { readQueryString } from '../../http/query-string.js';
import { cardLink, categoryCard, listingCard } from '../card/subjects.js';
import type { PageRoute } from '../route.js';
import { categoryIntro, categoryLabel, onlyShown, shownCategories } from '../view/labels.js';
import { type BrowseState, browseLink, defaultSort, feedLink } from '../view/links.js';
import { type PageHead, sendPage } from '../view/page.js';
import { breadcrumbData, listData, listingData, type Trail } from '../view/structured-data.js';
import { accountOf, type Visit } from '../view/visit.js';

export const listingPages: PageRoute[] = [
  { method: 'get', path: '/listings', isCached: true, run: (visit) => browse(visit, null) },
  { method: 'get', path: '/categories', run: (visit) => visit.res.redirect(301, '/listings') },
  {
    method: 'get',
    path: '/categories/:category',
    isCached: true,
    run: (visit) => browse(visit, readCategory(String(visit.req.params.category))),
  },
  { method: 'get', path: '/listings/:slug', isCached: true, countsView: true, run: showListing },
  { method: 'get', path: '/alternatives/:slug', isCached: true, run: showAlternatives },
];

function readCategory(text: string): Category {
  const category = CATEGORIES.find((candidate) => candidate === text);
  if (category === undefined) throw notFound('category');
  return category;
}

/** What an address may ask for that does not exist; the API's sentences list values, which says nothing to people. */
const NOT_FOUND = {
  category: 'browse.no-category',
  pricing: 'browse.no-pricing',
  sort: 'browse.no-sort',
  page: 'browse.no-page',
  letter: 'browse.no-letter',
} as const;
const FILTERS = Object.keys(NOT_FOUND) as (keyof typeof NOT_FOUND)[];

async function browse(visit: Visit, onCategoryPage: Category | null): Promise<void> {
  const { query, repeated } = readQueryString(ListingQuery, visit.req);
  if (repeated) throw repeated;
  const { language } = visit;
  const { t } = language;
  const wrong = FILTERS.filter((name) => query[name] !== undefined && !isValid(name, query[name]));
  if (wrong.length > 0)
    throw new DomainError('validation_error', wrong.map((name) => t(NOT_FOUND[name])).join(' '));
  const { q, category, pricing, sort, page, letter } = query as Partial<ListingQuery>;
  const asked = { q, category: onCategoryPage ?? category, pricing };
  const order = sort ?? defaultSort(asked as BrowseState);
  const input = { ...asked, sort: order, page, letter: q ? undefined : letter };
  const hasLetters = order === 'name' && !q && !asked.category && !pricing;
  const [found, facets, initials] = await Promise.all([
    findListings(visit.actor, input),
    countFacets(input),
    hasLetters ? listInitials() : [],
  ]);
  const state: BrowseState = { ...asked, sort: order, letter: input.letter };
  const heading = headingOf(language, state);
  const trail: Trail | null = asked.category
    ? [
        ['/', t('nav.home')],
        ['/listings', t('nav.listings')],
        [browseLink({ category: asked.category }), categoryLabel(language, asked.category)],
      ]
    : null;
  await sendPage(
    visit,
    'listings/index',
    {
      head: headOf(language, state, found, heading, trail),
      ownSearch: true,
      hasResults: found.listings.length > 0,
      ...found,
      state,
      heading,
      intro: asked.category && !q ? categoryIntro(language, asked.category) : null,
      trail,
      feed: feedLink(state),
      sort: order,
      initials,
      words: q ? wordsToMark(q, found.corrected_to) : [],
      facets: { ...facets, categories: onlyShown(facets.categories) },
    },
    { from: fromListAndCounts(asked, found.listings) },
  );
}

function isValid(name: string, value: unknown): boolean {
  try {
    check(ListingQuery, { [name]: value });
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function headingOf(language: Language, { q, category, pricing, letter }: BrowseState): string {
  const { t } = language;
  const label = category ? categoryLabel(language, category) : null;
  if (q && label) return t('browse.heading-in', { query: q, category: label });
  if (q) return t('browse.quoted', { query: q });
  if (pricing && !label) return t(`pricing-heading.${pricing as PricingModel}`);
  if (letter && !label) return t('browse.letter', { letter: letter.toUpperCase() });
  return label ?? t('nav.all-listings');
}

function headOf(
  language: Language,
  state: BrowseState,
  found: Awaited<ReturnType<typeof findListings>>,
  heading: string,
  trail: Trail | null,
): PageHead {
  const { category, q } = state;
  const { t } = language;
  const isLong = found.listings.length > 0;
  const isHidden = category && !shownCategories().includes(category as Category);
  return {
    title: found.page > 1 ? t('browse.page', { heading, page: found.page }) : heading,
    description:
      category && !q ? categoryIntro(language, category as Category) : t('browse.description', { heading }),
    canonical: browseLink(state, { page: found.page }),
    ...(category && !q ? { card: cardLink(categoryCard(category as Category)) } : {}),
    // Search engines should not index searches, empty lists and what the site does not show.
    ...(q || !isLong || isHidden ? { robots: 'noindex, follow' } : {}),
    feeds:
      q || category || state.pricing ? [{ title: t('browse.feed', { heading }), href: feedLink(state) }] : [],
    jsonLd: [
      ...(trail ? [breadcrumbData(trail)] : []),
      ...(isLong ? [listData(found.listings, heading, (found.page - 1) * found.limit)] : []),
    ],
  };
}

async function showListing(visit: Visit): Promise<void> {
  const { actor: visitor, language } = visit;
  const { t } = language;
  const { listing } = await getListing(visitor, String(visit.req.params.slug));
  const { similar, alternatives } = await findNeighbours(visitor, listing);
  const category = listing.categories?.[0];
  const trail: Trail = [
    ['/', t('nav.home')],
    category
      ? [browseLink({ category }), categoryLabel(language, category)]
      : ['/listings', t('nav.listings')],
    [`/listings/${listing.slug}`, listing.name],
  ];
  const isLive = listing.status === 'live';
  const isModerated = !isLive && isAdmin(visitor) && !(await isOwn(visitor, listing.slug));
  await sendPage(
    visit,
    'listings/show',
    {
      head: {
        title: `${listing.name}: ${listing.tagline}`.slice(0, 140),
        description: listing.description?.replace(/\s+/g, ' ').slice(0, 200) ?? listing.tagline,
        canonical: `/listings/${listing.slug}`,
        card: cardLink(listingCard(listing)),
        ...(isLive
          ? { jsonLd: [listingData(language, listing), breadcrumbData(trail)] }
          : { robots: 'noindex' }),
      },
      listing,
      related: similar,
      hasAlternatives: alternatives.length > 0,
      trail,
      isModerated,
      // Only the owner and admins get `status_reason` in the record (C5).
      canEdit: accountOf(visit) !== null && ('status_reason' in listing || isAdmin(visitor)),
    },
    {
      isPrivate: !isLive,
      from: fromListingAndRelated(listing, [...similar, ...alternatives.map((slug) => ({ slug }))]),
    },
  );
}

/** Admins see what others hide: they are told so. */
async function isOwn(visitor: Actor, slug: string): Promise<boolean> {
  const { owner } = await getListingAndOwner(visitor, slug);
  return owner !== null && owner.id === accountId(visitor);
}

/** Listings that say they are an alternative to this one; no page where none does. */
async function showAlternatives(visit: Visit): Promise<void> {
  const { listing } = await getListing(visit.actor, String(visit.req.params.slug));
  const alternatives = await findAlternatives(visit.actor, listing);
  if (alternatives.length === 0) throw notFound('page');
  const { t } = visit.language;
  const heading = t('listing.alternatives-to', { name: listing.name });
  const trail: Trail = [
    ['/', t('nav.home')],
    [`/listings/${listing.slug}`, listing.name],
    [`/alternatives/${listing.slug}`, t('listing.alternatives')],
  ];
  const isLive = listing.status === 'live';
  await sendPage(
    visit,
    'listings/alternatives',
    {
      head: {
        title: heading,
        description: t('listing.alternatives-description', {
          count: alternatives.length,
          name: listing.name,
        }),
        canonical: `/alternatives/${listing.slug}`,
        ...(isLive
          ? { jsonLd: [breadcrumbData(trail), listData(alternatives, heading, 0)] }
          : { robots: 'noindex' }),
      },
      heading,
      listing,
      alternatives,
      trail,
    },
    { isPrivate: !isLive },
  );
}
