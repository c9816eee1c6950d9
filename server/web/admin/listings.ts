// The list of listings, and the same as CSV.
import { eachListing, findAllListings } from '../../../core/moderation/listings.js';
import {
  ADMIN_LISTING_SORTS,
  type AdminListing,
  AdminListingQuery,
  MODERATIONS,
} from '../../../core/moderation/schema.js';
import { getOverview } from '../../../core/operations/overview.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { columnsOf } from './columns.js';
import { sendCsv } from './csv.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';
import { viewsOf } from './views.js';

const PATH = '/admin/listings';

export const listingLists: PageRoute[] = [
  { method: 'get', path: PATH, access: 'listings', run: showListings },
  { method: 'get', path: `${PATH}.csv`, access: 'listings', run: exportListings },
];

async function showListings(visit: Visit): Promise<void> {
  const actor = visit.actor;
  const state = readListState(AdminListingQuery, visit.req);
  const [found, overview] = await Promise.all([findAllListings(actor, state), getOverview(actor)]);
  const href = listLink(PATH, state);
  const { total, ...byStatus } = overview.listings;
  await sendConsole(visit, 'listings', {
    section: 'listings',
    saved: await viewsOf(visit, 'listings', state),
    columns: columnsOf(visit, 'listings', state, href),
    sorts: ADMIN_LISTING_SORTS,
    head: { title: visit.language.t('console.section.listings') },
    listings: found.listings,
    state,
    href,
    pager: pagerOf(found, href),
    export: listLink(`${PATH}.csv`, state)({ limit: null }),
    views: [
      { count: total, href: href({ status: null }), isCurrent: !state.status },
      ...Object.entries(byStatus)
        .filter(([status, count]) => count > 0 || status === state.status)
        .map(([status, count]) => ({
          status,
          count,
          href: href({ status }),
          isCurrent: state.status === status,
        })),
    ],
    moderations: ['change', ...offered(state.status)],
  });
}

/** The actions of the bulk menu; with pending listings selected, approve is available and comes first. */
function offered(status: unknown): readonly string[] {
  if (status === undefined) return MODERATIONS;
  const others = MODERATIONS.filter((action) => action !== 'approve');
  return status === 'pending' || status === 'draft' ? ['approve', ...others] : others;
}

const COLUMNS = [
  'slug',
  'name',
  'status',
  'status_reason',
  'website_url',
  'tagline',
  'categories',
  'pricing_model',
  'owner_name',
  'owner_email',
  'screenshot_status',
  'created_at',
  'updated_at',
  'published_at',
  'url',
];

async function exportListings(visit: Visit): Promise<void> {
  const state = readListState(AdminListingQuery, visit.req);
  await sendCsv(visit.res, 'listings', COLUMNS, withOwnerColumns(eachListing(visit.actor, state)));
}

async function* withOwnerColumns(listings: AsyncIterable<AdminListing>) {
  for await (const { owner, ...listing } of listings) {
    yield { ...listing, owner_name: owner?.name, owner_email: owner?.email };
  }
}
