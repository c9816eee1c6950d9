// Addresses of the pages: one canonical address for each state of a list.
import { config } from '../../../core/kernel/config.js';
import { parseUrl } from '../../../core/kernel/text/parse-url.js';
import { isShared } from '../../../core/listings/search-document.js';
import { isOwnMedia, thumbnailAddress, toStoredAddress } from '../../../core/pictures/media.js';
import { MEMBER } from '../../http/query-string.js';

export interface BrowseState {
  readonly q?: string | null;
  readonly category?: string | null;
  readonly pricing?: string | null;
  /** Values by the key of a fact. */
  readonly facts?: Readonly<Record<string, string | readonly string[]>> | null;
  readonly sort?: string | null;
  /** The initial that names are filtered by. */
  readonly letter?: string | null;
  readonly page?: number | null;
  /** The cursor of a search, beyond the last page number. */
  readonly cursor?: string | null;
}

/** `/path?a=b` from the parameters that are set. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value ?? []].flat()) if (one) query.append(name, one);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The default sort of a list. */
export function defaultSort(state: BrowseState): 'relevance' | 'newest' {
  return state.q ? 'relevance' : 'newest';
}

/** The address of a list: a category without a search is the category's own page. */
export function browseLink(state: BrowseState, change: BrowseState = {}): string {
  // Changing a filter returns to the first page; other words or another order, to all letters.
  const letter = 'q' in change || 'sort' in change ? null : state.letter;
  const next = { ...state, letter, page: null, cursor: null, ...change };
  const isCategoryPage = Boolean(next.category) && !next.q;
  return withQuery(isCategoryPage ? `/categories/${next.category}` : '/listings', {
    q: next.q,
    category: isCategoryPage ? null : next.category,
    pricing: next.pricing,
    ...factParameters(next),
    sort: next.sort === defaultSort(next) ? null : next.sort,
    letter: next.letter,
    page: next.page && next.page > 1 ? String(next.page) : null,
    cursor: next.cursor,
  });
}

const factParameters = ({ facts }: BrowseState) =>
  Object.fromEntries(Object.entries(facts ?? {}).map(([key, values]) => [`${MEMBER}${key}`, values]));

/** The Atom feed of a list. */
export function feedLink({ q, category, pricing }: BrowseState): string {
  const isCategory = category && !q && !pricing;
  return isCategory ? `/categories/${category}/feed.xml` : withQuery('/feed.xml', { q, category, pricing });
}

/** The page that compares listings. */
export function compareLink(slugs: readonly string[]): string {
  return withQuery('/compare', Object.fromEntries(slugs.map((slug, index) => ['abcd'.charAt(index), slug])));
}

/** The same path on the public origin, for canonical links, feeds and emails. */
export function absolute(path: string): string {
  return path.startsWith('/') ? config.publicUrl + path : path;
}

/** `https://www.example.com/a` → `example.com`, for display; where many products share a host, `github.com/foo/bar`. */
export function hostOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === null) return url;
  const { hostname, port, pathname } = parsed;
  const host = hostname.replace(/^www\./, '');
  const path = isShared(host) ? pathname.split('/').filter(Boolean).slice(0, 2) : [];
  return [host + (port ? `:${port}` : ''), ...path].join('/');
}

/** The path of a picture that is stored here; pages load none from elsewhere. */
export function pictureUrl(address: unknown): string | null {
  const stored = typeof address === 'string' ? toStoredAddress(address) : null;
  return isOwnMedia(stored) ? stored : null;
}

/** The thumbnail of a screenshot stored here. */
export function thumbnailUrl(address: unknown): string | null {
  const picture = pictureUrl(address);
  return picture === null ? null : thumbnailAddress(picture);
}

/** The address if it is http(s), else null: nothing else becomes a link or picture. */
export function safeUrl(url: string | null): string | null {
  if (url === null) return null;
  if (url.startsWith('/') && !url.startsWith('//')) return url;
  return /^https?:\/\//i.test(url) && parseUrl(url) ? url : null;
}
