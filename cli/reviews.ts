// directory-admin reviews …: the queue of the review desk.
import { Argument, Option } from 'commander';
import { decideReview } from '../core/moderation/review-decisions.js';
import { findReviews } from '../core/moderation/reviews.js';
import { REVIEW_SOURCES } from '../core/moderation/schema.js';
import { asOption, dryRunOption, type Options, reasonOption, type Verbs, yesOption } from './kit/command.js';
import type { Session } from './kit/session.js';
import { shortTime } from './kit/text.js';
import { changeSelected, listVerb, subjectOptions } from './kit/verbs.js';
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
    options: [new Option('--source <source>').choices([...REVIEW_SOURCES])],
    isPaged: true,
    examples: ['reviews list', 'reviews list --source report --json'],
    find: findReviews,
    rows: ({ reviews }) => reviews,
    columns: [
      { title: 'slug', value: ({ listing }) => listing.slug, isWhole: true },
      { title: 'because', value: ({ sources }) => sources.join(', ') },
      { title: 'tagline', value: ({ listing }) => listing.tagline },
      { title: 'since', value: (review) => shortTime(review.waiting_since) },
      { title: 'with', value: (review) => review.claimed_by?.name ?? '–', isExtra: true },
    ],
    empty: 'Nothing is waiting for review.',
  }),
  decide: {
    summary: 'Approve or reject listings, or merge duplicates, and close their reports and appeals.',
    takes: [new Argument('<decision>').choices(Object.keys(DECISIONS)), new Argument('[listings...]')],
    options: [
      ...subjectOptions(LISTINGS),
      reasonOption(),
      scopeOption(),
      asOption(),
      yesOption(),
      dryRunOption(),
    ],
    examples: ['reviews decide reject --query casino --reason "Not a product"'],
    queue: true,
    within: (session: Session, decision: keyof typeof DECISIONS, slugs: string[], options: Options) =>
      changeSelected(LISTINGS, session, slugs, options, () => ({
        verb: DECISIONS[decision],
        each: ({ slug }) =>
          decideReview(session.actor, slug, { decision, reason: options.reason, scope: options.scope }),
      })),
  },
};
