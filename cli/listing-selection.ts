// The selection of listings that a command works on.
import { Option } from 'commander';
import type { Actor } from '../core/kernel/actor.js';
import { DomainError } from '../core/kernel/errors.js';
import { LINK_STATUSES, LISTING_STATUSES, SCREENSHOT_STATUSES } from '../core/listings/schema.js';
import { eachListing, findNamedListings, nearestSlug } from '../core/moderation/listings.js';
import type { AdminListing } from '../core/moderation/schema.js';
import { dayOptions } from './command.js';
import { fileOption, named, readSubjects, type Selected } from './subjects.js';
import type { Column } from './table.js';
import { shortTime } from './text.js';

export interface ListingFilterOptions {
  query?: string;
  status?: string;
  owner?: string;
  category?: string;
  since?: string;
  upTo?: string;
  screenshot?: string;
  featured?: boolean;
  link?: string;
  unsure?: boolean;
}

export const listingFilterOptions = () => [
  new Option('--query <text>', 'part of a name, slug, website or owner email'),
  new Option('--status <status>').choices([...LISTING_STATUSES]),
  new Option('--owner <email>', 'email or id of the owner, or "none"'),
  new Option('--category <category>', 'the value of a category'),
  ...dayOptions('submitted'),
  new Option('--screenshot <state>').choices([...SCREENSHOT_STATUSES, 'none']),
  new Option('--featured', 'only featured ones'),
  new Option('--unsure', 'only those the content policy is unsure of'),
  new Option('--link <finding>', 'only those whose website is gone').choices([...LINK_STATUSES]),
];

export const listingSubjectOptions = () => [fileOption('slugs or ids'), ...listingFilterOptions()];

export function toListingFilter({
  query: q,
  since: from,
  upTo: to,
  featured,
  unsure,
  ...same
}: ListingFilterOptions) {
  const { status, owner, category, screenshot, link } = same;
  return {
    ...{ q, from, to, status, owner, category, screenshot, link },
    featured: featured ? 'yes' : undefined,
    policy: unsure ? 'unsure' : undefined,
  };
}

/** Resolves names on the command line to listings; an unknown name is a failure of its own. */
export async function selectListings(
  actor: Actor,
  words: readonly string[],
  options: ListingFilterOptions & { file?: string },
): Promise<Selected<AdminListing>> {
  const subjects = await readSubjects(words, options.file, toListingFilter(options));
  if ('filter' in subjects) {
    const items: AdminListing[] = [];
    for await (const listing of eachListing(actor, subjects.filter)) items.push(listing);
    return { items, missing: [] };
  }
  const { items, missing } = named(subjects.names, await findNamedListings(actor, subjects.names), 'listing');
  const hinted = missing.map(async (failure, index) =>
    index < MAX_HINTS ? { ...failure, error: await missingText(actor, failure.item) } : failure,
  );
  return { items, missing: await Promise.all(hinted) };
}

/** Unknown names that get a hint: more of them are a wrong file, not typing errors. */
const MAX_HINTS = 10;

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

export const LISTING_COLUMNS: readonly Column<AdminListing>[] = [
  { title: 'slug', value: (listing) => listing.slug, isWhole: true },
  { title: 'name', value: (listing) => listing.name },
  { title: 'status', value: (listing) => listing.status },
  { title: 'owner', value: (listing) => listing.owner?.email ?? '–' },
  { title: 'picture', value: (listing) => listing.screenshot_status ?? '–', isExtra: true },
  { title: 'created', value: (listing) => shortTime(listing.created_at), isWhole: true, isExtra: true },
];
