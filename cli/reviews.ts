// directory-admin reviews …: the queue of the review desk.
import { Argument, type Command, Option } from 'commander';
import { decideReview } from '../core/moderation/review-decisions.js';
import type { ReviewItem } from '../core/moderation/review-schema.js';
import { REVIEW_SOURCES } from '../core/moderation/review-sources.js';
import { findReviews } from '../core/moderation/reviews.js';
import type { AdminListing } from '../core/moderation/schema.js';
import { eachInTurn, runBatch } from './batch.js';
import {
  addVerb,
  asOption,
  dryRunOption,
  type Finish,
  jsonOptions,
  type PageOptions,
  pageOptions,
  reasonOption,
  yesOption,
} from './command.js';
import type { ExitCode } from './exit.js';
import { LISTING_COLUMNS, listingSubjectOptions, selectListings } from './listing-selection.js';
import type { ModerationOptions } from './listings-moderation.js';
import { type FormatOptions, printPage } from './output.js';
import { withSession } from './session.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

const VERBS = { approve: ['approve', 'approved'], reject: ['reject', 'rejected'] } as const;
type Decision = keyof typeof VERBS;

const COLUMNS: readonly Column<ReviewItem>[] = [
  { title: 'slug', value: ({ listing }) => listing.slug, isWhole: true },
  { title: 'because', value: ({ sources }) => sources.join(', ') },
  { title: 'tagline', value: ({ listing }) => listing.tagline },
  { title: 'since', value: (review) => shortTime(review.waiting_since) },
  { title: 'with', value: (review) => review.claimed_by?.name ?? '–', isExtra: true },
];

export function addReviewVerbs(reviews: Command, finish: Finish): void {
  addVerb(reviews, finish, {
    usage: 'list',
    summary: 'List what a moderator should review, the most urgent first.',
    options: [
      new Option('--source <source>').choices([...REVIEW_SOURCES]),
      ...pageOptions(),
      ...jsonOptions(),
    ],
    examples: ['reviews list', 'reviews list --source report --json'],
    run: listReviews,
  });
  const decide = addVerb(reviews, finish, {
    usage: 'decide',
    summary: 'Approve or reject listings, and close their reports and appeals.',
    options: [
      ...listingSubjectOptions(),
      reasonOption(),
      asOption(),
      yesOption(),
      dryRunOption(),
      ...jsonOptions(),
    ],
    examples: [
      'reviews decide approve tidewater-notes',
      'reviews decide reject --status pending --query casino --reason "Not a product"',
    ],
    run: decideReviews,
  });
  decide.addArgument(new Argument('<decision>').choices(Object.keys(VERBS)));
  decide.addArgument(new Argument('[listings...]'));
}

function listReviews(options: FormatOptions & PageOptions & { source?: string }): Promise<void> {
  return withSession({}, async ({ actor }) => {
    const { source, page, limit } = options;
    const list = await findReviews(actor, { source, page, limit });
    printPage(options, list, {
      rows: list.reviews,
      columns: COLUMNS,
      empty: 'Nothing is waiting for review.',
    });
  });
}

async function decideReviews(
  decision: Decision,
  slugs: string[],
  options: ModerationOptions,
): Promise<ExitCode> {
  return withSession({ ...options, queue: true }, async ({ actor, signal }) => {
    const { items, missing } = await selectListings(actor, slugs, options);
    return runBatch<AdminListing>(options, signal, {
      verb: VERBS[decision],
      noun: ['listing', 'listings'],
      key: 'slug',
      items,
      missing,
      nameOf: ({ slug }) => slug,
      columns: LISTING_COLUMNS,
      run: (listings, watch) =>
        eachInTurn(
          listings,
          watch,
          ({ slug }) => slug,
          ({ slug }) => decideReview(actor, slug, { decision, reason: options.reason }),
        ),
    });
  });
}
