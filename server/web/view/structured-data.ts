// schema.org data blocks of listings and lists.
import type { Language } from '../../../core/languages/language.js';
import type { Listing } from '../../../core/listings/schema.js';
import { currentSettings, isShown } from '../../../core/settings/current.js';
import { factRows } from './facts.js';
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

const SOFTWARE = 'SoftwareApplication';

/** The data of a listed product. Only free and freemium products have a price: the price of others is unknown. */
export function listingData(language: Language, listing: Listing): object {
  const picture = listing.screenshot_url ?? listing.logo_copy_url;
  const type = currentSettings().schema_type ?? SOFTWARE;
  const isSoftware = type === SOFTWARE;
  const categories = (listing.categories ?? []).map((value) => categoryLabel(language, value)).join(', ');
  const rows = factRows(language, listing.facts);
  const source = rows.find(({ key }) => key === 'source_code')?.values[0]?.href;
  const facts = rows.map(({ label, values }) => ({
    '@type': 'PropertyValue',
    name: label,
    value: values.map(({ text, href, rel }) => (rel ? href : null) ?? text).join(', '),
  }));
  const isFree = listing.pricing_model === 'free' || listing.pricing_model === 'freemium';
  return {
    '@context': 'https://schema.org',
    '@type': type,
    name: listing.name,
    description: listing.description ?? listing.tagline,
    url: listing.url,
    sameAs: source ? [listing.website_url, source] : listing.website_url,
    ...(isSoftware
      ? { applicationCategory: categories || undefined, featureList: listing.features ?? undefined }
      : { keywords: categories || undefined }),
    image: picture ? absolute(picture) : undefined,
    datePublished: listing.published_at ?? undefined,
    dateModified: listing.updated_at,
    additionalProperty: facts.length > 0 ? facts : undefined,
    offers: isFree && isShown('pricing') ? { '@type': 'Offer', price: 0, priceCurrency: 'USD' } : undefined,
    isPartOf: { '@type': 'WebSite', name: currentSettings().name, url: absolute('/') },
  };
}
