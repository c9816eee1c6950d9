// Checks whether a site is listed already, before a submission.
import { ListingModel } from '../../db/models/listing.js';
import { readProductUrl } from '../addresses/site.js';
import { requireSignedIn } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { can } from './rights.js';

export interface KnownSite {
  slug: string;
  name: string;
  /** Whether submitting the site again would update the listing. */
  is_own: boolean;
}

/**
 * The listing of a site, if the caller may see it (C5: others are not revealed).
 * @throws DomainError unauthorized, validation_error
 */
export async function findBySite(actor: Actor, website: string): Promise<KnownSite | null> {
  requireSignedIn(actor, 'listings:read');
  const { urlKey } = readProductUrl(website.trim());
  const row = await ListingModel.query().findOne({ url_key: urlKey });
  if (!row || !can(actor, 'see', row)) return null;
  return { slug: row.slug, name: row.name, is_own: row.ownerId !== null && row.ownerId === accountId(actor) };
}
