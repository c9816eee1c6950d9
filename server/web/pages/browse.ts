// Browsing: a list with filters beside it, each with the number of listings it would show.

import { Type } from '@sinclair/typebox';
import { check } from '../../../core/kernel/check.js';
import { DomainError, orNull } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import { toAsciiSlug } from '../../../core/kernel/text/ascii-slug.js';
import type { Language } from '../../../core/languages/language.js';
import type { PricingModel } from '../../../core/listings/fields.js';
import { type ListingPage, ListingQuery } from '../../../core/listings/schema.js';
import { readLetters } from '../../../core/search/a-to-z.js';
import { findableAmong } from '../../../core/search/explain.js';
import { countFacets } from '../../../core/search/facets.js';
import { readFilters } from '../../../core/search/filters.js';
import { findListings, findWithFacets } from '../../../core/search/search.js';
import { findAlternatives } from '../../../core/search/similar.js';
import { type Category, shownCategories } from '../../../core/settings/categories.js';
import type { Reply } from '../../cache/cached-responses.js';
import { FROM_COUNTS, fromBoth, fromList } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { cardLink, categoryCard } from '../card/subjects.js';
import { categoryIntro, categoryLabel, onlyShown } from '../view/labels.js';
import { type BrowseState, browseLink, defaultSort, feedLink } from '../view/links.js';
import { type PageData, type PageHead, renderPage } from '../view/page.js';
import { breadcrumbData, listData, type Trail } from '../view/structured-data.js';

/** The messages for unknown values in an address: those of the API list what it accepts. */
const NOT_FOUND = {
  category: 'browse.no-category',
  pricing: 'browse.no-pricing',
  sort: 'browse.no-sort',
  page: 'browse.no-page',
  letter: 'browse.no-letter',
} as const;
type Filter = keyof typeof NOT_FOUND;
const Filters = Type.Pick(ListingQuery, Object.keys(NOT_FOUND) as Filter[]);

/** The parameters of the query that a list depends on. */
export const BROWSE_PARAMETERS = [...Object.keys(NOT_FOUND), 'q', 'facts', 'cursor'];

function checkFilters({ t }: Language, query: object): void {
  try {
    check(Filters, query);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const wrong = error.details.errors?.map(({ field }) => t(own(NOT_FOUND, field) ?? 'browse.no-page'));
    throw new DomainError('validation_error', wrong?.join(' ') ?? error.message);
  }
}

/** A list with its filters. @param onCategoryPage the category named in the path */
export async function browse(visit: Exchange, onCategoryPage: Category | null): Promise<Reply> {
  const query = readQueryString(ListingQuery, visit.req);
  const { language } = visit;
  const { t } = language;
  checkFilters(language, query);
  const { q, category, pricing, facts, sort, page, letter, cursor } = query as Partial<ListingQuery>;
  const asked = { q, category: onCategoryPage ?? category, pricing, facts };
  const elsewhere = category || pricing ? null : await alternativesAsked(visit, q);
  if (elsewhere) return visit.res.redirect(302, elsewhere);
  const order = sort ?? defaultSort(asked as BrowseState);
  const position = q && cursor !== undefined ? { cursor } : { page };
  const input = { ...asked, sort: order, letter: q ? undefined : letter, ...position };
  const hasLetters = order === 'name' && !asked.category && !pricing && !facts;
  const letters = !q && (hasLetters || letter) ? readLetters(letter) : null;
  const counts = letter ? letters?.then((read) => read.counts) : undefined;
  const state: BrowseState = { ...asked, sort: order, letter: input.letter, cursor: input.cursor };
  const searching = q
    ? findWithFacets(visit.actor, input).catch((error: unknown) => {
        throw isOfCursor(error) ? new DomainError('validation_error', t('browse.no-cursor')) : error;
      })
    : null;
  const [{ page: found, words }, facets, read] = await Promise.all([
    searching ?? findListings(visit.actor, input).then((listed) => ({ page: listed, words: [] })),
    searching ? searching.then((searched) => searched.facets) : countFacets(readFilters(input), counts),
    letters,
  ]);
  const hasNothing = q && found.listings.length === 0;
  const data = {
    ...browseData(language, state, found),
    words,
    // Never what would find nothing again.
    ...(hasNothing
      ? { findable: words.length > 1 ? await findableAmong(words) : [], isElsewhere: facets.total > 0 }
      : {}),
    initials: hasLetters && read ? read.initials : [],
    facets: { ...facets, categories: onlyShown(facets.categories) },
  };
  const from = fromBoth(fromList({ ...asked, sort: order }, found.listings), FROM_COUNTS);
  return renderPage(visit, 'listings/index', data, { from });
}

const ALTERNATIVES = /^(?:(?<product>.+) alternative[ns]?|alternative[ns]? (?:to|for|zu) (?<named>.+))$/i;

/** The page of what a search for alternatives to a product asks for, if there is one with several. */
async function alternativesAsked({ actor }: Exchange, q = ''): Promise<string | null> {
  const { product, named } = ALTERNATIVES.exec(q.trim())?.groups ?? {};
  const slug = toAsciiSlug(product ?? named ?? '', 60);
  const found = slug && (await orNull('not_found', findAlternatives(actor, slug)));
  return found && found.alternatives.length > 1 ? `/alternatives/${slug}` : null;
}

const isOfCursor = (error: unknown) => error instanceof DomainError && error.details.field === 'cursor';

function browseData(language: Language, state: BrowseState, found: ListingPage): PageData {
  const { t } = language;
  const { q, category, sort } = state;
  const heading = headingOf(language, state);
  const trail: Trail | null = category
    ? [
        ['/', t('nav.home')],
        ['/categories', t('listing.categories')],
        [browseLink({ category }), categoryLabel(language, category)],
      ]
    : null;
  return {
    head: headOf(language, state, found, heading, trail),
    ownSearch: true,
    hasResults: found.listings.length > 0,
    ...found,
    state,
    title: titleOf(
      language,
      found,
      q && !found.listings.length ? t('browse.none-for', { query: q }) : heading,
    ),
    intro: category && !q ? categoryIntro(language, category) : null,
    trail,
    feed: feedLink(state),
    sort,
  };
}

function headingOf(language: Language, { q, category, pricing, letter }: BrowseState): string {
  const { t } = language;
  const label = category ? categoryLabel(language, category) : null;
  if (q && label) return t('browse.heading-in', { query: q, category: label });
  if (q) return t('browse.heading', { query: q });
  if (pricing && !label) return t(`pricing-heading.${pricing as PricingModel}`);
  if (letter && !label) return t('browse.letter', { letter: letter.toUpperCase() });
  return label ?? t('nav.all-listings');
}

/** With the number of the page, except on the first. */
const titleOf = ({ t }: Language, { page }: ListingPage, heading: string) =>
  page > 1 ? t('browse.page', { heading, page }) : heading;

function headOf(
  language: Language,
  state: BrowseState,
  found: ListingPage,
  heading: string,
  trail: Trail | null,
): PageHead {
  const { category, q } = state;
  const { t } = language;
  const isLong = found.listings.length > 0;
  const isHidden = category && !shownCategories().includes(category);
  return {
    title: titleOf(language, found, heading),
    description:
      (category && !q ? categoryIntro(language, category) : null) ?? t('browse.description', { heading }),
    canonical: browseLink(state, { page: found.page }),
    ...(category && !q ? { card: cardLink(categoryCard(category)) } : {}),
    // Search engines should not index searches, empty lists and hidden categories.
    ...(q || !isLong || isHidden ? { robots: 'noindex, follow' } : {}),
    feeds:
      q || category || state.pricing ? [{ title: t('browse.feed', { heading }), href: feedLink(state) }] : [],
    jsonLd: [
      ...(trail ? [breadcrumbData(trail)] : []),
      ...(isLong ? [listData(found.listings, heading, (found.page - 1) * found.limit)] : []),
    ],
  };
}
