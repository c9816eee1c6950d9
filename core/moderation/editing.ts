// Editing any listing, and featuring it.
import { requireRight } from '../kernel/access.js';
import type { Actor } from '../kernel/actor.js';
import type { Warning } from '../kernel/check.js';
import { AdminListingPatch, type Listing } from '../listings/schema.js';
import { updateListing } from '../listings/submit.js';

/**
 * Changes the fields that are sent, of any listing.
 * @param input the write fields, and `{featured?, featured_position?, featured_until?}`
 * @throws DomainError unauthorized, forbidden, not_found, validation_error, content_policy, website_url_taken
 */
export async function editListing(
  actor: Actor,
  slug: string,
  input: unknown,
  logo: Buffer | null = null,
): Promise<{ listing: Listing; warnings?: Warning[] }> {
  requireRight(actor, 'listings');
  return updateListing(actor, slug, input, logo, AdminListingPatch);
}
