import { orNull } from '../../../core/kernel/errors.js';
import { ListingSubmission, type SubmissionResult } from '../../../core/listings/schema.js';
import { submissionRules } from '../../../core/listings/submission-rules.js';
import { submitListing } from '../../../core/listings/submit.js';
import {
  findBySite,
  type KnownSite,
  type PreviewOutcome,
  previewListing,
} from '../../../core/upkeep/preview.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { EMPTY_FORM, textOf } from '../form/form.js';
import { readListingForm, sendListingForm } from '../form/listing-form.js';
import type { PageRoute } from '../route.js';
import { withQuery } from '../view/links.js';
import { memberOf } from '../view/visit.js';

const limits = ['listing-write'] as const;
const REQUIRED = new Set<string>(ListingSubmission.required);

export const submitPages: PageRoute[] = [
  {
    limits,
    path: '/submit',
    show: (visit, form) => showForm(visit, form),
    read: typedListing,
    does: async (visit, typed) => {
      const finding = findBySite(memberOf(visit), typed.website_url ?? '');
      const listed = await orNull('validation_error', finding);
      // Perhaps in another tab: only a button of its own changes what is listed already.
      if (listed?.is_own && textOf(visit.values, 'update') !== listed.slug)
        return showForm(visit, { ...EMPTY_FORM, values: typed }, { known: listed });
      const submission = await submitListing(memberOf(visit), typed, visit.files.logo ?? null);
      if (!isAnothers(submission)) return afterSubmission(submission);
      const known = await findBySite(memberOf(visit), submission.listing.website_url);
      return showForm(visit, { ...EMPTY_FORM, values: typed }, { known });
    },
  },
  // Fills in what the site of the product says about itself; the form's script does the same in place, by REST.
  {
    limits,
    path: '/submit/look',
    show: ({ res }) => res.redirect(303, '/submit'),
    read: typedListing,
    does: async (visit, typed) => {
      const { preview, outcome, known } = await previewListing(memberOf(visit), typed);
      const { website_url } = preview;
      const values = { ...preview, ...withoutEmpty(typed, new Set()), website_url };
      await showForm(visit, { ...EMPTY_FORM, values }, { known, reading: known ? null : outcome });
    },
    again: (visit, form) => showForm(visit, form),
  },
  // Called by the form's script while typing; without scripts the submission itself reports a duplicate.
  {
    path: '/submit/check',
    show: async (visit) => {
      visit.res.set('Cache-Control', 'private, no-store');
      const finding = findBySite(memberOf(visit), String(visit.req.query.website_url ?? ''));
      // An incomplete address only has no result.
      visit.res.json({ listing: await orNull('validation_error', finding) });
    },
  },
];

function typedListing(values: FormValues): Record<string, unknown> {
  return withoutEmpty(readListingForm(values));
}

interface Shown {
  /** The listing of the site that was typed. */
  readonly known?: KnownSite | null;
  /** What reading the site came to. */
  readonly reading?: PreviewOutcome | null;
}

function showForm(
  visit: Exchange,
  form = EMPTY_FORM,
  { known = null, reading = null }: Shown = {},
): Promise<void> {
  const head = { title: visit.language.t('nav.submit'), canonical: '/submit' };
  const data = { head, publishing: submissionRules().publishing, known, reading };
  return sendListingForm(visit, 'submit/index', data, form);
}

/** Only its owner and admins get `status_reason` in the record (C5). */
const isAnothers = ({ listing, created }: SubmissionResult) => !created && !('status_reason' in listing);

/** Without empty optional fields: where this submission updates a listing, they must not clear what it has. */
function withoutEmpty(input: Record<string, unknown>, kept = REQUIRED): Record<string, unknown> {
  const { facts, ...fields } = input;
  const isSet = ([name, value]: [string, unknown]) =>
    kept.has(name) || (value !== null && String(value).trim() !== '');
  const set = Object.fromEntries(Object.entries(fields).filter(isSet));
  return facts ? { ...set, facts: Object.fromEntries(Object.entries(facts).filter(isSet)) } : set;
}

function afterSubmission({ listing, created, status }: SubmissionResult): string {
  const done = !created ? 'updated' : status === 'live' ? 'submitted' : 'submitted-pending';
  return withQuery(`/listings/${listing.slug}`, { done });
}
