// One listing: its record, its history, and the actions of an admin.
import { standingClaim, undoClaim } from '../../../core/claims/admin.js';
import { linkCheckOf } from '../../../core/listings/link-checks.js';
import type { Listing } from '../../../core/listings/schema.js';
import { updateListing } from '../../../core/listings/submit.js';
import { moderateListing } from '../../../core/moderation/actions.js';
import { editListing } from '../../../core/moderation/editing.js';
import { findAllListings, getListingAndOwner } from '../../../core/moderation/listings.js';
import { findReviewOf } from '../../../core/moderation/reviews.js';
import { takedownsBeside } from '../../../core/moderation/takedowns.js';
import { findAuditEntries } from '../../../core/operations/audit-log.js';
import { FEATURED_SHOWN } from '../../../core/search/front-page.js';
import { endAsked } from '../../../core/site/days.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import { FORM_FIELDS, readListingForm, toFormValues } from '../form/listing-form.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { toHistory } from './history.js';
import { sendConsole } from './page.js';

const PATH = '/admin/listings/:slug';
const SHOWN_ENTRIES = 50;
const SHOWN_SHELF = 12;

export const listingDetails: PageRoute[] = [
  { method: 'get', path: PATH, access: 'listings', run: (visit) => showListing(visit) },
  { method: 'post', path: PATH, access: 'listings', isShownAgain: true, run: moderate },
  {
    method: 'get',
    path: `${PATH}/edit`,
    access: 'listings',
    run: async (visit) => {
      const { listing } = await getListingAndOwner(visit.actor, String(visit.req.params.slug));
      await showEdit(visit, listing);
    },
  },
  { method: 'post', path: `${PATH}/feature`, access: 'listings', isShownAgain: true, run: feature },
  { method: 'post', path: `${PATH}/edit`, access: 'listings', isShownAgain: true, run: edit },
  { method: 'post', path: `${PATH}/undo-claim/:claim`, access: 'listings', isShownAgain: true, run: undo },
];

async function showListing(visit: Visit, form = EMPTY_FORM): Promise<void> {
  const actor = visit.actor;
  const { listing, owner } = await getListingAndOwner(actor, String(visit.req.params.slug));
  const [waiting, takedowns, claim, link, { entries, total }, shelf] = await Promise.all([
    findReviewOf(actor, listing.id),
    takedownsBeside(actor, listing),
    standingClaim(actor, listing.id),
    linkCheckOf(listing.id),
    findAuditEntries(actor, { subject: listing.id, limit: SHOWN_ENTRIES }),
    findAllListings(actor, { featured: 'yes', status: 'live', sort: 'featured', limit: SHOWN_SHELF }),
  ]);
  const data = {
    section: 'listings' as const,
    head: { title: listing.name },
    listing,
    owner,
    waiting,
    takedowns,
    claim,
    link,
    shelf: shelf.listings,
    shelfTotal: shelf.total,
    onFrontPage: FEATURED_SHOWN,
    history: toHistory(visit.language, entries),
    moreHistory: total > entries.length,
  };
  await sendConsole(visit, 'listing', data, form);
}

async function moderate(visit: Visit): Promise<void> {
  const values = visit.values;
  const slug = String(visit.req.params.slug);
  await runForm(
    visit,
    values,
    async () => {
      const action = textOf(values, 'action');
      const outcome = await moderateListing(visit.actor, slug, {
        action,
        reason: textOf(values, 'reason'),
      });
      visit.res.redirect(303, `/admin/listings/${slug}?done=${noticeAfter(action, outcome)}`);
    },
    (form) => showListing(visit, form),
  );
}

async function undo(visit: Visit): Promise<void> {
  const { slug, claim } = visit.req.params;
  const reason = textOf(visit.values, 'reason');
  await runForm(
    visit,
    { reason },
    async () => {
      await undoClaim(visit.actor, String(claim), { reason });
      visit.res.redirect(303, `/admin/listings/${slug}?done=claim-undone`);
    },
    (form) => showListing(visit, form),
  );
}

/** The form for featuring: a position and a day, or the button that ends it. */
async function feature(visit: Visit): Promise<void> {
  const { values } = visit;
  const slug = String(visit.req.params.slug);
  const position = textOf(values, 'featured_position');
  const day = textOf(values, 'featured_until');
  const isOn = textOf(values, 'featured') !== 'no';
  await runForm(
    visit,
    values,
    async () => {
      const { listing } = await getListingAndOwner(visit.actor, slug);
      await editListing(visit.actor, slug, {
        featured: isOn,
        ...(isOn && {
          featured_position: /^-?\d{1,9}$/.test(position) ? Number(position) : position || null,
          featured_until: endAsked(day, listing.featured_until),
        }),
      });
      visit.res.redirect(303, `/admin/listings/${slug}?done=${isOn ? 'featured' : 'unfeatured'}`);
    },
    (form) => showListing(visit, form),
  );
}

function noticeAfter(action: string, outcome: object): string {
  if (action === 'check-link') return 'check-queued';
  if (action !== 'refresh-screenshot') return `moderated-${action}`;
  return 'queued' in outcome && outcome.queued ? 'retake-queued' : 'retake-off';
}

async function edit(visit: Visit): Promise<void> {
  const input = readListingForm(visit.values);
  const slug = String(visit.req.params.slug);
  await runForm(
    visit,
    input,
    async () => {
      await updateListing(visit.actor, slug, input, visit.files.logo ?? null);
      const isFromDesk = visit.req.query.back === 'desk';
      visit.res.redirect(
        303,
        isFromDesk ? `/admin/review?item=${slug}` : `/admin/listings/${slug}?done=updated`,
      );
    },
    async (form) => {
      const { listing } = await getListingAndOwner(visit.actor, slug);
      await showEdit(visit, listing, form);
    },
  );
}

function showEdit(
  visit: Visit,
  listing: Listing,
  form: FormState = { ...EMPTY_FORM, values: listing as Record<string, unknown> },
): Promise<void> {
  const head = { title: visit.language.t('console.listing.edit-title', { name: listing.name }) };
  const shown = { ...form, values: toFormValues(form.values) };
  return sendConsole(
    visit,
    'listing-edit',
    {
      section: 'listings',
      head,
      listing,
      fields: FORM_FIELDS,
      back: visit.req.query.back === 'desk' ? 'desk' : null,
    },
    shown,
  );
}
