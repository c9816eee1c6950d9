// directory-admin listings feature, unfeature
import type { Command } from 'commander';
import { editListing } from '../core/moderation/editing.js';
import type { AdminListing } from '../core/moderation/schema.js';
import { endAsked } from '../core/site/days.js';
import { type Batch, type BatchOptions, eachInTurn, runBatch } from './batch.js';
import {
  addVerb,
  asOption,
  dryRunOption,
  type Finish,
  jsonOptions,
  untilOption,
  wholeNumberOption,
  yesOption,
} from './command.js';
import type { ExitCode } from './exit.js';
import {
  LISTING_COLUMNS,
  type ListingFilterOptions,
  listingSubjectOptions,
  selectListings,
} from './listing-selection.js';
import { withSession } from './session.js';

interface UnfeatureOptions extends BatchOptions, ListingFilterOptions {
  file?: string;
  as?: string;
}

interface FeatureOptions extends UnfeatureOptions {
  position?: number;
  until?: string;
}

export function addFeatureVerbs(listings: Command, finish: Finish): void {
  const options = () => [
    ...listingSubjectOptions(),
    yesOption(),
    dryRunOption(),
    asOption(),
    ...jsonOptions(),
  ];
  addVerb(listings, finish, {
    usage: 'feature [listings...]',
    summary: 'Feature listings on the front page, or change their position or end.',
    options: [...featureOptions(), ...options()],
    examples: [
      'listings feature example-notes --until 2027-01-31',
      'listings feature first second third --position 1 --yes',
    ],
    run: featureListings,
  });
  addVerb(listings, finish, {
    usage: 'unfeature [listings...]',
    summary: 'Stop featuring listings on the front page.',
    options: options(),
    examples: ['listings unfeature example-notes', 'listings unfeature --featured --yes'],
    run: unfeatureListings,
  });
}

const featureOptions = () => [
  wholeNumberOption('--position <number>', 'position of the first; the others follow'),
  untilOption(),
];

function featureListings(slugs: string[], options: FeatureOptions): Promise<ExitCode> {
  const { position, until } = options;
  let given = 0;
  return change(['feature', 'featured'], slugs, options, () => ({
    featured: true,
    ...(position !== undefined && { featured_position: position + given++ }),
    ...(until !== undefined && { featured_until: endAsked(until) }),
  }));
}

const unfeatureListings = (slugs: string[], options: UnfeatureOptions): Promise<ExitCode> =>
  change(['stop featuring', 'no longer featured:'], slugs, options, () => ({ featured: false }));

function change(
  verb: Batch<AdminListing>['verb'],
  slugs: string[],
  options: UnfeatureOptions,
  inputOf: () => object,
): Promise<ExitCode> {
  return withSession(options, async ({ actor, signal }) => {
    const { items, missing } = await selectListings(actor, slugs, options);
    return runBatch<AdminListing>(options, signal, {
      verb,
      doneKey: 'updated',
      noun: ['listing', 'listings'],
      key: 'slug',
      items,
      missing,
      nameOf: ({ slug }) => slug,
      columns: LISTING_COLUMNS,
      run: (part, watch) =>
        eachInTurn(
          part,
          watch,
          ({ slug }) => slug,
          ({ slug }) => editListing(actor, slug, inputOf()),
        ),
    });
  });
}
