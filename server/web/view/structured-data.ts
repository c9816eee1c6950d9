// schema.org data blocks of listings and lists.
import type { Language } from '../../../core/languages/language.js';
import type { Listing } from '../../../core/listings/schema.js';
import { currentSettings } from '../../../core/settings/current.js';
import { categoryLabel } from './labels.js';
import { absolute } from './links.js';

export type Trail = readonly (readonly [path: string, label: string])[];

export function breadcrumbData(trail: Trail): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(([path, name], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  };
}

export function listData(listings: readonly Listing[], name: string, offset = 0): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    itemListElement: listings.map((listing, index) => ({
      '@type': 'ListItem',
      position: offset + index + 1,
      name: listing.name,
      url: listing.url,
    })),
  };
}

/** A listed product; only free ones have a price, since others are not known. */
export function listingData(language: Language, listing: Listing): object {
  const picture = listing.screenshot_url ?? listing.logo_copy_url;
  const isFree = listing.pricing_model === 'free' || listing.pricing_model === 'freemium';
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: listing.name,
    description: listing.description ?? listing.tagline,
    url: listing.url,
    sameAs: listing.website_url,
    applicationCategory:
      (listing.categories ?? []).map((value) => categoryLabel(language, value)).join(', ') || undefined,
    featureList: listing.features ?? undefined,
    image: picture ? absolute(picture) : undefined,
    datePublished: listing.published_at ?? undefined,
    dateModified: listing.updated_at,
    offers: isFree ? { '@type': 'Offer', price: 0, priceCurrency: 'USD' } : undefined,
    isPartOf: { '@type': 'WebSite', name: currentSettings().name, url: absolute('/') },
  };
}
