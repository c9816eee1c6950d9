// Reporting a listing, and appealing against the rejection of one's own.
import { notFound } from '../../../core/kernel/errors.js';
import { appealRejection, getAppeal } from '../../../core/moderation/appeals.js';
import { reportListing } from '../../../core/moderation/reports.js';
import { NewAppeal, NewReport } from '../../../core/moderation/review-schema.js';
import { getListing } from '../../../core/search/find.js';
import { EMPTY_FORM, type FormState, runForm, sendForm, textOf } from '../form/form.js';
import { formAttributes } from '../form/form-fields.js';
import type { PageRoute } from '../route.js';
import { memberOf, type Visit } from '../view/visit.js';

const REPORT_FIELDS = [
  formAttributes(NewReport, 'kind', { label: 'field.report-kind' }),
  formAttributes(NewReport, 'message', { label: 'field.report-message', hint: 'field.report-message-hint' }),
  formAttributes(NewReport, 'email', {
    label: 'field.report-email',
    hint: 'field.report-email-hint',
    attributes: { autocomplete: 'email' },
  }),
];
const APPEAL_FIELDS = [
  formAttributes(NewAppeal, 'message', { label: 'field.appeal-message', hint: 'field.appeal-message-hint' }),
];

export const reportPages: PageRoute[] = [
  { method: 'get', path: '/report/:slug', run: (visit) => showReport(visit) },
  { method: 'post', path: '/report/:slug', limits: ['report'], run: report },
  {
    method: 'get',
    path: '/account/listings/:slug/appeal',
    access: 'member',
    run: (visit) => showAppeal(visit),
  },
  {
    method: 'post',
    path: '/account/listings/:slug/appeal',
    access: 'member',
    limits: ['listing-write'],
    run: appeal,
  },
];

const slugOf = ({ req }: Visit) => String(req.params.slug);

async function showReport(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const { listing } = await getListing(visit.actor, slugOf(visit));
  const head = { title: visit.language.t('report.title', { name: listing.name }) };
  await sendForm(visit, 'reports/report', { head, listing, fields: REPORT_FIELDS }, form);
}

async function report(visit: Visit): Promise<void> {
  const input = Object.fromEntries(REPORT_FIELDS.map(({ name }) => [name, textOf(visit.values, name)]));
  await runForm(
    visit,
    input,
    async () => {
      // Nothing chosen is a missing kind, not a wrong one.
      await reportListing(visit.actor, slugOf(visit), { ...input, kind: input.kind || undefined });
      visit.res.redirect(303, `/listings/${slugOf(visit)}?done=reported`);
    },
    (form) => showReport(visit, form),
  );
}

async function showAppeal(visit: Visit, form: FormState = EMPTY_FORM): Promise<void> {
  const { listing } = await getListing(memberOf(visit), slugOf(visit));
  const appealed = await getAppeal(memberOf(visit), slugOf(visit));
  if (listing.status !== 'rejected' && appealed === null) throw notFound('rejection');
  const head = { title: visit.language.t('appeal.title', { name: listing.name }) };
  await sendForm(visit, 'reports/appeal', { head, listing, appealed, fields: APPEAL_FIELDS }, form);
}

async function appeal(visit: Visit): Promise<void> {
  const message = textOf(visit.values, 'message');
  await runForm(
    visit,
    { message },
    async () => {
      await appealRejection(memberOf(visit), slugOf(visit), { message });
      visit.res.redirect(303, '/account?done=appealed');
    },
    (form) => showAppeal(visit, form),
  );
}
