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
import { commonValues, countFacets, type Facets } from '../../../core/search/facets.js';
import { chosenTerms, type Filter, type FilterQuery, readFilters } from '../../../core/search/filters.js';
import { introduceShelf, isPopularityKnown } from '../../../core/search/popular.js';
import { findListings, findWithFacets } from '../../../core/search/search.js';
import { findInstead } from '../../../core/search/suggest.js';
import { type Category, shownCategories } from '../../../core/settings/current.js';
import type { Reply } from '../../cache/cached-responses.js';
import { fromBoth, fromList, fromPopular } from '../../cache/dependencies.js';
import type { Exchange } from '../../http/exchange.js';
import { readQueryString } from '../../http/query-string.js';
import { type ChosenValue, chosenValues, factFilters, filterGroups, valueName } from '../view/facts.js';
import { categoryIntro, categoryLabel, generatedIntro, onlyShown, pricingLabel } from '../view/labels.js';
import { type BrowseState, browseLink, defaultSort, feedLink } from '../view/links.js';
import { type PageHead, renderPage } from '../view/page.js';
import { listData, type Trail } from '../view/structured-data.js';

const FILTERS = ['category', 'pricing', 'sort', 'page', 'letter'] as const;
const Filters = Type.Pick(ListingQuery, FILTERS);

/** The parameters of the query that a list depends on. */
export const BROWSE_PARAMETERS = [...FILTERS, 'q', 'facts', 'cursor'];

/** Checked separately: the API's errors would list the accepted values. */
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
  const query: Partial<ListingQuery> = readQueryString(ListingQuery, visit.req);
  const { language } = visit;
  const { q, pricing, sort, page, letter, cursor } = query;
  const category = place.category ?? query.category;
  const filters = checkFilters(language, { ...query, category, facts: factsOf(query, place) });
  const facts = chosenTerms(filters) ?? undefined;
  const asked = { q, category, pricing, facts };
  const elsewhere = filters.length > (place.category ? 1 : 0) ? null : await alternativesAsked(visit, q);
  if (elsewhere) return visit.res.redirect(302, elsewhere);
  const order = sort ?? defaultSort(asked);
  const position = q && cursor !== undefined ? { cursor } : { page };
  const isByName = order === 'name' && !q;
  const input = {
    ...asked,
    sort: order,
    letter: q ? undefined : letter,
    ...position,
    ...(isByName && { limit: MAX_PUBLIC_PAGE }),
  };
  const hasLetters = isByName && filters.length === 0;
  const state: BrowseState = { ...asked, sort: order, letter: input.letter, cursor: input.cursor };
  const searching = q ? findWithFacets(visit.actor, input) : null;
  // The page of a category, or of one value, as a whole.
  const isShelf = !q && !letter && (page ?? 1) === 1 && filters.length === 1 && !pricing;
  const [{ page: found, words }, facets, initials, introduced, isPopular] = await Promise.all([
    searching ?? findListings(visit.actor, input).then((listed) => ({ page: listed, words: [] })),
    searching ? searching.then((searched) => searched.facets) : countFacets(filters),
    hasLetters ? readLetters() : [],
    isShelf ? introduceShelf(filters[0]?.lexemes[0] ?? '') : null,
    isPopularityKnown(),
  ]);
  if (place.value && !q && filters.length === 1 && found.total === 0) throw notFound('value');
  const hasNothing = q && found.listings.length === 0;
  const shown = { ...facets, categories: onlyShown(facets.categories) };
  const data = {
    ...browseData(language, state, found, shown),
    words,
    suggested_filters: offersFor(found, facets),
    ...oneWord(q, found),
    // Words in quotes are never corrected.
    asTyped: q && !/[".]/.test(q) ? browseLink(state, { q: `"${q}"` }) : null,
    isPopular: isPopular || order === 'popular',
    // Leaves out suggestions that would find nothing again.
    ...(hasNothing
      ? {
          ...(await insteadOf(language, q, words)),
          isElsewhere: facets.total > 0,
        }
      : {}),
    initials,
    // The letters that head a list by name.
    letters: hasLetters ? found.listings.map(({ name }) => initialOf(name, initials)) : [],
    isEstimate: facets.isEstimate,
    groups: filterGroups(language, shown, state, found),
    bestKnown: order === 'popular' ? [] : (introduced?.bestKnown ?? []),
    together: introduced?.together.map((text) => {
      const [{ name = '' } = {}] = filters;
      return { text: valueName(language, name, text), href: browseLink({ facts: { [name]: [text] } }) };
    }),
  };
  const from = fromList({ ...asked, sort: order, facets: 1 }, found.listings);
  const popular = introduced ? fromPopular(introduced.bestKnown) : { tags: [] };
  return renderPage(visit, 'listings/index', data, { from: fromBoth(from, popular) });
}

/** Leaves out a value that all results have: it would show the same. */
function offersFor({ suggested_filters: offers, total }: ListingPage, { pricing, facts }: Facets) {
  const shown = offers?.filter(({ key, value, count }) => {
    const counted = key === 'pricing' ? pricing : facts.find((fact) => fact.key === key)?.values;
    return count !== total || counted?.find((one) => one.value === value)?.count !== total;
  });
  return shown?.length ? shown : null;
}

/** A one-word search has no partial matches, so the listing of that name comes first, and alone. */
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

/** Facets with the categories that pages show. */
interface ShownFacets extends Pick<Facets, 'facts'> {
  readonly categories: readonly { readonly value: Category; readonly count: number }[];
}

function browseData(language: Language, state: BrowseState, found: ListingPage, facets: ShownFacets) {
  const { t } = language;
  const { q, category, sort } = state;
  const chosen = chosenValues(language, facets.facts, state);
  const heading = headingOf(language, { ...state, q: found.corrected_to ?? q }, chosen);
  const [value] = chosen;
  const isOfValue = !q && !category && value?.path != null;
  const isWholeValue = isOfValue && chosen.length === 1;
  const trail: Trail | null = category
    ? [
        ['/', t('nav.home')],
        ['/categories', t('listing.categories')],
        [browseLink({ category }), categoryLabel(language, category)],
      ]
    : isOfValue
      ? [
          ['/', t('nav.home')],
          [value.path ?? '', value.label],
          [browseLink({ facts: { [value.key]: [value.term] } }), value.text],
        ]
      : null;
  const ofCategory =
    category && !q
      ? (categoryIntro(language, category) ?? generatedIntro(language, category, found.total, facets.facts))
      : null;
  const said = isOfValue && value.key === 'topics' ? 'shelf.topic-intro' : 'shelf.value-intro';
  const intro = isWholeValue
    ? t(said, { count: found.total, value: value.text, label: value.label })
    : ofCategory;
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
    place: category ? categoryLabel(language, category) : isOfValue ? value.text : null,
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
    pricing ? pricingLabel(language, pricing as PricingModel) : [],
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
