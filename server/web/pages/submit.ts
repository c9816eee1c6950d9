import { config } from '../../../core/kernel/config.js';
import { DomainError } from '../../../core/kernel/errors.js';
import { findBySite } from '../../../core/listings/known-site.js';
import { ListingSubmission } from '../../../core/listings/schema.js';
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
          visit.res.redirect(303, afterSubmission(await submitListing(memberOf(visit), input, visit.file)));
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

function showForm(visit: Visit, form: FormState): Promise<void> {
  const head = { title: visit.language.t('nav.submit'), canonical: '/submit' };
  return sendListingForm(visit, 'submit/index', { head, autoPublish: config.autoPublish }, form);
}

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

/** An incomplete address is not an error here, it only has no result. */
async function findKnown<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_error') return null;
    throw error;
  }
}
