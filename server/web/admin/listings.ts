// The list of listings, and the same as CSV; the list of takedowns; one listing.

import { standingClaim, undoClaim } from '../../../core/claims/claims.js';
import { findAuditEntries } from '../../../core/console/audit-log.js';
import { getOverview } from '../../../core/console/overview.js';
import { takeableAmong } from '../../../core/console/take-back.js';
import { factCells, factColumn } from '../../../core/listings/facts.js';
import { updateListing } from '../../../core/listings/submit.js';
import { scopesOf } from '../../../core/listings/takedowns.js';
import { countVisitsOf } from '../../../core/listings/visits.js';
import { editListing, moderateListing } from '../../../core/moderation/actions.js';
import { eachListing, findAllListings, getListingAndOwner } from '../../../core/moderation/listings.js';
import { findReviewOf } from '../../../core/moderation/reviews.js';
import * as schema from '../../../core/moderation/schema.js';
import {
  findTakedowns,
  liftTakedown,
  TakedownQuery,
  takedownsBeside,
} from '../../../core/moderation/takedowns.js';
import { FEATURED_SHOWN } from '../../../core/search/front-page.js';
import { endAsked } from '../../../core/settings/dates.js';
import { allFacts, factLabel, filterFacts } from '../../../core/settings/facts.js';
import { findingOf, linkCheckOf } from '../../../core/upkeep/link-checks.js';
import type { Exchange } from '../../http/exchange.js';
import { fieldsFor, readListingForm, toFormValues } from '../form/listing-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { factOptions } from '../view/facts.js';
import { labelOf } from '../view/labels.js';
import { idOf, slugOf } from '../view/links.js';
import { actedFrom } from './bulk.js';
import { columnsOf, viewsOf } from './columns.js';
import { toFoldedHistory } from './labels.js';
import { listPages, sendConsole } from './page.js';

const COLUMNS =
  'slug name status status_reason website_url tagline categories pricing_model owner_name owner_email screenshot_status created_at updated_at published_at url'.split(
    ' ',
  );

const PATH = '/admin/listings/:slug';
const SHOWN_ENTRIES = 50;

export const consoleListingPages: PageRoute[] = [
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
  {
    path: PATH,
    access: 'listings',
    does: async (visit, values) => {
      const [action = '', reason, scope] = ['action', 'reason', 'scope'].map((name) => textOf(values, name));
      const asked = { action, reason, scope: scope || undefined };
      const outcome = await moderateListing(visit.actor, slugOf(visit), asked);
      return hereWith(visit, noticeAfter(asked.action, outcome));
    },
    show: showListing,
  },
  { path: `${PATH}/feature`, access: 'listings', does: feature, again: showListing },
  {
    path: `${PATH}/edit`,
    access: 'listings',
    read: readListingForm,
    does: async (visit, typed) => {
      await updateListing(visit.actor, slugOf(visit), typed, visit.files.logo ?? null);
      const isFromDesk = visit.req.query.back === 'desk';
      return isFromDesk ? `/admin/review?item=${slugOf(visit)}` : hereWith(visit, 'updated');
    },
    show: showEdit,
  },
  {
    path: `${PATH}/undo-claim/:claim`,
    access: 'listings',
    does: ({ actor, req }, { reason }) => undoClaim(actor, String(req.params.claim), { reason }),
    to: (visit) => hereWith(visit, 'claim-undone'),
    again: showListing,
  },
];

/** The actions of the bulk menu: a rejected or archived listing is restored, not approved. */
const offered = (status: unknown): readonly string[] =>
  status === undefined || status === 'pending' || status === 'draft'
    ? schema.MODERATIONS
    : schema.MODERATIONS.filter((action) => action !== 'approve');

const hereWith = (visit: Exchange, done: string) => `/admin/listings/${slugOf(visit)}?done=${done}`;

async function* withOwnerColumns(listings: AsyncIterable<schema.AdminListing>) {
  for await (const { owner, ...listing } of listings) {
    yield { ...listing, ...factCells(listing.facts), owner_name: owner?.name, owner_email: owner?.email };
  }
}

async function showListing(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const actor = visit.actor;
  const { listing, owner } = await getListingAndOwner(actor, slugOf(visit));
  const [waiting, takedowns, claim, link, { entries, total }, visits] = await Promise.all([
    findReviewOf(actor, listing.id),
    takedownsBeside(actor, listing),
    standingClaim(actor, listing.id),
    linkCheckOf(listing.id),
    findAuditEntries(actor, { subject: listing.id, limit: SHOWN_ENTRIES }),
    countVisitsOf([listing]),
  ]);
  const data = {
    head: { title: listing.name },
    listing,
    owner,
    waiting,
    visits: visits.get(listing.id),
    takedowns,
    scopes: scopesOf(listing.website_url),
    claim,
    link: link && { ...link, finding: findingOf(link, actor) },
    onFrontPage: FEATURED_SHOWN,
    history: await toFoldedHistory(visit.language, entries),
    takeable: await takeableAmong(entries),
    moreHistory: total > entries.length,
  };
  await sendConsole(visit, 'listing', data, form);
}

async function feature(visit: Exchange): Promise<string> {
  const { actor, values } = visit;
  const position = textOf(values, 'featured_position');
  const isOn = textOf(values, 'featured') !== 'no';
  const { listing } = await getListingAndOwner(actor, slugOf(visit));
  await editListing(actor, slugOf(visit), {
    featured: isOn,
    ...(isOn && {
      featured_position: /^-?\d{1,9}$/.test(position) ? Number(position) : position || null,
      featured_until: endAsked(textOf(values, 'featured_until'), listing.featured_until),
    }),
  });
  return hereWith(visit, isOn ? 'featured' : 'unfeatured');
}

function noticeAfter(action: string, outcome: object): string {
  if (action === 'check-link') return 'check-queued';
  if (action !== 'refresh-screenshot') return `moderated-${action}`;
  return 'queued' in outcome && outcome.queued ? 'retake-queued' : 'retake-off';
}

async function showEdit(visit: Exchange, form?: FormState): Promise<void> {
  const { listing } = await getListingAndOwner(visit.actor, slugOf(visit));
  const data = {
    head: { title: visit.language.t('console.listing.edit-title', { name: listing.name }) },
    listing,
    fields: await fieldsFor(visit, listing),
    back: visit.req.query.back === 'desk' ? 'desk' : null,
  };
  const values = toFormValues(form?.values ?? (listing as Record<string, unknown>));
  await sendConsole(visit, 'listing-edit', data, { ...EMPTY_FORM, ...form, values });
}
