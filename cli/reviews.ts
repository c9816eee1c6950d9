// directory-admin reviews …: the queue of the review desk.
import { Argument } from 'commander';
import { decideReview } from '../core/moderation/review-decisions.js';
import { ReviewQuery } from '../core/moderation/review-schema.js';
import { findReviews } from '../core/moderation/reviews.js';
import { changeEach } from './kit/batch.js';
import type { Options, Verbs } from './kit/command.js';
import { listVerb, select, subjectOptions } from './kit/verbs.js';
import { scopeOption } from './listings/moderation.js';
import { LISTINGS } from './listings/selection.js';

const DECISIONS = {
  approve: ['approve', 'approved'],
  reject: ['reject', 'rejected'],
  merge: ['merge', 'merged'],
} as const;

export const verbs: Verbs = {
  list: listVerb({
    summary: 'List what a moderator should review, the most urgent first.',
    query: ReviewQuery,
    examples: ['reviews list', 'reviews list --source report --json'],
    find: (actor, query) => findReviews(actor, query),
    rows: ({ reviews }) => reviews,
    columns: [
      { title: 'slug!', value: ({ listing }) => listing.slug },
      { title: 'because', value: ({ sources }) => sources.join(', ') },
      { title: 'tagline', value: ({ listing }) => listing.tagline },
      'since: waiting_since',
      { title: 'with?', value: (review) => review.claimed_by?.name ?? '–' },
    ],
    empty: 'Nothing is waiting for review.',
  }),
  decide: {
    summary: 'Approve or reject listings, or merge duplicates, and close their reports and appeals.',
    takes: [new Argument('<decision>').choices(Object.keys(DECISIONS)), new Argument('[listings...]')],
    options: [...subjectOptions(LISTINGS), 'reason', scopeOption(), 'as', 'yes', 'dry-run'],
    examples: ['reviews decide reject --query casino --reason "Not a product"'],
    does: async (session, decision: keyof typeof DECISIONS, slugs: string[], options: Options) =>
      changeEach(session, options, {
        ...LISTINGS,
        ...(await select(LISTINGS, session.actor, slugs, options)),
        verb: DECISIONS[decision],
        does: (actor, { slug }, { reason, scope }) => decideReview(actor, slug, { decision, reason, scope }),
      }),
  },
};
