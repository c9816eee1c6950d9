// Reporting a listing, appealing against the rejection of one's own, and claiming one by proving
// control of its website.
import { standingClaimOf, startClaim, verifyClaim } from '../../../core/claims/claims.js';
import { changeSiteNews, getSiteNews } from '../../../core/claims/own-site.js';
import { easiestProof, waysToProve } from '../../../core/claims/proof.js';
import { DomainError, notFound } from '../../../core/kernel/errors.js';
import { appealRejection, getAppeal, reportListing } from '../../../core/moderation/reports.js';
import { NewAppeal, NewReport } from '../../../core/moderation/review-schema.js';
import { getListing } from '../../../core/search/search.js';
import type { Exchange } from '../../http/exchange.js';
import { formFields, OWN_EMAIL } from '../form/form-fields.js';
import { type FormState, type PageRoute, sendForm } from '../route.js';
import { saidText } from '../view/labels.js';
import { memberOf, slugOf } from '../view/links.js';

const REPORT_FIELDS = formFields(NewReport, {
  kind: { label: 'field.report-kind' },
  message: { label: 'field.report-message', hint: 'field.report-message-hint' },
  email: { ...OWN_EMAIL, label: 'field.report-email', hint: 'field.report-email-hint' },
});
const APPEAL_FIELDS = formFields(NewAppeal, {
  message: { label: 'field.appeal-message', hint: 'field.appeal-message-hint' },
});
const claiming = { access: 'member', limits: ['listing-write'] } as const;

export const reportPages: PageRoute[] = [
  {
    path: '/report/:slug',
    limits: ['report'],
    fields: REPORT_FIELDS,
    does: async (visit, typed) => {
      // If nothing was chosen, the kind is missing, not wrong.
      await reportListing(visit.actor, slugOf(visit), { ...typed, kind: typed.kind || undefined });
      return `/listings/${slugOf(visit)}?done=reported`;
    },
    show: showReport,
  },
  {
    path: '/account/listings/:slug/appeal',
    limits: ['listing-write'],
    fields: APPEAL_FIELDS,
    does: (visit, typed) => appealRejection(memberOf(visit), slugOf(visit), typed),
    to: '/account?done=appealed',
    show: showAppeal,
  },
  { path: '/claim/:slug', show: showClaim },
  {
    ...claiming,
    path: '/claim/:slug',
    does: async (visit) => {
      const member = memberOf(visit);
      await startClaim(member, slugOf(visit));
      // The product's page is read once, at the first visit; later visits see the stored result.
      const { listing } = await getListing(member, slugOf(visit));
      await easiestProof(listing.website_url, member.account.id);
      await showClaim(visit);
    },
    again: showClaim,
  },
  {
    path: '/account/listings/:slug/site',
    access: 'member',
    limits: ['listing-write'],
    does: async (visit, { action }) => {
      await changeSiteNews(memberOf(visit), slugOf(visit), { action });
      return `/account/listings/${slugOf(visit)}/site`;
    },
    show: showSite,
  },
  {
    ...claiming,
    path: '/claim/:slug/verify',
    does: async (visit) => {
      await verifyClaim(memberOf(visit), slugOf(visit));
      return `/listings/${slugOf(visit)}?done=claimed`;
    },
    again: showClaim,
  },
];

async function showSite(visit: Exchange, form?: FormState): Promise<void> {
  const { listing } = await getListing(memberOf(visit), slugOf(visit));
  const news = await getSiteNews(memberOf(visit), slugOf(visit));
  const head = { title: visit.language.t('site-news.title', { name: listing.name }) };
  await sendForm(visit, 'claims/site', { head, listing, news }, form);
}

async function showReport(visit: Exchange, form?: FormState): Promise<void> {
  const { listing } = await getListing(visit.actor, slugOf(visit));
  const head = { title: visit.language.t('report.title', { name: listing.name }) };
  await sendForm(visit, 'reports/report', { head, listing, fields: REPORT_FIELDS }, form);
}

async function showAppeal(visit: Exchange, form?: FormState): Promise<void> {
  const { listing } = await getListing(memberOf(visit), slugOf(visit));
  const appealed = await getAppeal(memberOf(visit), slugOf(visit));
  if (listing.status !== 'rejected' && appealed === null) throw notFound('rejection');
  const head = { title: visit.language.t('appeal.title', { name: listing.name }) };
  await sendForm(visit, 'reports/appeal', { head, listing, appealed, fields: APPEAL_FIELDS }, form);
}

async function showClaim(visit: Exchange, form?: FormState, error?: unknown): Promise<void> {
  // The places where no proof was found.
  const { looks = [] } = error instanceof DomainError ? error.details : {};
  const { listing } = await getListing(visit.actor, slugOf(visit));
  const claim = await standingClaimOf(visit.actor, slugOf(visit));
  const title = visit.language.t('claim.title', { name: listing.name });
  const found = looks.map(({ method, found }) => [method, saidText(visit.language, found)]);
  const easiest = await easiestProof(listing.website_url, null);
  const steps = [...(claim?.steps ?? waysToProve(listing.website_url))].sort(
    (a, b) => Number(b.method === easiest?.method) - Number(a.method === easiest?.method),
  );
  const data = { head: { title }, listing, claim, steps, easiest, found: Object.fromEntries(found) };
  await sendForm(visit, 'claims/show', data, form);
}
