// One listing: its record, its history, and the actions of an admin.
import type { Listing } from '../../../core/listings/schema.js';
import { updateListing } from '../../../core/listings/submit.js';
import { moderateListing } from '../../../core/moderation/actions.js';
import { getListingAndOwner } from '../../../core/moderation/listings.js';
import { takedownsBeside } from '../../../core/moderation/takedowns.js';
import { findAuditEntries } from '../../../core/operations/audit-log.js';
import { EMPTY_FORM, type FormState, runForm, textOf } from '../form/form.js';
import { LISTING_FIELDS, readListingForm, toFormValues } from '../form/listing-form.js';
import type { PageRoute } from '../route.js';
import type { Visit } from '../view/visit.js';
import { toHistory } from './history.js';
import { sendConsole } from './page.js';

const PATH = '/admin/listings/:slug';
const SHOWN_ENTRIES = 50;

export const listingDetails: PageRoute[] = [
  { method: 'get', path: PATH, access: 'admin', run: (visit) => showListing(visit) },
  { method: 'post', path: PATH, access: 'admin', isShownAgain: true, run: moderate },
  {
    method: 'get',
    path: `${PATH}/edit`,
    access: 'admin',
    run: async (visit) => {
      const { listing } = await getListingAndOwner(visit.actor, String(visit.req.params.slug));
      await showEdit(visit, listing);
    },
  },
  { method: 'post', path: `${PATH}/edit`, access: 'admin', isShownAgain: true, run: edit },
];

async function showListing(visit: Visit, form = EMPTY_FORM): Promise<void> {
  const actor = visit.actor;
  const { listing, owner } = await getListingAndOwner(actor, String(visit.req.params.slug));
  const takedowns = await takedownsBeside(actor, listing);
  const { entries, total } = await findAuditEntries(actor, { subject: listing.id, limit: SHOWN_ENTRIES });
  const data = {
    section: 'listings' as const,
    head: { title: listing.name },
    listing,
    owner,
    takedowns,
    history: toHistory(entries),
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

function noticeAfter(action: string, outcome: object): string {
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
      await updateListing(visit.actor, slug, input, visit.file);
      visit.res.redirect(303, `/admin/listings/${slug}?done=updated`);
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
  const head = { title: `Edit ${listing.name}` };
  const shown = { ...form, values: toFormValues(form.values) };
  return sendConsole(
    visit,
    'listing-edit',
    { section: 'listings', head, listing, fields: LISTING_FIELDS },
    shown,
  );
}
