// Many listings at once, inserted without the rules: for tests about numbers.
import { toColumns, wholeContent } from '../../core/listings/content.js';
import { indexListings } from '../../core/listings/search-document.js';
import { fold } from '../../core/listings/tokens.js';
import { ListingModel } from '../../db/models/listings.js';

/** Live listings `{word}-0`, `{word}-1`, … of an owner. @returns their slugs */
export async function insertListings(ownerId: string | null, count: number, word: string): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => {
    const content = wholeContent({
      name: `${word} ${n}`,
      website_url: `https://${word}-${n}.example.com`,
      tagline: 'One of many',
      categories: ['other'],
    });
    return {
      ownerId,
      slug: `${word}-${n}`,
      ...toColumns(content),
      nameKey: fold(content.name),
      urlKey: `${word}-${n}.example.com`,
      urlKeyVersion: 1,
      baseStatus: 'live' as const,
      publishedAt: new Date(),
    };
  });
  for (let start = 0; start < rows.length; start += 1_000) {
    await ListingModel.transaction(async (trx) => {
      await indexListings(
        trx,
        await ListingModel.query(trx).insertAndFetch(rows.slice(start, start + 1_000)),
      );
    });
  }
  return rows.map((row) => row.slug);
}
