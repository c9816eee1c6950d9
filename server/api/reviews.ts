import { appealRejection, getAppeal } from '../../core/moderation/appeals.js';
import { reportListing } from '../../core/moderation/reports.js';
import { decideReview } from '../../core/moderation/review-decisions.js';
import { listReasons, NewReasons, ReviewReasons, setReasons } from '../../core/moderation/review-reasons.js';
import {
  AppealResult,
  CurrentAppeal,
  NewAppeal,
  NewReport,
  NextReview,
  ReportResult,
  ReviewDecision,
  ReviewPage,
  ReviewQuery,
  ReviewResult,
} from '../../core/moderation/review-schema.js';
import { findReviews, getReview, nextReview } from '../../core/moderation/reviews.js';
import { bySlug, created, ok, type Route } from './route.js';

/** Reports and appeals. */
export const reportRoutes: Route[] = [
  {
    method: 'post',
    path: '/api/v1/listings/{slug}/reports',
    operationId: 'reportListing',
    tag: 'Listings',
    summary: 'Report a listing to the moderators',
    access: 'public',
    limits: ['report'],
    params: bySlug,
    body: NewReport,
    answers: {
      200: { description: 'Reported from here already', schema: ReportResult },
      201: { description: 'Reported', schema: ReportResult },
    },
    errors: ['validation_error', 'not_found'],
    run: async ({ actor, params, body }) => {
      const result = await reportListing(actor, params.slug ?? '', body);
      return result.created ? created(result) : ok(result);
    },
  },
  {
    method: 'post',
    path: '/api/v1/listings/{slug}/appeals',
    operationId: 'appealRejection',
    tag: 'Listings',
    summary: 'Ask once for another look at an own rejected listing',
    access: 'account',
    scope: 'listings:write',
    limits: ['listing-write'],
    params: bySlug,
    body: NewAppeal,
    answers: { 201: { description: 'It will be reviewed again', schema: AppealResult } },
    errors: ['validation_error', 'not_found', 'forbidden'],
    run: async ({ actor, params, body }) => created(await appealRejection(actor, params.slug ?? '', body)),
  },
  {
    method: 'get',
    path: '/api/v1/listings/{slug}/appeals',
    operationId: 'getAppeal',
    tag: 'Listings',
    summary: 'The appeal about the present rejection of an own listing, and its answer',
    access: 'account',
    scope: 'listings:read',
    params: bySlug,
    answers: { 200: { description: 'The appeal, or null', schema: CurrentAppeal } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok({ appeal: await getAppeal(actor, params.slug ?? '') }),
  },
];

export const reviewRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/v1/admin/review-reasons',
    operationId: 'listReviewReasons',
    tag: 'Admin',
    summary: 'The ready reasons for a rejection',
    access: 'desk',
    answers: { 200: { description: 'In their order', schema: ReviewReasons } },
    run: async ({ actor }) => ok(await listReasons(actor)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/review-reasons',
    operationId: 'setReviewReasons',
    tag: 'Admin',
    summary: 'Replace the ready reasons for a rejection',
    access: 'desk',
    body: NewReasons,
    answers: { 200: { description: 'As they are now', schema: ReviewReasons } },
    errors: ['validation_error'],
    run: async ({ actor, body }) => ok(await setReasons(actor, body)),
  },
  {
    method: 'get',
    path: '/api/v1/admin/reviews',
    operationId: 'listReviews',
    tag: 'Admin',
    summary: 'What a moderator should look at, the most urgent first',
    access: 'desk',
    query: ReviewQuery,
    answers: { 200: { description: 'A page of the queue', schema: ReviewPage } },
    run: async ({ actor, query }) => ok(await findReviews(actor, query)),
  },
  {
    method: 'post',
    path: '/api/v1/admin/reviews/next',
    operationId: 'takeNextReview',
    tag: 'Admin',
    summary: 'Take the next item: nobody else gets it for ten minutes',
    access: 'desk',
    answers: { 200: { description: 'The item, or null when there is none', schema: NextReview } },
    run: async ({ actor }) => ok(await nextReview(actor)),
  },
  {
    method: 'get',
    path: '/api/v1/admin/reviews/{slug}',
    operationId: 'getReview',
    tag: 'Admin',
    summary: 'One item of the queue, held for the caller where nobody else has it',
    access: 'desk',
    params: bySlug,
    answers: { 200: { description: 'The item', schema: NextReview } },
    errors: ['not_found'],
    run: async ({ actor, params }) => ok(await getReview(actor, params.slug ?? '')),
  },
  {
    method: 'post',
    path: '/api/v1/admin/reviews/{slug}',
    operationId: 'decideReview',
    tag: 'Admin',
    summary: 'Approve, reject or skip a listing, or take the last decision back',
    access: 'desk',
    params: bySlug,
    body: ReviewDecision,
    answers: { 200: { description: 'Decided', schema: ReviewResult } },
    errors: ['validation_error', 'not_found', 'review_changed', 'content_policy', 'forbidden'],
    run: async ({ actor, params, body }) => ok(await decideReview(actor, params.slug ?? '', body)),
  },
];
