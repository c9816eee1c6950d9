// The selection of listings that a command works on.
import { Option } from 'commander';
import type { Actor } from '../../core/kernel/actor.js';
import { DomainError } from '../../core/kernel/errors.js';
import { LINK_STATUSES, LISTING_STATUSES, SCREENSHOT_STATUSES } from '../../core/listings/schema.js';
import { eachListing, findNamedListings, nearestSlug } from '../../core/moderation/listings.js';
import type { AdminListing } from '../../core/moderation/schema.js';
import { dayOptions } from '../kit/command.js';
import type { Subjects } from '../kit/verbs.js';

/** At most this many unknown names get a hint: more of them mean a wrong file, not typing errors. */
const MAX_HINTS = 10;

export const LISTINGS: Subjects<AdminListing> = {
  noun: ['listing', 'listings'],
  key: 'slug',
  columns: [
    'slug!',
    'name',
    'status',
    { title: 'owner', value: (listing) => listing.owner?.email ?? '–' },
    { title: 'picture?', value: (listing) => listing.screenshot_status ?? '–' },
    'created: created_at!?',
  ],
  find: findNamedListings,
  names: 'slugs or ids',
  filters: [
    new Option('--query <text>', 'part of a name, slug, website or owner email'),
    new Option('--status <status>').choices([...LISTING_STATUSES]),
    new Option('--owner <email>', 'email or id of the owner, or "none"'),
    new Option('--category <category>', 'the value of a category'),
    new Option('--fact <key=value...>', 'a value of a fact that is a filter'),
    ...dayOptions('submitted'),
    new Option('--screenshot <state>').choices([...SCREENSHOT_STATUSES, 'none']),
    new Option('--featured', 'only featured ones').preset('yes'),
    new Option('--unsure', 'only those the content policy is unsure of').preset('unsure'),
    new Option('--link <finding>', 'only those whose website is gone').choices([...LINK_STATUSES]),
  ],
  matching: eachListing,
  explain: (actor, missing) =>
    Promise.all(
      missing.map(async (failure, index) =>
        index < MAX_HINTS ? { ...failure, error: await missingText(actor, failure.item) } : failure,
      ),
    ),
};

async function missingText(actor: Actor, name: string): Promise<string> {
  const near = await nearestSlug(actor, name);
  return near === null ? 'There is no such listing.' : `There is no such listing. Did you mean ${near}?`;
}

/** The listing of this slug or id. @throws DomainError not_found, with the nearest slug */
export async function oneListing(actor: Actor, slugOrId: string): Promise<AdminListing> {
  const found = (await findNamedListings(actor, [slugOrId])).get(slugOrId);
  if (found) return found;
  throw new DomainError('not_found', await missingText(actor, slugOrId));
}
