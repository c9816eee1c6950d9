// Checks whether a site is listed already, before a submission.
import { type Static, Type } from '@sinclair/typebox';
import { ListingModel } from '../../db/models/listing.js';
import { readProductUrl } from '../addresses/site.js';
import { requireSignedIn } from '../kernel/access.js';
import { type Actor, accountId } from '../kernel/actor.js';
import { config } from '../kernel/config.js';
import { isVerified, listingUrl } from './present.js';
import { can } from './rights.js';

export const KnownSite = Type.Object(
  {
    slug: Type.String({ examples: ['example-notes'] }),
    name: Type.String({ examples: ['Example Notes'] }),
    url: Type.String({ format: 'uri' }),
    is_own: Type.Boolean(),
    claim_url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  },
  { title: 'KnownSite' },
);
export type KnownSite = Static<typeof KnownSite>;

/**
 * The listing of a site, if the caller may see it (C5: others are not revealed).
 * @throws DomainError unauthorized, validation_error
 */
export async function findBySite(actor: Actor, website: string): Promise<KnownSite | null> {
  requireSignedIn(actor, 'listings:read');
  const { urlKey } = readProductUrl(website.trim());
  const row = await ListingModel.query().findOne({ url_key: urlKey });
  if (!row || !can(actor, 'see', row)) return null;
  return {
    slug: row.slug,
    name: row.name,
    url: listingUrl(row.slug),
    is_own: row.ownerId !== null && row.ownerId === accountId(actor),
    claim_url: isVerified(row) ? null : `${config.publicUrl}/claim/${row.slug}`,
  };
}
