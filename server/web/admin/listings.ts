// The list of listings, and the same as CSV.
import { type Request, type Response, Router } from 'express';
import { eachListing, findAllListings } from '../../../core/moderation/listings.js';
import type { AdminListing } from '../../../core/moderation/schema.js';
import { AdminListingQuery, MODERATIONS } from '../../../core/moderation/schema.js';
import { getOverview } from '../../../core/operations/overview.js';
import { visitorOf } from '../view/visitor.js';
import { sendCsv } from './csv.js';
import { listLink, pagerOf, readListState, sendConsole } from './page.js';

const PATH = '/admin/listings';

export function listingLists(): Router {
  const router = Router();
  router.get(PATH, showListings);
  router.get(`${PATH}.csv`, exportListings);
  return router;
}

async function showListings(req: Request, res: Response): Promise<void> {
  const actor = visitorOf(res);
  const state = readListState(AdminListingQuery, req);
  const [found, overview] = await Promise.all([findAllListings(actor, state), getOverview(actor)]);
  const href = listLink(PATH, state);
  const { total, ...byStatus } = overview.listings;
  await sendConsole(req, res, 'listings', {
    section: 'listings',
    head: { title: 'Listings' },
    listings: found.listings,
    state,
    href,
    pager: pagerOf(found, href),
    export: listLink(`${PATH}.csv`, state)({ limit: null }),
    views: [
      { label: 'All', count: total, href: href({ status: null }), isCurrent: !state.status },
      ...Object.entries(byStatus)
        .filter(([status, count]) => count > 0 || status === state.status)
        .map(([status, count]) => ({
          status,
          count,
          href: href({ status }),
          isCurrent: state.status === status,
        })),
    ],
    moderations: MODERATIONS,
  });
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

async function exportListings(req: Request, res: Response): Promise<void> {
  const state = readListState(AdminListingQuery, req);
  await sendCsv(res, 'listings', COLUMNS, withOwnerColumns(eachListing(visitorOf(res), state)));
}

async function* withOwnerColumns(listings: AsyncIterable<AdminListing>) {
  for await (const { owner, ...listing } of listings) {
    yield { ...listing, owner_name: owner?.name, owner_email: owner?.email };
  }
}
