import { Reason } from '../../core/kernel/schema.js';
import { appealRejection, getAppeal, reportListing } from '../../core/moderation/reports.js';
import { decideReview } from '../../core/moderation/review-decisions.js';
import * as schema from '../../core/moderation/review-schema.js';
import { findReviews, getReview, nextReview } from '../../core/moderation/reviews.js';
import * as takedowns from '../../core/moderation/takedowns.js';
import * as team from '../../core/moderation/team-news.js';
import { ok, routesOf } from './route.js';

const ofListing = { path: '/api/v1/listings/{slug}', tag: 'Listings', access: 'account' } as const;

export const reportRoutes = routesOf(ofListing, {
  reportListing: {
    post: '/reports',
    summary: 'Report a listing to the moderators',
    access: 'public',
    limits: ['report'],
    body: schema.NewReport,
    answers: {
      200: ['Reported from here already', schema.ReportResult],
      201: ['Reported', schema.ReportResult],
    },
    does: reportListing,
  },
  appealRejection: {
    post: '/appeals',
    summary: 'Appeal once against the rejection of your own listing',
    scope: 'listings:write',
    body: schema.NewAppeal,
    answers: { 201: ['It will be reviewed again', schema.AppealResult] },
    errors: ['forbidden'],
    does: appealRejection,
  },
  getAppeal: {
    get: '/appeals',
    summary: 'The appeal against the current rejection of your own listing, and its answer',
    scope: 'listings:read',
    answer: ['The appeal, or null', schema.CurrentAppeal],
    run: async ({ actor, params }) => ok({ appeal: await getAppeal(actor, params.slug ?? '') }),
  },
});

const ofDesk = { path: '/api/v1/admin', tag: 'Admin', access: 'desk' } as const;

export const reviewRoutes = routesOf(ofDesk, {
  getDeskEmails: {
    get: '/reviews/emails',
    summary: 'Which emails about the desk you get',
    answer: ['Your choice', team.DeskEmails],
    does: team.getDeskEmails,
  },
  setDeskEmails: {
    post: '/reviews/emails',
    summary: 'Choose which emails about the desk you get',
    body: team.DeskEmails,
    answer: ['Your choice', team.DeskEmails],
    does: team.setDeskEmails,
  },
  listReviews: {
    get: '/reviews',
    summary: 'What a moderator should look at, the most urgent first',
    query: schema.ReviewQuery,
    answer: ['A page of the queue', schema.ReviewPage],
    does: findReviews,
  },
  takeNextReview: {
    post: '/reviews/next',
    summary: 'Take the next item: nobody else gets it for ten minutes',
    answer: ['The item, or null when there is none', schema.NextReview],
    does: nextReview,
  },
  getReview: {
    get: '/reviews/{slug}',
    summary: 'One item of the queue, and who has it open',
    answer: ['The item', schema.NextReview],
    does: getReview,
  },
  decideReview: {
    post: '/reviews/{slug}',
    summary: 'Approve, reject, take or skip a listing, or take the last decision back',
    body: schema.ReviewDecision,
    answer: ['Decided', schema.ReviewResult],
    errors: ['review_changed', 'content_policy', 'forbidden'],
    does: decideReview,
  },
  listTakedowns: {
    get: '/takedowns',
    access: 'listings',
    summary: 'Pages that were rejected and cannot be submitted again, newest first',
    description: 'A takedown outlives its listing and its account.',
    query: takedowns.TakedownQuery,
    answer: ['A page of takedowns', takedowns.TakedownPage],
    does: takedowns.findTakedowns,
  },
  liftTakedown: {
    delete: '/takedowns/{id}',
    access: 'listings',
    summary: 'Lift a takedown: its page may be submitted again',
    body: Reason,
    isBodyOptional: true,
    answer: ['Lifted', takedowns.LiftedTakedown],
    does: takedowns.liftTakedown,
  },
});
