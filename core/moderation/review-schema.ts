// Review items and decisions; visitors' reports, and appeals.
import { type Static, Type } from '@sinclair/typebox';
import { MAX_ADMIN_PAGE } from '../kernel/lists.js';
import * as s from '../kernel/schema.js';
import { LINK_STATUSES, LISTING_STATUSES } from '../listings/schema.js';
import { PolicyFinding } from '../policy/screening.js';
import { AdminListing, REVIEW_SOURCES, takedownScope } from './schema.js';

const REPORT_KINDS = ['prohibited', 'scam', 'broken', 'wrong', 'rights', 'other'] as const;

export const NewReport = s.titled('NewReport', {
  kind: s.word(REPORT_KINDS, {
    title: 'What is wrong?',
    description:
      'prohibited: against the content policy; scam: fraud or malware; broken: a dead link; wrong: wrong facts; rights: it is mine, or uses mine; other.',
    examples: ['broken'],
  }),
  ...s.optional({
    message: s.optionalText(2000, {
      title: 'What we should know',
      'x-text': 'multiline',
      description: 'Anything that helps a moderator to understand it.',
    }),
    email: Type.Unsafe<string | null>({
      ...s.emailAddress(),
      type: ['string', 'null'],
      title: 'Your email',
      description: 'Only if you want to know the outcome.',
    }),
  }),
});

export const Report = s.titled('Report', {
  id: s.uuid(),
  kind: s.word(REPORT_KINDS),
  message: s.optionalText(2000),
  created_at: s.instant(),
  outcome: s.optionalWord(['upheld', 'dismissed', 'fixed']),
});
export type Report = Static<typeof Report>;

export const ReportResult = s.response('ReportResult', {
  report: Report,
  created: Type.Boolean({ description: 'false: the same was reported from here already.' }),
});

export const NewAppeal = s.titled('NewAppeal', {
  message: Type.String({
    minLength: 1,
    maxLength: 2000,
    'x-text': 'multiline',
    title: 'Why it should be listed',
    description: 'What was misunderstood, or what you have changed since.',
    examples: ['We have removed the page that broke the policy.'],
  }),
});

export const Appeal = s.titled('Appeal', {
  id: s.uuid(),
  message: Type.String(),
  created_at: s.instant(),
  closed_at: s.nullableInstant(),
  outcome: s.optionalWord(['granted', 'denied']),
  answer: s.optionalText(500),
});
export type Appeal = Static<typeof Appeal>;

export const AppealResult = s.response('AppealResult', { appeal: Appeal });

export const CurrentAppeal = s.response('CurrentAppeal', { appeal: s.nullable(Appeal) });

export const ReviewQuery = s.titled('ReviewQuery', {
  source: Type.Optional(s.word(REVIEW_SOURCES)),
  category: Type.Optional(s.openWord('categories')),
  owner: s.words('Id or email of the owner; "none" for listings without one.'),
  sort: Type.Optional(
    s.word(['urgent', 'oldest'], {
      default: 'urgent',
      description: 'oldest: by age; new listings, which are live, come last in both.',
    }),
  ),
  ...s.pageParameters(MAX_ADMIN_PAGE),
});

export type ReviewFilter = Pick<Static<typeof ReviewQuery>, 'source' | 'category' | 'owner'>;

const reviewMembers = {
  listing: AdminListing,
  sources: Type.Array(s.word(REVIEW_SOURCES)),
  waiting_since: s.instant(),
};

const ReviewClaim = s.titled('ReviewClaim', { id: s.uuid(), name: Type.String(), since: s.instant() });

export const ReviewItem = s.titled('ReviewItem', {
  ...reviewMembers,
  claimed_by: s.nullable(ReviewClaim),
});
export type ReviewItem = Static<typeof ReviewItem>;

export const ReviewPage = s.titled('ReviewPage', {
  reviews: Type.Array(ReviewItem),
  ...s.pageMembers,
  total_is_estimate: Type.Optional(
    Type.Boolean({
      description: 'true: there are more than `total`, at which counting stops.',
    }),
  ),
});
export type ReviewPage = Static<typeof ReviewPage>;

const HostDecision = s.titled('HostDecision', {
  at: s.instant(),
  action: Type.String({ examples: ['listing.reject'] }),
  slug: Type.String(),
  reason: s.optionalText(500),
});

const ReceivedReport = s.titled('ReceivedReport', {
  ...Report.properties,
  reporter: s.nullable(s.titled('Reporter', { id: s.uuid(), name: Type.String(), email: Type.String() })),
  email: s.optionalText(254, { description: 'What a reporter without an account gave.' }),
});
export type ReceivedReport = Static<typeof ReceivedReport>;

/** What two listings share; `look` is a similar-looking name, `website` the host. */
const Twin = s.titled('Twin', {
  slug: Type.String(),
  name: Type.String(),
  status: s.word(LISTING_STATUSES),
  website_url: Type.String(),
  tagline: Type.String({ examples: ['Plan your week'] }),
  same: Type.Array(s.word(['name', 'look', 'tagline', 'description', 'website'])),
});

export const Review = s.titled('Review', {
  ...reviewMembers,
  reports: Type.Array(ReceivedReport),
  twins: Type.Array(Twin, {
    description: 'Live and pending listings with the same text, word for word, or a similar name.',
  }),
  duplicate_of: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The slug of the older listing of the same product, judging by its address.',
  }),
  appeal: s.nullable(Appeal),
  policy: Type.Array(PolicyFinding, { description: 'What made the content policy unsure.' }),
  link: s.nullable(
    Type.Object(
      {
        status: s.word(LINK_STATUSES),
        since: s.instant(),
        detail: Type.String({ examples: ['It responds with 404.'] }),
        failures: Type.Integer({ description: 'Consecutive checks that found this.' }),
        checked_at: s.instant(),
      },
      { title: 'LinkEvidence', description: 'What repeated checks of the site found.' },
    ),
  ),
  owner_history: s.nullable(
    s.titled('OwnerHistory', {
      created_at: s.instant(),
      live: Type.Integer(),
      pending: Type.Integer(),
      rejected: Type.Integer(),
      archived: Type.Integer(),
      approved: Type.Integer({ description: 'Listings that a moderator approved.' }),
      reports_upheld: Type.Integer(),
    }),
  ),
  host_decisions: Type.Array(HostDecision),
  version: Type.String({
    description:
      'Changes with the listing, with what is said about it, and with every decision. Send it with yours.',
  }),
  claimed_by: s.nullable(ReviewClaim),
  claimed_until: s.nullableInstant({ description: 'Until then it is yours, and nobody else gets it.' }),
});
export type Review = Static<typeof Review>;

export const NextReview = s.response('NextReview', {
  review: s.nullable(Review),
  waiting: Type.Integer({
    description: 'Items in the queue: also this one, those open with other moderators, those you skipped.',
  }),
  waiting_is_estimate: Type.Optional(Type.Boolean({ description: 'true: there are more than `waiting`.' })),
});
export type NextReview = Static<typeof NextReview>;

const DECISIONS = ['approve', 'reject', 'merge', 'fixed', 'dead_link'] as const;
const REVIEW_DECISIONS = [...DECISIONS, 'take', 'skip', 'undo'] as const;

export const ReviewDecision = s.titled('ReviewDecision', {
  decision: s.word(REVIEW_DECISIONS, {
    description:
      'approve: it may be listed (a pending one is published, a rejected one restored, reports are dismissed); reject: it may not; merge: it is the same product as its `duplicate_of`: it is archived, and its address redirects there; fixed: as approve, but what was reported has been corrected, and its reporters are thanked; dead_link: as fixed, and its website is marked as unreachable until a check reaches it; take: it is yours for ten minutes, without a `version` also if another moderator has it open; skip: not now, somebody else may; undo: take back your last decision about it.',
    examples: ['approve'],
  }),
  reason: s.optionalReason,
  scope: takedownScope,
  version: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The version of the item that you judged. If it has changed, or another moderator has it open: 409 review_changed.',
    }),
  ),
});

export const ReviewResult = s.response('ReviewResult', {
  listing: AdminListing,
  decision: s.word(REVIEW_DECISIONS),
  can_undo: Type.Boolean({ description: 'The last decision about it is yours, and you may take it back.' }),
  undone: Type.Optional(
    s.word(DECISIONS, {
      description: 'With undo: the decision that was taken back.',
    }),
  ),
});
export type ReviewResult = Static<typeof ReviewResult>;
