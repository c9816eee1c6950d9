import { Router } from 'express';
import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { findBySite } from '../../../core/listings/known-site.js';
import { ListingSubmission } from '../../../core/listings/schema.js';
import { type Submission, submitListing } from '../../../core/listings/submit.js';
import { EMPTY_FORM, type FormState, formSteps, logoOf, runForm, valuesOf } from '../form/form.js';
import { readListingForm, sendListingForm, takeLogo } from '../form/listing-form.js';
import { withQuery } from '../view/links.js';
import { memberOf, requireSignIn } from '../view/visitor.js';

const REQUIRED = new Set<string>(ListingSubmission.required);
const HEAD = { title: 'Submit a listing', canonical: '/submit' };

export function submitPages(): Router {
  const router = Router();
  const data = () => ({ head: HEAD, autoPublish: config.autoPublish });
  router.get('/submit', requireSignIn, (req, res) =>
    sendListingForm(req, res, 'submit/index', data(), EMPTY_FORM),
  );
  router.post('/submit', requireSignIn, ...formSteps('listing-write'), async (req, res) => {
    const input = withoutEmpty(readListingForm(valuesOf(req)));
    await runForm(
      res,
      input,
      async () => {
        await takeLogo(memberOf(res), input, logoOf(res));
        res.redirect(303, afterSubmission(await submitListing(memberOf(res), input)));
      },
      (form: FormState, status) => sendListingForm(req, res, 'submit/index', data(), form, status),
    );
  });
  // Asked by the form's script while someone types; without script the submission itself tells.
  router.get('/submit/check', requireSignIn, async (req, res) => {
    res.set('Cache-Control', 'private, no-store');
    res.json({
      listing: await findKnown(() => findBySite(memberOf(res), String(req.query.website_url ?? ''))),
    });
  });
  return router;
}

/**
 * An empty box of this form says nothing: where it turns out to update a listing, what that has stays. To
 * clear a field there is the edit form, which shows it.
 */
function withoutEmpty(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => REQUIRED.has(name) || String(value).trim() !== ''),
  );
}

function afterSubmission({ listing, created, status }: Submission): string {
  const isOwn = 'status_reason' in listing;
  const done = created
    ? status === 'live'
      ? 'submitted'
      : 'submitted-pending'
    : isOwn
      ? 'updated'
      : 'known';
  return withQuery(`/listings/${listing.slug}`, { done });
}

/** An address that is not finished yet is no mistake, only no answer. */
async function findKnown<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_error') return null;
    throw error;
  }
}
