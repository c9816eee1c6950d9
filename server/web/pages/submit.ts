// Submitting, for members and for guests, who sign up or in at the end of the form: until then nothing is stored.
import { SignUp } from '../../../core/accounts/schema.js';
import { signIn } from '../../../core/accounts/sessions.js';
import { signUp } from '../../../core/accounts/sign-up.js';
import { check } from '../../../core/kernel/check.js';
import {
  collecting,
  DomainError,
  type FieldError,
  forbidden,
  orNull,
  say,
  validationError,
} from '../../../core/kernel/errors.js';
import type { PassedSubmission } from '../../../core/listings/create.js';
import { ListingSubmission, type SubmissionResult } from '../../../core/listings/schema.js';
import { submissionRules, usualWait, wordsOfWait } from '../../../core/listings/submission-rules.js';
import { readSubmitted, screenSubmission, submitListing } from '../../../core/listings/submit.js';
import * as previews from '../../../core/upkeep/preview.js';
import type { Exchange, FormValues } from '../../http/exchange.js';
import { applyLimits, identifyVisitor } from '../../who/actor.js';
import { beginSession, passPassword } from '../../who/session.js';
import { asOptional, formFields, NEW_PASSWORD, OWN_EMAIL } from '../form/form-fields.js';
import { holdForm } from '../form/held-form.js';
import { readListingForm, sendListingForm } from '../form/listing-form.js';
import { EMPTY_FORM, type FormState, type PageRoute, textOf } from '../route.js';
import { memberOf, signedOut, withQuery } from '../view/links.js';
import { showMethods } from './second-step.js';

const limits = ['listing-write'] as const;
const REQUIRED = new Set<string>(ListingSubmission.required);

const ACCOUNT = 'account_';
/** Only newcomers are asked for a name. */
const ACCOUNT_FIELDS = formFields(SignUp, {
  name: { label: 'field.your-name', attributes: { autocomplete: 'name' } },
  email: OWN_EMAIL,
  password: NEW_PASSWORD,
}).map((field) => ({
  ...(field.name === 'name' ? { ...asOptional(field), required: true } : field),
  name: ACCOUNT + field.name,
}));

/** An error about the account, at the end of the form, where the names of fields have a prefix. */
const atTheEnd = <E extends { readonly field?: string | undefined }>(error: E): E =>
  error.field === undefined ? error : { ...error, field: ACCOUNT + error.field };

export const submitPages: PageRoute[] = [
  {
    limits,
    path: '/submit',
    show: (visit, form, error) => showForm(visit, stateFor(visit, form, error)),
    read: typedListing,
    does: async (visit, typed) => {
      const finding = previews.findBySite(visit.actor, typed.website_url ?? '');
      const listed = await orNull('validation_error', finding);
      let passed: PassedSubmission | undefined;
      if (visit.actor.kind === 'guest') {
        if (listed) return showForm(visit, { ...EMPTY_FORM, values: typed }, { known: listed });
        passed = await enterAtTheEnd(visit, typed);
        if (!passed) return;
      }
      // The site may have been listed meanwhile, in another tab: only a separate button changes an existing listing.
      if (listed?.is_own && textOf(visit.values, 'update') !== listed.slug)
        return showForm(visit, { ...EMPTY_FORM, values: typed }, { known: listed });
      const submission = await submitListing(memberOf(visit), typed, visit.files.logo ?? null, passed);
      if (!isAnothers(submission)) return afterSubmission(submission);
      const known = await previews.findBySite(memberOf(visit), submission.listing.website_url);
      return showForm(visit, { ...EMPTY_FORM, values: typed }, { known });
    },
  },
  // Fills in what the product's website says. The form's script does the same in place, by REST.
  {
    limits,
    path: '/submit/look',
    show: ({ res }) => res.redirect(303, '/submit'),
    read: typedListing,
    does: async (visit, typed) => {
      if (visit.actor.kind === 'guest') await applyLimits(visit, ['sign-up']);
      const { preview, outcome, known } = await previews.previewListing(visit.actor, typed);
      const { website_url } = preview;
      const values = { ...preview, ...withoutEmpty(typed, new Set()), website_url };
      await showForm(visit, { ...EMPTY_FORM, values }, { known, reading: known ? null : outcome });
    },
    again: (visit, form, error) => showForm(visit, stateFor(visit, form, error)),
  },
  // Called by the form's script while typing; without scripts the submission itself reports a duplicate.
  {
    path: '/submit/check',
    show: async (visit) => {
      visit.res.set('Cache-Control', 'private, no-store');
      const finding = previews.findBySite(visit.actor, String(visit.req.query.website_url ?? ''));
      // An incomplete address simply has no result.
      visit.res.json({ listing: await orNull('validation_error', finding) });
    },
  },
];

/** Creates or opens a guest's account. @returns the submission, which is stored as it was screened; undefined if a
 * second factor comes first, and the form is held until then */
async function enterAtTheEnd(visit: Exchange, typed: Record<string, unknown>) {
  if (submissionRules().submitters === 'staff') throw forbidden(say('error.submissions-closed'));
  const { actor, values } = visit;
  const given = (name: string) => textOf(values, ACCOUNT + name);
  const [name, email, password] = ['name', 'email', 'password'].map(given);
  const isKnown = textOf(values, 'account') === 'have';
  // A refused listing creates no account, and both parts report their errors together.
  const errors: FieldError[] = [];
  const read = () => readSubmitted(actor, typed, visit.files.logo ?? null);
  const submission = collecting(errors, read);
  if (!isKnown) collecting(errors, () => check(SignUp, { name, email, password }), atTheEnd);
  if (errors.length > 0 || !submission) throw validationError(errors);
  const passed = await screenSubmission(submission);
  try {
    await applyLimits(visit, ['sign-up']);
    if (isKnown) {
      const account = await signIn(actor, { email, password });
      const entered = await passPassword(visit, { account, remember: true });
      if ('methods' in entered) {
        visit.values = { ...values, held: JSON.stringify(await holdForm(visit)) };
        await showMethods(visit, entered.methods);
        return undefined;
      }
    } else await beginSession(visit, { account: await signUp(actor, { name, email, password }) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, said, message, details } = error;
    throw new DomainError(code, said ?? message, {
      ...atTheEnd(details),
      errors: details.errors?.map(atTheEnd),
    });
  }
  await identifyVisitor(visit);
  return passed;
}

/** @throws DomainError unauthorized if the session has ended: the form is held until the sign-in */
function stateFor({ actor, values }: Exchange, form: FormState = EMPTY_FORM, error: unknown = null) {
  const isForged = error instanceof DomainError && error.code === 'csrf';
  if (isForged && actor.kind === 'guest' && !Object.hasOwn(values, `${ACCOUNT}email`)) throw signedOut();
  return form;
}

function typedListing(values: FormValues): Record<string, unknown> {
  return withoutEmpty(readListingForm(values));
}

/** @param site the listing of the typed website, and the result of reading it */
async function showForm(
  visit: Exchange,
  form = EMPTY_FORM,
  site: { known?: previews.KnownSite | null; reading?: previews.PreviewOutcome | null } = {},
) {
  const head = { title: visit.language.t('nav.submit'), canonical: '/submit' };
  const account = visit.actor.kind === 'guest' ? ACCOUNT_FIELDS : null;
  const typed = account?.map(({ name }) => [name, textOf(visit.values, name)]) ?? [];
  const shown = {
    ...form,
    values: { ...form.values, ...Object.fromEntries(typed), [`${ACCOUNT}password`]: '' },
  };
  const isKnownHere = textOf(visit.values, 'account') === 'have';
  const { publishing } = submissionRules();
  const wait = publishing === 'on' ? null : await usualWait();
  const usual = wait && wordsOfWait(wait);
  const data = { head, publishing, usual, known: null, reading: null, ...site, account, isKnownHere };
  return sendListingForm(visit, 'submit/index', data, shown);
}

/** Whether the listing is another account's: only the owner and staff get `status_reason` (C5). */
const isAnothers = ({ listing, created }: SubmissionResult) => !created && !('status_reason' in listing);

/** Leaves out empty optional fields: if the submission updates a listing, they must not clear its fields. */
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
