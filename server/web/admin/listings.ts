// The list of listings, and the same as CSV; the list of takedowns.
import { getOverview } from '../../../core/console/overview.js';
import { factCells, factColumn } from '../../../core/listings/facts.js';
import { eachListing, findAllListings } from '../../../core/moderation/listings.js';
import * as schema from '../../../core/moderation/schema.js';
import { findTakedowns, liftTakedown, TakedownQuery } from '../../../core/moderation/takedowns.js';
import { allFacts, factLabel, filterFacts } from '../../../core/settings/facts.js';
import type { PageRoute } from '../route.js';
import { factOptions } from '../view/facts.js';
import { labelOf } from '../view/labels.js';
import { idOf } from '../view/links.js';
import { actedFrom } from './bulk.js';
import { columnsOf, viewsOf } from './columns.js';
import { listPages } from './page.js';

const COLUMNS =
  'slug name status status_reason website_url tagline categories pricing_model owner_name owner_email screenshot_status created_at updated_at published_at url'.split(
    ' ',
  );

export const listingLists: PageRoute[] = [
  ...listPages({
    section: 'listings',
    query: schema.AdminListingQuery,
    find: findAllListings,
    show: async (visit, { listings }, state, href) => {
      const { t } = visit.language;
      const { total, ...byStatus } = (await getOverview(visit.actor)).listings;
      const shown = Object.entries(byStatus).filter(
        ([status, count]) => count > 0 || status === state.status,
      );
      return {
        acted: actedFrom(visit, 'listings'),
        saved: await viewsOf(visit, 'listings', state),
        columns: columnsOf(visit, 'listings', state, href),
        facts: filterFacts().map((fact) => ({
          ...{ name: factColumn(fact.key), label: factLabel(visit.language, fact) },
          options: factOptions(visit.language, fact),
        })),
        sorts: schema.ADMIN_LISTING_SORTS,
        listings,
        views: [[null, total] as const, ...shown].map(([status, count]) => ({
          label: status
            ? labelOf(visit.language, `listing-status.${status}`, status)
            : t('console.listings.all'),
          count,
          href: href({ status }),
          isCurrent: (state.status ?? null) === status,
        })),
        moderations: ['change', ...offered(state.status)],
      };
    },
    csv: {
      columns: () => [...COLUMNS, ...allFacts().map(({ key }) => factColumn(key))],
      rows: (actor, state) => withOwnerColumns(eachListing(actor, state)),
    },
  }),
  ...listPages({
    section: 'takedowns',
    query: TakedownQuery,
    find: findTakedowns,
    show: (_visit, { takedowns }) => ({ takedowns }),
  }),
  {
    path: '/admin/takedowns/:id/lift',
    access: 'listings',
    does: (visit, { reason }) => liftTakedown(visit.actor, idOf(visit), { reason }),
    to: '/admin/takedowns?done=takedown-lifted',
  },
];

/** The actions of the bulk menu; with pending listings selected, approve is available and comes first. */
function offered(status: unknown): readonly string[] {
  if (status === undefined) return schema.MODERATIONS;
  const others = schema.MODERATIONS.filter((action) => action !== 'approve');
  return status === 'pending' || status === 'draft' ? ['approve', ...others] : others;
}

async function* withOwnerColumns(listings: AsyncIterable<schema.AdminListing>) {
  for await (const { owner, ...listing } of listings) {
    yield { ...listing, ...factCells(listing.facts), owner_name: owner?.name, owner_email: owner?.email };
  }
}
