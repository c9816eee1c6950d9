// My listings: their state, editing, archiving, deleting.
import { type Request, type Response, Router } from 'express';
import type { User } from '../../../core/kernel/actor.js';
import { config } from '../../../core/kernel/config.js';
import { notFound } from '../../../core/kernel/errors.js';
import { deleteListing } from '../../../core/listings/remove.js';
import type { Listing } from '../../../core/listings/schema.js';
import { ListingQuery } from '../../../core/listings/schema.js';
import { setListingStatus } from '../../../core/listings/status.js';
import { updateListing } from '../../../core/listings/submit.js';
import { findListings, getListing } from '../../../core/search/find.js';
import { readQueryString } from '../../http/query-string.js';
import { EMPTY_FORM, formSteps, logoOf, runForm, sendForm, valuesOf } from '../form/form.js';
import { readListingForm, sendListingForm, takeLogo } from '../form/listing-form.js';
import { memberOf, requireSignIn } from '../view/visitor.js';

export function accountPages(): Router {
  const router = Router();
  router.get('/account', requireSignIn, showListings);
  router.get('/account/listings/:slug/edit', requireSignIn, async (req, res) => {
    const listing = await ownListing(req, res);
    await showEdit(req, res, listing);
  });
  router.post('/account/listings/:slug/edit', requireSignIn, ...formSteps('listing-write'), edit);
  router.post('/account/listings/:slug/:action', requireSignIn, ...formSteps('listing-write'), act);
  return router;
}

async function showListings(req: Request, res: Response): Promise<void> {
  const member = memberOf(res);
  const { page } = readQueryString(ListingQuery, req).query;
  const found = await findListings(member, { mine: 1, page });
  const needsVerification = config.requireEmailVerification && !member.account.emailVerified;
  await sendForm(req, res, 'account/index', { head: { title: 'My listings' }, ...found, needsVerification });
}

/** A record the visitor may change; others' listings cannot be edited, whether or not they may be seen. */
async function ownListing(req: Request, res: Response): Promise<Listing> {
  const { listing } = await getListing(memberOf(res), String(req.params.slug));
  if (!('status_reason' in listing)) throw notFound('listing of yours');
  return listing;
}

async function edit(req: Request, res: Response): Promise<void> {
  const input = readListingForm(valuesOf(req));
  await runForm(
    res,
    input,
    async () => {
      await takeLogo(memberOf(res), input, logoOf(res));
      const { listing } = await updateListing(memberOf(res), String(req.params.slug), input);
      res.redirect(303, `/listings/${listing.slug}?done=updated`);
    },
    async (form, status) => showEdit(req, res, await ownListing(req, res), form, status),
  );
}

function showEdit(
  req: Request,
  res: Response,
  listing: Listing,
  form = { ...EMPTY_FORM, values: listing as Record<string, unknown> },
  status = 200,
): Promise<void> {
  const head = { title: `Edit ${listing.name}` };
  return sendListingForm(req, res, 'account/edit', { head, listing }, form, status);
}

async function act(req: Request, res: Response): Promise<void> {
  const [slug, action] = [String(req.params.slug), String(req.params.action)];
  if (res.locals.refusal) throw res.locals.refusal;
  if (action !== 'delete' && action !== 'archive' && action !== 'restore') throw notFound('action');
  const done =
    action === 'delete' ? await remove(memberOf(res), slug) : await move(memberOf(res), slug, action);
  res.redirect(303, `/account?done=${done}`);
}

async function remove(member: User, slug: string): Promise<string> {
  await deleteListing(member, slug);
  return 'deleted';
}

/** What is rejected, or not yet approved, is that again when it leaves the archive. */
async function move(member: User, slug: string, action: 'archive' | 'restore'): Promise<string> {
  const { listing } = await setListingStatus(member, slug, { action });
  if (action === 'archive') return 'archived';
  return listing.status === 'live' ? 'restored' : 'unarchived';
}
