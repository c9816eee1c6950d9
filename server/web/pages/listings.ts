// Browsing, categories, and the page of a listing.
import { type Actor, accountId, isAdmin } from '../../../core/kernel/actor.js';
import { check } from '../../../core/kernel/check.js';
import { DomainError, notFound } from '../../../core/kernel/errors.js';
import { ListingQuery } from '../../../core/listings/schema.js';
import { getListingAndOwner } from '../../../core/moderation/listings.js';
import { countFacets } from '../../../core/search/facets.js';
import { findListings, getListing } from '../../../core/search/find.js';
import { wordsToMark } from '../../../core/search/query.js';
import { findAlternatives, findNeighbours } from '../../../core/search/similar.js';
import { CATEGORIES, type Category } from '../../../core/site/categories.js';
import { fromListAndCounts, fromListingAndRelated } from '../../cache/dependencies.js';
import { readQueryString } from '../../http/query-string.js';
import type { PageRoute } from '../route.js';
import { categoryIntro, categoryLabel, onlyShown, PRICING_LABELS, shownCategories } from '../view/labels.js';
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
  { method: 'get', path: '/listings/:slug', isCached: true, run: showListing },
  { method: 'get', path: '/alternatives/:slug', isCached: true, run: showAlternatives },
];

function readCategory(text: string): Category {
  const category = CATEGORIES.find((candidate) => candidate === text);
  if (category === undefined) throw notFound('category');
  return category;
}

/** What an address may ask for that does not exist; the API's sentences list values, which says nothing to people. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  category: 'There is no such category.',
  pricing: 'There is no such price.',
  sort: 'The list cannot be sorted that way.',
  page: 'There is no such page.',
};

async function browse(visit: Visit, onCategoryPage: Category | null): Promise<void> {
  const { query, repeated } = readQueryString(ListingQuery, visit.req);
  if (repeated) throw repeated;
  const wrong = Object.keys(NOT_FOUND).filter(
    (name) => query[name] !== undefined && !isValid(name, query[name]),
  );
  if (wrong.length > 0)
    throw new DomainError('validation_error', wrong.map((name) => NOT_FOUND[name]).join(' '));
  const { q, category, pricing, sort, page } = query as Partial<ListingQuery>;
  const asked = { q, category: onCategoryPage ?? category, pricing };
  const order = sort ?? defaultSort(asked as BrowseState);
  const input = { ...asked, sort: order, page };
  const [found, facets] = await Promise.all([findListings(visit.actor, input), countFacets(input)]);
  const state: BrowseState = { ...asked, sort: order };
  const heading = headingOf(state);
  const trail: Trail | null = asked.category
    ? [
        ['/', 'Home'],
        ['/listings', 'Listings'],
        [browseLink({ category: asked.category }), categoryLabel(asked.category)],
      ]
    : null;
  await sendPage(
    visit,
    'listings/index',
    {
      head: headOf(state, found, heading, trail),
      ownSearch: true,
      hasResults: found.listings.length > 0,
      ...found,
      state,
      heading,
      intro: asked.category && !q ? categoryIntro(asked.category) : null,
      trail,
      feed: feedLink(state),
      sort: order,
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

function headingOf({ q, category, pricing }: BrowseState): string {
  const label = category ? categoryLabel(category as Category) : null;
  if (q) return label ? `“${q}” in ${label}` : `“${q}”`;
  if (pricing && !label) return `${PRICING_LABELS[pricing as keyof typeof PRICING_LABELS]} products`;
  return label ?? 'All listings';
}

function headOf(
  state: BrowseState,
  found: Awaited<ReturnType<typeof findListings>>,
  heading: string,
  trail: Trail | null,
): PageHead {
  const { category, q } = state;
  const label = category ? categoryLabel(category as Category) : null;
  const pageNote = found.page > 1 ? `, page ${found.page}` : '';
  const isLong = found.listings.length > 0;
  const isHidden = category && !shownCategories().includes(category as Category);
  return {
    title: `${heading}${pageNote}`,
    description: category && !q ? categoryIntro(category as Category) : `Software and AI tools: ${heading}.`,
    canonical: browseLink(state, { page: found.page }),
    // Search engines should not index searches, empty lists and what the site does not show.
    ...(q || !isLong || isHidden ? { robots: 'noindex, follow' } : {}),
    feeds: q || label || state.pricing ? [{ title: `New: ${heading}`, href: feedLink(state) }] : [],
    jsonLd: [
      ...(trail ? [breadcrumbData(trail)] : []),
      ...(isLong ? [listData(found.listings, heading, (found.page - 1) * found.limit)] : []),
    ],
  };
}

async function showListing(visit: Visit): Promise<void> {
  const visitor = visit.actor;
  const { listing } = await getListing(visitor, String(visit.req.params.slug));
  const { similar, alternatives } = await findNeighbours(visitor, listing);
  const category = listing.categories?.[0];
  const trail: Trail = [
    ['/', 'Home'],
    category ? [browseLink({ category }), categoryLabel(category)] : ['/listings', 'Listings'],
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
        image: listing.screenshot_url,
        ...(isLive ? { jsonLd: [listingData(listing), breadcrumbData(trail)] } : { robots: 'noindex' }),
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
  const heading = `Alternatives to ${listing.name}`;
  const trail: Trail = [
    ['/', 'Home'],
    [`/listings/${listing.slug}`, listing.name],
    [`/alternatives/${listing.slug}`, 'Alternatives'],
  ];
  const isLive = listing.status === 'live';
  await sendPage(
    visit,
    'listings/alternatives',
    {
      head: {
        title: heading,
        description: `${alternatives.length} products that say they are an alternative to ${listing.name}.`,
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
