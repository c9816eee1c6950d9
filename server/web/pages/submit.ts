import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { findBySite } from '../../../core/listings/known-site.js';
import { type Listing, ListingSubmission } from '../../../core/listings/schema.js';
import { type Submission, submitListing } from '../../../core/listings/submit.js';
import { EMPTY_FORM, type FormState, runForm } from '../form/form.js';
import { readListingForm, sendListingForm } from '../form/listing-form.js';
import type { PageRoute } from '../route.js';
import { withQuery } from '../view/links.js';
import { memberOf, type Visit } from '../view/visit.js';

const REQUIRED = new Set<string>(ListingSubmission.required);

export const submitPages: PageRoute[] = [
  { method: 'get', path: '/submit', access: 'member', run: (visit) => showForm(visit, EMPTY_FORM) },
  {
    method: 'post',
    path: '/submit',
    isShownAgain: true,
    access: 'member',
    limits: ['listing-write'],
    run: async (visit) => {
      const input = withoutEmpty(readListingForm(visit.values));
      await runForm(
        visit,
        input,
        async () => {
          const submission = await submitListing(memberOf(visit), input, visit.file);
          if (isAnothers(submission)) {
            await showForm(visit, { ...EMPTY_FORM, values: input }, submission.listing);
          } else visit.res.redirect(303, afterSubmission(submission));
        },
        (form) => showForm(visit, form),
      );
    },
  },
  // Called by the form's script while typing; without scripts the submission itself reports a duplicate.
  {
    method: 'get',
    path: '/submit/check',
    access: 'member',
    run: async (visit) => {
      visit.res.set('Cache-Control', 'private, no-store');
      visit.res.json({
        listing: await findKnown(() =>
          findBySite(memberOf(visit), String(visit.req.query.website_url ?? '')),
        ),
      });
    },
  },
];

/** @param known another account's listing of the site that was typed */
function showForm(visit: Visit, form: FormState, known: Listing | null = null): Promise<void> {
  const head = { title: visit.language.t('nav.submit'), canonical: '/submit' };
  return sendListingForm(visit, 'submit/index', { head, autoPublish: config.autoPublish, known }, form);
}

/** Only its owner and admins get `status_reason` in the record (C5). */
const isAnothers = ({ listing, created }: Submission) => !created && !('status_reason' in listing);

/**
 * Drops empty optional fields: if this submission updates an existing listing, they must not clear it. The edit
 * form, which shows the current values, can clear them.
 */
function withoutEmpty(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => REQUIRED.has(name) || String(value).trim() !== ''),
  );
}

function afterSubmission({ listing, created, status }: Submission): string {
  const done = !created ? 'updated' : status === 'live' ? 'submitted' : 'submitted-pending';
  return withQuery(`/listings/${listing.slug}`, { done });
}

/** An incomplete address is not an error here, it only has no result. */
async function findKnown<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_error') return null;
    throw error;
  }
}
