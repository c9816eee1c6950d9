// One listing: everything about it, and everything an admin does to it.
import { type Request, type Response, Router } from 'express';
import type { Listing } from '../../../core/listings/schema.js';
import { updateListing } from '../../../core/listings/submit.js';
import { moderateListing } from '../../../core/moderation/actions.js';
import { getListingAndOwner } from '../../../core/moderation/listings.js';
import { findAuditEntries } from '../../../core/operations/audit-log.js';
import { EMPTY_FORM, type FormState, formSteps, logoOf, runForm, textOf, valuesOf } from '../form/form.js';
import { LISTING_FIELDS, readListingForm, takeLogo, toFormValues } from '../form/listing-form.js';
import { visitorOf } from '../view/visitor.js';
import { toHistory } from './history.js';
import { sendConsole } from './page.js';

const PATH = '/admin/listings/:slug';
const SHOWN_ENTRIES = 50;

export function listingDetails(): Router {
  const router = Router();
  router.get(PATH, (req, res) => showListing(req, res));
  router.post(PATH, ...formSteps(), moderate);
  router.get(`${PATH}/edit`, async (req, res) => {
    const { listing } = await getListingAndOwner(visitorOf(res), String(req.params.slug));
    await showEdit(req, res, listing);
  });
  router.post(`${PATH}/edit`, ...formSteps(), edit);
  return router;
}

async function showListing(req: Request, res: Response, form = EMPTY_FORM, status = 200): Promise<void> {
  const actor = visitorOf(res);
  const { listing, owner } = await getListingAndOwner(actor, String(req.params.slug));
  const { entries, total } = await findAuditEntries(actor, { subject: listing.id, limit: SHOWN_ENTRIES });
  const data = {
    section: 'listings' as const,
    head: { title: listing.name },
    listing,
    owner,
    history: toHistory(entries),
    moreHistory: total > entries.length,
  };
  await sendConsole(req, res, 'listing', data, form, status);
}

async function moderate(req: Request, res: Response): Promise<void> {
  const values = valuesOf(req);
  const slug = String(req.params.slug);
  await runForm(
    res,
    values,
    async () => {
      const action = textOf(values, 'action');
      const outcome = await moderateListing(visitorOf(res), slug, {
        action,
        reason: textOf(values, 'reason'),
      });
      res.redirect(303, `/admin/listings/${slug}?done=${noticeAfter(action, outcome)}`);
    },
    (form, status) => showListing(req, res, form, status),
  );
}

function noticeAfter(action: string, outcome: object): string {
  if (action !== 'refresh-screenshot') return `moderated-${action}`;
  return 'queued' in outcome && outcome.queued ? 'retake-queued' : 'retake-off';
}

async function edit(req: Request, res: Response): Promise<void> {
  const input = readListingForm(valuesOf(req));
  const slug = String(req.params.slug);
  await runForm(
    res,
    input,
    async () => {
      await takeLogo(visitorOf(res), input, logoOf(res));
      await updateListing(visitorOf(res), slug, input);
      res.redirect(303, `/admin/listings/${slug}?done=updated`);
    },
    async (form, status) => {
      const { listing } = await getListingAndOwner(visitorOf(res), slug);
      await showEdit(req, res, listing, form, status);
    },
  );
}

function showEdit(
  req: Request,
  res: Response,
  listing: Listing,
  form: FormState = { ...EMPTY_FORM, values: listing as Record<string, unknown> },
  status = 200,
): Promise<void> {
  const head = { title: `Edit ${listing.name}` };
  const shown = { ...form, values: toFormValues(form.values) };
  return sendConsole(
    req,
    res,
    'listing-edit',
    { section: 'listings', head, listing, fields: LISTING_FIELDS },
    shown,
    status,
  );
}
