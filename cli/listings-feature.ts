// directory-admin listings feature, unfeature
import type { Command } from 'commander';
import type { Actor } from '../core/kernel/actor.js';
import { editListing } from '../core/moderation/actions.js';
import { eachListing } from '../core/moderation/listings.js';
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
  return change(['feature', 'featured'], slugs, options, async (actor, items) => {
    // Several without a position keep the order in which they are named, behind those that have one.
    const isList = position === undefined && items.length > 1;
    let next = isList ? await positionAfterAll(actor) : position;
    return ({ featured }) => ({
      featured: true,
      ...(next !== undefined && !(isList && featured) && { featured_position: next++ }),
      ...(until !== undefined && { featured_until: endAsked(until) }),
    });
  });
}

async function positionAfterAll(actor: Actor): Promise<number> {
  let last = 0;
  for await (const { featured_position: position } of eachListing(actor, { featured: 'yes' }))
    last = Math.max(last, position ?? 0);
  return last + 1;
}

const unfeatureListings = (slugs: string[], options: UnfeatureOptions): Promise<ExitCode> =>
  change(['stop featuring', 'no longer featured:'], slugs, options, async () => () => ({ featured: false }));

function change(
  verb: Batch<AdminListing>['verb'],
  slugs: string[],
  options: UnfeatureOptions,
  inputFor: (actor: Actor, items: readonly AdminListing[]) => Promise<(item: AdminListing) => object>,
): Promise<ExitCode> {
  return withSession(options, async ({ actor, signal }) => {
    const { items, missing } = await selectListings(actor, slugs, options);
    const inputOf = await inputFor(actor, items);
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
          (item) => editListing(actor, item.slug, inputOf(item)),
        ),
    });
  });
}
