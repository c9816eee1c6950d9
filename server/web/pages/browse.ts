// Browsing: a list with filters beside it, each with the number of listings it would show.
import { Type } from '@sinclair/typebox';
import { check } from '../../../core/kernel/check.js';
import { DomainError, notFound, orNull } from '../../../core/kernel/errors.js';
import { own } from '../../../core/kernel/own.js';
import { toAsciiSlug } from '../../../core/kernel/text/folding.js';
import type { Language } from '../../../core/languages/language.js';
import type { PricingModel } from '../../../core/listings/fields.js';
import { type ListingPage, ListingQuery, MAX_PUBLIC_PAGE } from '../../../core/listings/schema.js';
import { initialOf, readLetters } from '../../../core/search/a-to-z.js';
import { findAlternatives } from '../../../core/search/alternatives.js';
import { commonValues, countFacets } from '../../../core/search/facets.js';
import { chosenTerms, type Filter, type FilterQuery, readFilters } from '../../../core/search/filters.js';
import { findInstead } from '../../../core/search/instead.js';
import { introduceShelf, isPopularityKnown } from '../../../core/search/popular.js';
import { findListings, findWithFacets } from '../../../core/search/search.js';
import { type Category, shownCategories } from '../../../core/settings/current.js';
import type { Reply } from '../../cache/cached-responses.js';
import { fromBoth, fromList, fromPopular } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { type ChosenValue, chosenValues, factFilters, filterGroups, valueName } from '../view/facts.js';
import { categoryIntro, categoryLabel, onlyShown } from '../view/labels.js';
import { type BrowseState, browseLink, defaultSort, feedLink } from '../view/links.js';
import { type PageHead, renderPage } from '../view/page.js';
import { listData, type Trail } from '../view/structured-data.js';

const FILTERS = ['category', 'pricing', 'sort', 'page', 'letter'] as const;
const Filters = Type.Pick(ListingQuery, FILTERS);

/** The parameters of the query that a list depends on. */
export const BROWSE_PARAMETERS = [...FILTERS, 'q', 'facts', 'cursor'];

/** Checks the filters before the API does, whose errors would list the accepted values. */
function checkFilters({ t }: Language, query: FilterQuery): Filter[] {
  try {
    check(Filters, query);
    return readFilters(query);
  } catch (error) {
    throw error instanceof DomainError ? new DomainError(error.code, t('browse.no-such')) : error;
  }
}

/** What the path of a page names: a category, a topic or a value. */
interface Place {
  readonly category?: Category;
  readonly value?: { readonly key: string; readonly term: string };
}

/** A list with its filters. @throws DomainError not_found for the page of a value that no listing has */
export async function browse(visit: Exchange, place: Place = {}): Promise<Reply> {
  const asked = readAsked(visit, place);
  const others = asked.filters.length - (place.category ? 1 : 0);
  const elsewhere = others > 0 ? null : await alternativesAsked(visit, asked.state.q);
  if (elsewhere) return visit.res.redirect(302, elsewhere);
  const list = await loadList(visit, asked);
  if (place.value && asked.isWhole && list.found.total === 0) throw notFound('value');
  return showList(visit, asked, list);
}

type Asked = ReturnType<typeof readAsked>;

function readAsked({ req, language }: Exchange, place: Place) {
  const query: Partial<ListingQuery> = readQueryString(ListingQuery, req);
  const { q, pricing, page = 1 } = query;
  const category = place.category ?? query.category;
  const filters = checkFilters(language, { ...query, category, facts: factsOf(query, place) });
  const asked = { q, category, pricing, facts: chosenTerms(filters) ?? undefined };
  const [letter, cursor] = q ? [undefined, query.cursor] : [query.letter, undefined];
  const state = { ...asked, sort: query.sort ?? defaultSort(asked), letter, cursor };
  // The list of one category or value.
  const isWhole = !q && filters.length === 1;
  return { state, filters, page, isWhole };
}

type List = Awaited<ReturnType<typeof loadList>>;

async function loadList({ actor }: Exchange, { state, filters, page, isWhole }: Asked) {
  const isByName = state.sort === 'name' && !state.q;
  const position = state.cursor === undefined ? { page } : {};
  const input = { ...state, ...position, ...(isByName && { limit: MAX_PUBLIC_PAGE }) };
  const listed = async () => {
    const [all, facets] = await Promise.all([findListings(actor, input), countFacets(filters)]);
    return { page: all, facets, words: [] };
  };
  const isShelf = isWhole && !state.letter && page === 1 && !state.pricing;
  const [{ page: found, facets, words }, initials, shelf, isPopular] = await Promise.all([
    state.q ? findWithFacets(actor, input) : listed(),
    isByName && filters.length === 0 ? readLetters() : [],
    isShelf ? introduceShelf(filters[0]?.lexemes[0] ?? '') : null,
    isPopularityKnown(),
  ]);
  const shown = { ...facets, categories: onlyShown(facets.categories) };
  return { found, facets: shown, words, initials, shelf, isPopular };
}

async function showList(visit: Exchange, { state, filters }: Asked, list: List): Promise<Reply> {
  const { language } = visit;
  const { found, facets, words, initials, shelf } = list;
  const { q } = state;
  const [{ name = '' } = {}] = filters;
  const data = {
    ...browseData(language, state, list),
    words,
    suggested_filters: offersFor(found, facets),
    ...oneWord(q, found),
    // Words in quotes are never corrected.
    asTyped: q && !/[".]/.test(q) ? browseLink(state, { q: `"${q}"` }) : null,
    isPopular: list.isPopular || state.sort === 'popular',
    // Leaves out suggestions that would find nothing again.
    ...(q && found.listings.length === 0 ? await insteadOf(language, q, words) : {}),
    isElsewhere: q && facets.total > 0,
    initials,
    // The letters that head a list by name.
    letters: initials.length > 0 ? found.listings.map((one) => initialOf(one.name, initials)) : [],
    isEstimate: facets.isEstimate,
    groups: filterGroups(language, facets, state, found),
    bestKnown: state.sort === 'popular' ? [] : (shelf?.bestKnown ?? []),
    together: shelf?.together.map((text) => ({
      text: valueName(language, name, text),
      href: browseLink({ facts: { [name]: [text] } }),
    })),
  };
  const from = fromList({ ...state, facets: 1 }, found.listings);
  const popular = shelf ? fromPopular(shelf.bestKnown) : { tags: [] };
  return renderPage(visit, 'listings/index', data, { from: fromBoth(from, popular) });
}

/** Leaves out a value that all results have: it filters nothing. */
function offersFor({ suggested_filters: offers, total }: ListingPage, { pricing, facts }: List['facets']) {
  const shown = offers?.filter(({ key, value, count }) => {
    const counted = key === 'pricing' ? pricing : facts.find((fact) => fact.key === key)?.values;
    return count !== total || counted?.find((one) => one.value === value)?.count !== total;
  });
  return shown?.length ? shown : null;
}

/** A one-word search has no partial matches: a listing of exactly that name is shown first, above the others. */
function oneWord(q: string | undefined, { page, corrected_to, listings: [first] }: ListingPage) {
  const word = (corrected_to ?? q ?? '').trim().toLowerCase();
  const isOneWord = word !== '' && !/[\s"]/.test(word);
  const named = isOneWord && page === 1 && first?.name.toLowerCase() === word ? first.name : null;
  return { isOneWord, named };
}

/** For a search without results: words that find something, names spelled alike, the language of the texts, topics. */
async function insteadOf(language: Language, q: string, words: readonly string[]) {
  const { findable, names, categories, language: mostly } = await findInstead(q, [...words]);
  const inLanguage = mostly && new Intl.DisplayNames([language.tag], { type: 'language' }).of(mostly);
  const offered = shownCategories().filter((value) => categories.includes(value));
  const commonTopics = factFilters(language, await commonValues(), {}).filter(({ path }) => path);
  return { findable: words.length > 1 ? findable : [], names, offered, inLanguage, commonTopics };
}

/** The facts in the query and in the path. */
function factsOf({ facts = {} }: Partial<ListingQuery>, { value }: Place) {
  return value ? { ...facts, [value.key]: [value.term, ...[own(facts, value.key) ?? []].flat()] } : facts;
}

const ALTERNATIVES = /^(?:(?<product>.+) alternative[ns]?|alternative[ns]? (?:to|for|zu) (?<named>.+))$/i;

/** The page of alternatives that a search asks for, if the product exists and has several. */
async function alternativesAsked({ actor }: Exchange, q = ''): Promise<string | null> {
  const { product, named } = ALTERNATIVES.exec(q.trim())?.groups ?? {};
  const slug = toAsciiSlug(product ?? named ?? '', 60);
  const found = slug && (await orNull('not_found', findAlternatives(actor, slug)));
  return found && found.alternatives.length > 1 ? `/alternatives/${slug}` : null;
}

function browseData(language: Language, state: BrowseState, { found, facets }: List) {
  const { t } = language;
  const { q, category, sort } = state;
  const chosen = chosenValues(language, facets.facts, state);
  const heading = headingOf(language, { ...state, q: found.corrected_to ?? q }, chosen);
  const [value] = chosen;
  const isOfValue = !q && !category && value?.path != null;
  const isWholeValue = isOfValue && chosen.length === 1;
  const home = ['/', t('nav.home')] as const;
  const label = category && categoryLabel(language, category);
  let trail: Trail | null = null;
  if (label) trail = [home, ['/categories', t('listing.categories')], [browseLink({ category }), label]];
  else if (isOfValue) {
    const link = browseLink({ facts: { [value.key]: [value.term] } });
    trail = [home, [value.path ?? '', value.label], [link, value.text]];
  }
  const count = found.total;
  const said = isOfValue && value.key === 'topics' ? 'shelf.topic-intro' : 'shelf.value-intro';
  let intro: string | null = null;
  if (isWholeValue) intro = t(said, { count, value: value.text, label: value.label });
  else if (label && !q)
    intro = categoryIntro(language, category) ?? t('shelf.category-intro', { count, category: label });
  return {
    head: headOf(language, state, found, heading, { intro, isOfValue: isWholeValue }),
    ownSearch: true,
    hasResults: found.listings.length > 0,
    ...found,
    state,
    chosen: isWholeValue ? [] : chosen,
    title: titleOf(
      language,
      found,
      q && !found.listings.length ? t('browse.none-for', { query: q.replaceAll('"', '') }) : heading,
    ),
    place: label ?? (isOfValue ? value.text : null),
    intro,
    trail,
    feed: feedLink(state),
    sort,
  };
}

function headingOf(
  language: Language,
  { q, category, pricing, letter }: BrowseState,
  values: readonly ChosenValue[],
): string {
  const { t } = language;
  const label = category ? categoryLabel(language, category) : null;
  if (q && label) return t('browse.heading-in', { query: q, category: label });
  if (q) return t('browse.heading', { query: q });
  const names = [
    label ?? [],
    pricing ? t(`pricing.${pricing as PricingModel}`) : [],
    values.map(({ text }) => text),
  ].flat();
  if (names.length > 1) return names.join(', ');
  if (label) return label;
  const [value] = values;
  if (value)
    return value.path === null ? t('browse.chip', { label: value.label, text: value.text }) : value.text;
  if (pricing) return t(`pricing-heading.${pricing as PricingModel}`);
  return letter ? t('browse.letter', { letter: letter.toUpperCase() }) : t('nav.all-listings');
}

/** The title with the page number, except on the first page. */
const titleOf = ({ t }: Language, { page }: ListingPage, heading: string) =>
  page > 1 ? t('browse.page', { heading, page }) : heading;

function headOf(
  language: Language,
  state: BrowseState,
  found: ListingPage,
  heading: string,
  { intro, isOfValue }: { intro: string | null; isOfValue: boolean },
): PageHead {
  const { category, q, pricing, facts } = state;
  const { t } = language;
  const isLong = found.listings.length > 0;
  const isHidden = category && !shownCategories().includes(category);
  const isNarrowed = facts && !(isOfValue && !pricing);
  return {
    title: titleOf(language, found, heading),
    description: intro ?? t('browse.description', { heading }),
    canonical: browseLink(state, { page: found.page }),
    // Search engines should not index searches, combinations of filters, empty lists and hidden categories.
    ...(q || !isLong || isHidden || isNarrowed ? { robots: 'noindex, follow' } : {}),
    feeds:
      q || category || pricing || facts
        ? [{ title: t('browse.feed', { heading }), href: feedLink(state) }]
        : [],
    jsonLd: isLong ? [listData(found.listings, heading, (found.page - 1) * found.limit)] : [],
  };
}
