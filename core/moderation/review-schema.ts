// The items of the review desk and decisions about them; visitors' reports, and appeals.
import { type Static, Type } from '@sinclair/typebox';
import { MAX_ADMIN_PAGE } from '../kernel/lists.js';
import {
  emailAddress,
  instant,
  nullable,
  nullableInstant,
  optionalReason,
  optionalText,
  optionalWord,
  pageMembers,
  pageParameters,
  titled,
  uuid,
  warnings,
  word,
} from '../kernel/schema.js';
import { LINK_STATUSES, LISTING_STATUSES } from '../listings/schema.js';
import { AdminListing, REVIEW_SOURCES } from './schema.js';

const REPORT_KINDS = ['prohibited', 'scam', 'broken', 'wrong', 'rights', 'other'] as const;

/** POST /listings/{slug}/reports */
export const NewReport = titled('NewReport', {
  kind: word(REPORT_KINDS, {
    title: 'What is wrong?',
    description:
      'prohibited: against the content policy; scam: a fraud or malware; broken: the link leads nowhere; wrong: the facts are not right; rights: it is mine, or uses what is mine; other.',
    examples: ['broken'],
  }),
  message: Type.Optional(
    optionalText(2000, {
      title: 'What we should know',
      'x-text': 'multiline',
      description: 'Anything that helps a moderator to understand it.',
    }),
  ),
  email: Type.Optional(
    Type.Unsafe<string | null>({
      ...emailAddress(),
      type: ['string', 'null'],
      title: 'Your email',
      description: 'Only if you want to know the outcome.',
    }),
  ),
});

export const Report = titled('Report', {
  id: uuid(),
  kind: word(REPORT_KINDS),
  message: optionalText(2000),
  created_at: instant(),
  /** null while it is open. */
  outcome: optionalWord(['upheld', 'dismissed']),
});
export type Report = Static<typeof Report>;

export const ReportResult = titled('ReportResult', {
  report: Report,
  created: Type.Boolean({ description: 'false: the same was reported from here already.' }),
  warnings,
});

/** POST /listings/{slug}/appeals */
export const NewAppeal = titled('NewAppeal', {
  message: Type.String({
    minLength: 1,
    maxLength: 2000,
    'x-text': 'multiline',
    title: 'Why it should be listed',
    description: 'What was misunderstood, or what you have changed since.',
    examples: ['We have removed the page that broke the policy.'],
  }),
});

export const Appeal = titled('Appeal', {
  id: uuid(),
  message: Type.String(),
  created_at: instant(),
  closed_at: nullableInstant(),
  outcome: optionalWord(['granted', 'denied']),
  answer: optionalText(500),
});
export type Appeal = Static<typeof Appeal>;

export const AppealResult = titled('AppealResult', { appeal: Appeal, warnings });

export const CurrentAppeal = titled('CurrentAppeal', { appeal: nullable(Appeal), warnings });

export const ReviewQuery = titled('ReviewQuery', {
  source: Type.Optional(word(REVIEW_SOURCES)),
  ...pageParameters(MAX_ADMIN_PAGE),
});

const reviewMembers = {
  listing: AdminListing,
  sources: Type.Array(word(REVIEW_SOURCES)),
  waiting_since: instant(),
};

export const ReviewItem = titled('ReviewItem', {
  ...reviewMembers,
  claimed_by: nullable(titled('ReviewClaim', { id: uuid(), name: Type.String() })),
});
export type ReviewItem = Static<typeof ReviewItem>;

export const ReviewPage = titled('ReviewPage', {
  reviews: Type.Array(ReviewItem),
  ...pageMembers,
  total_is_estimate: Type.Optional(
    Type.Boolean({
      description: 'true: there are more than `total`; so many are not all counted.',
    }),
  ),
});
export type ReviewPage = Static<typeof ReviewPage>;

/** An earlier decision about a listing of the same host. */
const HostDecision = titled('HostDecision', {
  at: instant(),
  action: Type.String({ examples: ['listing.reject'] }),
  slug: Type.String(),
  reason: optionalText(500),
});

const ReceivedReport = titled('ReceivedReport', {
  ...Report.properties,
  reporter: nullable(titled('Reporter', { id: uuid(), name: Type.String(), email: Type.String() })),
  email: optionalText(254, { description: 'What a reporter without an account gave.' }),
});
export type ReceivedReport = Static<typeof ReceivedReport>;

/** What it has in common with another listing, word for word; `website` is the host. */
const Twin = titled('Twin', {
  slug: Type.String(),
  name: Type.String(),
  status: word(LISTING_STATUSES),
  same: Type.Array(word(['name', 'tagline', 'description', 'website'])),
});

/** Everything a moderator needs to decide about one listing. */
export const Review = titled('Review', {
  ...reviewMembers,
  reports: Type.Array(ReceivedReport),
  twins: Type.Array(Twin, { description: 'Live and pending listings that say the same, word for word.' }),
  appeal: nullable(Appeal),
  policy: Type.Array(
    titled('PolicyEvidence', { category: Type.String(), field: Type.String(), matched: Type.String() }),
    { description: 'What made the content policy unsure.' },
  ),
  link: nullable(
    Type.Object(
      {
        status: word(LINK_STATUSES),
        since: instant(),
        detail: Type.String({ examples: ['It answers 404.'] }),
        failures: Type.Integer({ description: 'Looks in a row that found it so.' }),
        checked_at: instant(),
      },
      { title: 'LinkEvidence', description: 'What repeated looks at the site found.' },
    ),
  ),
  owner_history: nullable(
    titled('OwnerHistory', {
      created_at: instant(),
      live: Type.Integer(),
      pending: Type.Integer(),
      rejected: Type.Integer(),
      archived: Type.Integer(),
    }),
  ),
  host_decisions: Type.Array(HostDecision),
  version: Type.String({
    description:
      'Changes with the listing, with what is said about it, and with every decision. Send it with yours.',
  }),
  claimed_until: nullableInstant({ description: 'Until then nobody else gets this item.' }),
});
export type Review = Static<typeof Review>;

export const NextReview = titled('NextReview', {
  review: nullable(Review),
  waiting: Type.Integer({
    description: 'Items in the queue, with this one, those before other moderators and those you skipped.',
  }),
  waiting_is_estimate: Type.Optional(Type.Boolean({ description: 'true: there are more than `waiting`.' })),
  warnings,
});
export type NextReview = Static<typeof NextReview>;

const REVIEW_DECISIONS = ['approve', 'reject', 'skip', 'undo'] as const;

/** POST /admin/reviews/{slug} */
export const ReviewDecision = titled('ReviewDecision', {
  decision: word(REVIEW_DECISIONS, {
    description:
      'approve: it may be listed (a pending one is published, a rejected one restored, reports are dismissed); reject: it may not; skip: not now, somebody else may; undo: take back your last decision about it.',
    examples: ['approve'],
  }),
  reason: optionalReason,
  version: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The version of the item that was judged. Another one now: 409 review_changed.',
    }),
  ),
});

export const ReviewResult = titled('ReviewResult', {
  listing: AdminListing,
  decision: word(REVIEW_DECISIONS),
  can_undo: Type.Boolean({ description: 'You have decided last about it, and may take that back.' }),
  undone: Type.Optional(
    word(['approve', 'reject'] as const, { description: 'With undo: the decision that was taken back.' }),
  ),
  warnings,
});
export type ReviewResult = Static<typeof ReviewResult>;
