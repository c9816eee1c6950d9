// Whether a site is listed already, before anything is submitted.
import { ListingModel } from '../../db/models/listing.js';
import { readProductUrl } from '../addresses/site.js';
import { requireSignedIn } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { can } from './rights.js';

export interface KnownSite {
  slug: string;
  name: string;
  /** Submitting the site again would update it. */
  is_own: boolean;
}

/**
 * The listing of a site, where there is one that the caller may see (C5: nothing is said about others).
 * @throws DomainError unauthorized, validation_error
 */
export async function findBySite(actor: Actor, website: string): Promise<KnownSite | null> {
  requireSignedIn(actor);
  const { urlKey } = readProductUrl(website.trim());
  const row = await ListingModel.query().findOne({ url_key: urlKey });
  if (!row || !can(actor, 'see', row)) return null;
  return { slug: row.slug, name: row.name, is_own: row.ownerId !== null && row.ownerId === accountId(actor) };
}
