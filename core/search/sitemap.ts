// The addresses of all live listings, for search engines.
import { ListingModel } from '../../db/models/listings.js';
import { listingUrl } from '../listings/present.js';
import { countFacets } from './facets.js';

/** The maximum of a sitemap file. Source: sitemaps.org, protocol 0.9. */
export const SITEMAP_SIZE = 50_000;

export interface SitemapEntry {
  url: string;
  /** ISO 8601. */
  updated_at: string;
}

export async function countLiveListings(): Promise<number> {
  return (await countFacets()).total;
}

/** A part of the sitemap, from 1; oldest first, so that a new listing does not move others to another part. */
export async function listSitemap(part: number, size = SITEMAP_SIZE): Promise<SitemapEntry[]> {
  const rows = await ListingModel.query()
    .where('status', 'live')
    .select('slug', 'updated_at')
    .orderBy('published_at')
    .orderBy('id')
    .offset((part - 1) * size)
    .limit(size);
  return rows.map((row) => ({ url: listingUrl(row.slug), updated_at: row.updatedAt.toISOString() }));
}
