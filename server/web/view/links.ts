// Addresses of the pages: one canonical address for each state of a list.
import type { Account, User } from '../../../core/kernel/actor.js';
import { config } from '../../../core/kernel/config.js';
import { type DomainError, say, unauthorized } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import { parseUrl } from '../../../core/kernel/text/parse-url.js';
import { termOf } from '../../../core/listings/facts.js';
import { isShared } from '../../../core/listings/search-document.js';
import { isOwnMedia, thumbnailAddress, toStoredAddress } from '../../../core/pictures/media.js';
import { factPath, factsWithPages } from '../../../core/settings/facts.js';
import type { Exchange } from '../../http/exchange.js';
import { MEMBER } from '../../http/query-string.js';

export interface BrowseState {
  readonly q?: string | null;
  readonly category?: string | null;
  readonly pricing?: string | null;
  readonly facts?: Readonly<Record<string, string | readonly string[]>> | null;
  readonly sort?: string | null;
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

export const defaultSort = ({ q }: BrowseState) => (q ? 'relevance' : 'newest');

/** The page of the list's category or fact value, and the other filters; null for searches, or without one. */
function ownPage(state: BrowseState): { path: string; others: BrowseState } | null {
  const { q, category, facts } = state;
  if (q) return null;
  if (category) return { path: `/categories/${category}`, others: { ...state, category: null } };
  for (const { key, type } of factsWithPages()) {
    const [value, ...more] = [own(facts ?? {}, key) ?? []].flat();
    if (!value || more.length > 0) continue;
    const term = type === 'number' ? value : termOf(value);
    // Browsers remove path segments that consist of dots.
    if (!/^\.+$/.test(term))
      return { path: factPath(key, term), others: { ...state, facts: { ...facts, [key]: [] } } };
  }
  return null;
}

export const filterParameters = ({ q, category, pricing, facts }: BrowseState) => ({
  q,
  category,
  pricing,
  ...Object.fromEntries(Object.entries(facts ?? {}).map(([key, values]) => [`${MEMBER}${key}`, values])),
});

/** The address of a list. Unless something is searched, a category or fact value has its own page. */
export function browseLink(state: BrowseState, change: BrowseState = {}): string {
  // Changing a filter or the order returns to the first page of all letters.
  const letter = 'page' in change || 'cursor' in change ? state.letter : null;
  const next = { ...state, letter, page: null, cursor: null, ...change };
  const page = ownPage(next);
  return withQuery(page?.path ?? '/listings', {
    ...filterParameters(page?.others ?? next),
    sort: next.sort === defaultSort(next) ? null : next.sort,
    letter: next.letter,
    page: next.page && next.page > 1 ? String(next.page) : null,
    cursor: next.cursor,
  });
}

export function feedLink(state: BrowseState): string {
  const page = ownPage(state);
  const isWhole = page && withQuery('', filterParameters(page.others)) === '';
  return isWhole ? `${page.path}/feed.xml` : withQuery('/feed.xml', filterParameters(state));
}

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

/** The address of a picture that this service stores: pages load none from other sites. */
export function pictureUrl(address: unknown): string | null {
  const stored = typeof address === 'string' ? toStoredAddress(address) : null;
  return isOwnMedia(stored) ? stored : null;
}

export function thumbnailUrl(address: unknown): string | null {
  const picture = pictureUrl(address);
  return picture === null ? null : thumbnailAddress(picture);
}

/** Only http(s) addresses and paths of this site become links or pictures. */
export function safeUrl(url: string | null): string | null {
  if (url === null) return null;
  if (url.startsWith('/') && !url.startsWith('//')) return url;
  return /^https?:\/\//i.test(url) && parseUrl(url) ? url : null;
}

export const idOf = ({ req }: Exchange) => String(req.params.id);
export const slugOf = ({ req }: Exchange) => String(req.params.slug);

export function accountOf({ actor }: Exchange): Account | null {
  return actor.kind === 'user' ? actor.account : null;
}

export function memberOf({ actor }: Exchange): User {
  if (actor.kind !== 'user') throw new Error('This page is not in the table as one for members.');
  return actor;
}

/** Thrown for a form whose session has ended: its input is held until the user signs in. */
export function signedOut(): DomainError {
  return unauthorized(say('error.signed-out-form'));
}

/** A path on this site to redirect to, or the fallback; never another site (browsers read // and /\ as a host). */
export function safeNext(next: unknown, fallback: string): string {
  const isPath = typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next) && next.length <= 2000;
  return isPath ? next : fallback;
}
