// One listing: its record, its history, and the actions of an admin.
import { standingClaim, undoClaim } from '../../../core/claims/claims.js';
import { findAuditEntries } from '../../../core/console/audit-log.js';
import { takeableAmong } from '../../../core/console/take-back.js';
import { updateListing } from '../../../core/listings/submit.js';
import { scopesOf } from '../../../core/listings/takedowns.js';
import { countVisitsOf } from '../../../core/listings/visits.js';
import { editListing, moderateListing } from '../../../core/moderation/actions.js';
import { getListingAndOwner } from '../../../core/moderation/listings.js';
import { findReviewOf } from '../../../core/moderation/reviews.js';
import { takedownsBeside } from '../../../core/moderation/takedowns.js';
import { FEATURED_SHOWN } from '../../../core/search/front-page.js';
import { endAsked } from '../../../core/settings/dates.js';
import { findingOf, linkCheckOf } from '../../../core/upkeep/link-checks.js';
import type { Exchange } from '../../http/exchange.js';
import { fieldsFor, readListingForm, toFormValues } from '../form/listing-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { slugOf } from '../view/links.js';
import { tellIn, toHistory } from './labels.js';
import { sendConsole } from './page.js';

const PATH = '/admin/listings/:slug';
const SHOWN_ENTRIES = 50;

const hereWith = (visit: Exchange, done: string) => `/admin/listings/${slugOf(visit)}?done=${done}`;

export const listingDetails: PageRoute[] = [
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

async function showListing(visit: Exchange, form = EMPTY_FORM): Promise<void> {
  const actor = visit.actor;
  const tell = tellIn(visit.language);
  const { listing, owner } = await getListingAndOwner(actor, slugOf(visit));
  const [waiting, takedowns, claim, link, { entries, total }, visits] = await Promise.all([
    findReviewOf(actor, listing.id),
    takedownsBeside(actor, listing),
    standingClaim(actor, listing.id),
    linkCheckOf(listing.id),
    findAuditEntries(actor, { subject: listing.id, limit: SHOWN_ENTRIES }, tell),
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
    link: link && { ...link, finding: findingOf(link, tell) },
    onFrontPage: FEATURED_SHOWN,
    history: await toHistory(visit.language, entries),
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
