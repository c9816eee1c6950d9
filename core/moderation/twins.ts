// Finds listings that resemble the one under review.
import type { ListingModel } from '../../db/models/listings.js';
import { prepare } from '../../db/prepared.js';
import { contentOf } from '../listings/content.js';
import { nameShape } from '../listings/namesakes.js';
import { toSearchDocument } from '../listings/search-document.js';
import { quote } from '../search/word-forms.js';
import type { Review } from './review-schema.js';

interface TwinRow
  extends Pick<ListingModel, 'slug' | 'name' | 'status' | 'websiteUrl' | 'tagline' | 'description'> {
  onHost: boolean;
}

const SHOWN = 5;

/** Candidates from indexes: live listings with all words of the name or tagline, the host, or a similar name; pending
 * listings with the same name or tagline. */
const candidates = prepare<TwinRow>(`
  with found as (
    (select id from listing_search where live and search @@ $2::tsquery and id <> $1::uuid limit 50)
    union
    (select id from listing_search where live and name_shape = $6 and $6 <> '' and id <> $1::uuid limit 50)
    union
    (select id from listings where status = 'pending' and (name_key = $4 or tagline = $5) and id <> $1::uuid limit 50))
  select slug, name, status, website_url as "websiteUrl", tagline, description,
    exists (select 1 from listing_search as one where one.id = found.id and one.live and search @@ $3::tsquery) as "onHost"
  from found join listings using (id)`);

/** Up to five live and pending listings that resemble this one, most similar first. */
export async function findTwins(row: ListingModel): Promise<Review['twins']> {
  const { lexemes, nameKey } = toSearchDocument(contentOf(row));
  const allOf = (mark: string) =>
    lexemes
      .filter((lexeme) => lexeme.startsWith(mark))
      .map(quote)
      .join('&');
  const host = allOf('/');
  const query = [allOf('^'), allOf('+'), host]
    .filter(Boolean)
    .map((words) => `(${words})`)
    .join('|');
  const rows = await candidates([row.id, query, host, nameKey, row.tagline, nameShape(row.name)]);
  const key = (text: string | null) => (text ?? '').toLowerCase().replace(/\s+/g, ' ').trim();
  return rows
    .map(({ onHost, ...other }) => {
      const texts = (['name', 'tagline', 'description'] as const).filter(
        (field) => key(row[field]) !== '' && key(other[field]) === key(row[field]),
      );
      const { slug, name, status, websiteUrl: website_url, tagline } = other;
      const looks = !texts.includes('name') && nameShape(name) === nameShape(row.name);
      const same = [...(looks ? ['look' as const] : []), ...texts, ...(onHost ? ['website' as const] : [])];
      return { slug, name, status, website_url, tagline, same };
    })
    .filter(({ same }) => same.length > 0)
    .sort((a, b) => b.same.length - a.same.length)
    .slice(0, SHOWN);
}
