// The selection of listings that a command works on.
import type { Actor } from '../../core/kernel/actor.js';
import { notFound } from '../../core/kernel/errors.js';
import { eachListing, findNamedListings } from '../../core/moderation/listings.js';
import { type AdminListing, AdminListingFilter } from '../../core/moderation/schema.js';
import { optionsOf } from '../kit/command.js';
import type { Subjects } from '../kit/verbs.js';

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
  filters: optionsOf(AdminListingFilter),
  matching: eachListing,
};

/** The listing of this slug or id. @throws DomainError not_found */
export async function oneListing(actor: Actor, slugOrId: string): Promise<AdminListing> {
  const found = (await findNamedListings(actor, [slugOrId])).get(slugOrId);
  if (!found) throw notFound('listing');
  return found;
}
