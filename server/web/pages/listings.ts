// Lists, and the page of a listing.
import { may } from '../../../core/kernel/access.js';
import { type Actor, accountId } from '../../../core/kernel/actor.js';
import { notFound } from '../../../core/kernel/errors.js';
import { appealedAmong } from '../../../core/moderation/appeals.js';
import { getListingAndOwner } from '../../../core/moderation/listings.js';
import { getListing } from '../../../core/search/find.js';
import { findNeighbours } from '../../../core/search/similar.js';
import { resolveCategory } from '../../../core/site/categories.js';
import { fromListingAndRelated } from '../../cache/dependencies.js';
import { cardLink, listingCard } from '../card/subjects.js';
import type { PageRoute } from '../route.js';
import { categoryLabel } from '../view/labels.js';
import { browseLink } from '../view/links.js';
import { sendPage } from '../view/page.js';
import { breadcrumbData, listingData, type Trail } from '../view/structured-data.js';
import { accountOf, type Visit } from '../view/visit.js';
import { browse } from './browse.js';

export const listingPages: PageRoute[] = [
  {
    method: 'get',
    path: '/listings',
    isCached: true,
    countsSearch: true,
    run: (visit) => browse(visit, null),
  },
  { method: 'get', path: '/categories', run: (visit) => visit.res.redirect(301, '/listings') },
  {
    method: 'get',
    path: '/categories/:category',
    isCached: true,
    countsSearch: true,
    run: (visit) => {
      const asked = String(visit.req.params.category);
      const category = resolveCategory(asked);
      if (category === undefined) throw notFound('category');
      // Renamed, or merged into another.
      return category === asked
        ? browse(visit, category)
        : visit.res.redirect(301, `/categories/${category}`);
    },
  },
  { method: 'get', path: '/listings/:slug', isCached: true, countsView: true, run: showListing },
];

async function showListing(visit: Visit): Promise<void> {
  const { actor: visitor, language } = visit;
  const { t } = language;
  const { listing } = await getListing(visitor, String(visit.req.params.slug));
  const { similar, hasAlternatives } = await findNeighbours(visitor, listing);
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
  // Only the owner and admins get `status_reason` in the record (C5).
  const canEdit = accountOf(visit) !== null && ('status_reason' in listing || isAnAdmin);
  const isMine = canEdit && (!isAnAdmin || (await isOwn(visitor, listing.slug)));
  const isModerated = !isLive && isAnAdmin && !isMine;
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
      hasAlternatives,
      trail,
      isModerated,
      isAppealed: (await appealedAmong(visitor, [listing])).has(listing.id),
      canEdit,
      isOwn: isMine,
      // The notice of a submission says what has happened; this, what comes next.
      isSubmitted: isMine && /^submitted/.test(String(visit.req.query.done)),
    },
    {
      isPrivate: !isLive,
      from: fromListingAndRelated(listing, similar),
    },
  );
}

/** Admins see others' hidden listings: the page points this out. */
async function isOwn(visitor: Actor, slug: string): Promise<boolean> {
  const { owner } = await getListingAndOwner(visitor, slug);
  return owner !== null && owner.id === accountId(visitor);
}
