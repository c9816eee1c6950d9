// The facts of a listing, as pages show them.
import { own } from '../../../core/kernel/own.js';
import type { Language } from '../../../core/languages/language.js';
import { type Facts, type FactValue, termOf, writeFactText } from '../../../core/listings/facts.js';
import type { Facets, FactFacet } from '../../../core/search/facets.js';
import { currentAliases, isShown } from '../../../core/settings/current.js';
import { formatDay } from '../../../core/settings/dates.js';
import type { FactDefinition } from '../../../core/settings/fact-schema.js';
import * as definitions from '../../../core/settings/facts.js';
import { categoryLabel, labelOf } from './labels.js';
import { type BrowseState, browseLink, hostOf, safeUrl } from './links.js';

/** The facts that are set, in the operator's order. */
export function factRows(language: Language, facts: Facts | null) {
  return definitions.allFacts().flatMap((fact) => {
    const value = own(facts, fact.key);
    if (value === undefined) return [];
    const values = ([value].flat() as FactValue[]).map((one) => shownValue(language, fact, one));
    const label = definitions.factLabel(language, fact);
    const brief = briefly(language, fact, label, values);
    return [{ key: fact.key, label, isShown: fact.shown ?? false, values, brief }];
  });
}

/** The labels of a listing's values that have pages. */
export const pagedValues = (language: Language, facts: Facts | null): string[] =>
  factRows(language, facts)
    .filter(({ key }) => definitions.findFact(key)?.pages)
    .flatMap(({ values }) => values.map(({ text }) => text));

const MAX_BRIEF = 3;

/** A fact in a row of a list: numbers, dates and yes or no have a label; long lists end with how many are left out. */
function briefly(
  { t, number }: Language,
  { type }: FactDefinition,
  label: string,
  values: readonly { readonly text: string }[],
): string {
  const texts = values.slice(0, MAX_BRIEF).map(({ text }) => text);
  if (type === 'number' || type === 'date' || type === 'yes_no')
    return t('browse.chip', { label, text: texts.join() });
  const more = values.length - texts.length;
  return texts.join(', ') + (more > 0 ? ` +${number(more)}` : '');
}

function shownValue(language: Language, fact: FactDefinition, value: FactValue) {
  const text = factText(language, fact, value);
  const term = !definitions.isFilter(fact) ? null : typeof value === 'number' ? String(value) : termOf(value);
  if (fact.type === 'link')
    return { text: hostOf(text), term, href: safeUrl(text), rel: 'nofollow ugc noopener' };
  return { text, term, href: term && browseLink({ facts: { [fact.key]: [term] } }), rel: null };
}

export function factText(language: Language, fact: FactDefinition, value: FactValue): string {
  if (fact.key === 'country') return countryName(language, String(value));
  if (typeof value === 'boolean') return language.t(value ? 'fact-value.yes' : 'fact-value.no');
  if (fact.type === 'date') return formatDay(language, String(value));
  return definitions.isChoice(fact) && definitions.isOpen(fact)
    ? nameOfValue(fact.key, String(value))
    : String(value);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Names of countries by their English names, for each language. */
const countries = new Map<string, Map<string, string>>();

function countryName({ tag }: Language, value: string): string {
  if (!countries.has(tag)) {
    const [english, own] = ['en', tag].map((one) => new Intl.DisplayNames([one], { type: 'region' }));
    countries.set(tag, new Map(CODES.map((code) => [english?.of(code) ?? '', own?.of(code) ?? ''])));
  }
  return countries.get(tag)?.get(value) ?? value;
}

/** Abbreviations among values that are written like parts of addresses. */
const ABBREVIATIONS = new Set(
  '2fa ai api apis aws b2b bi cad cdn ci cd cli cms cpu crm css csv dns erp etl faq ftp gdpr gpl gpu gtd html http ide iot iso it js json kpi ldap llm llms mcp mit ml mqtt nas nfc ocr oidc os p2p pc pdf pim pos php qr rag rest rss saas saml sdk seo sip sla sms smtp sql ssh sso ssl svg tls tts tv ui url usb ux vm voip vpn vps vr xml 2d 3d'.split(
    ' ',
  ),
);
/** Hyphens become blanks, except in words such as `self-hosted` and `local-first`. */
const HYPHEN =
  /(?<!\b(?:self|no|low|e|non|multi|cross|real|peer))-(?!(?:based|driven|first|free|friendly|only)\b)/g;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** `web-analytics` → `Web analytics`, `llm` → `LLM`. Other spellings, and values renamed by the operator, stay. */
function nameOfValue(key: string, value: string): string {
  if (!SLUG.test(value) || [...(currentAliases().get(key)?.values() ?? [])].includes(value)) return value;
  const name = value
    .replace(HYPHEN, ' ')
    .replace(/[a-z0-9]+/g, (word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function valueName(language: Language, key: string, value: string): string {
  const fact = definitions.findFact(key);
  return fact ? factText(language, fact, value) : value;
}

/** A list as people type it: a single value with a comma ends in a semicolon, or it would be read as several. */
export function typedList(values: readonly string[]): string {
  const [first = ''] = values;
  return values.length === 1 && first.includes(',') ? `${first};` : values.join('; ');
}

/** The options of a choice in a form; null: the value is typed. */
export function factOptions(language: Language, fact: FactDefinition): [string, string][] | null {
  if (fact.type === 'yes_no')
    return [true, false].map((value) => [writeFactText(value), factText(language, fact, value)]);
  return definitions.isChoice(fact) && !definitions.isOpen(fact)
    ? (fact.options ?? []).map((value) => [value, value])
    : null;
}

export const factPages = (language: Language) =>
  definitions
    .factsWithPages()
    .map((fact) => ({ path: definitions.factPath(fact.key), label: definitions.factLabel(language, fact) }));

export type ChosenValue = ReturnType<typeof chosenValues>[number];

const chosenOf = ({ facts }: BrowseState, key: string) => [own(facts ?? {}, key) ?? []].flat();

/** The address of the list with a value chosen, or no longer chosen. */
function toggleLink(state: BrowseState, key: string, term: string): string {
  const chosen = chosenOf(state, key);
  const next = chosen.includes(term) ? chosen.filter((one) => one !== term) : [...chosen, term];
  return browseLink(state, { facts: { ...state.facts, [key]: next } });
}

/** The chosen values of the filters. @param facets give the spelling of each term */
export function chosenValues(language: Language, facets: readonly FactFacet[], state: BrowseState) {
  // Values with pages come first: they name the list.
  const facts = [...definitions.filterFacts()].sort(
    (a, b) => Number(b.pages ?? false) - Number(a.pages ?? false),
  );
  return facts.flatMap((fact) => {
    const { key, pages } = fact;
    const known = facets.find((one) => one.key === key)?.values;
    return chosenOf(state, key).map((term) => ({
      key,
      label: definitions.factLabel(language, fact),
      term,
      text: factText(language, fact, known?.find((one) => one.term === term)?.value ?? term),
      /** The page of all values of this fact; null if it has none. */
      path: pages ? definitions.factPath(key) : null,
      /** The address of the list without this value. */
      without: toggleLink(state, key, term),
    }));
  });
}

/** With fewer listings, a filter without a chosen value is left out: the list is read faster. */
const FEW = 5;

type Counted = { readonly value: string; readonly count: number };

/** The filters beside a list: category, facts with pages, price, other facts. If nothing of a filter is chosen, only
 * values that divide the list are shown. Filters that a short list hardly needs are closed. */
export function filterGroups(
  language: Language,
  facets: Pick<Facets, 'pricing' | 'facts'> & { readonly categories: readonly Counted[] },
  state: BrowseState,
  { total, limit }: { readonly total: number; readonly limit: number },
) {
  const { t } = language;
  const priceName = (value: string) => labelOf(language, `pricing.${value}`, value);
  const fixed = (
    key: 'category' | 'pricing',
    all: string,
    counted: readonly Counted[],
    name: (value: string) => string,
  ) => ({
    ...{ key, label: t(`browse.${key}`), path: null, isClosed: true, isNumber: false },
    all: { text: all, href: browseLink(state, { [key]: null }), isChosen: !state[key] },
    values: counted
      .map(({ value, count }) => ({
        text: name(value),
        count,
        isChosen: state[key] === value,
        href: browseLink(state, { [key]: value }),
      }))
      .filter(({ count, isChosen }) => count > 0 || isChosen)
      .sort((a, b) => Number(b.isChosen) - Number(a.isChosen)),
  });
  const ofFacts = factFilters(language, facets.facts, state);
  const [first] = ofFacts.filter(({ path }) => !path);
  return [
    fixed('category', t('browse.all-categories'), facets.categories, (value) =>
      categoryLabel(language, value),
    ),
    ...ofFacts.filter(({ path }) => path),
    isShown('pricing') ? fixed('pricing', t('browse.any-price'), facets.pricing, priceName) : [],
    ...ofFacts.filter(({ path }) => !path),
  ]
    .flat()
    .flatMap((group) => {
      const isChosen = group.values.some((one) => one.isChosen);
      const values = group.values.filter(({ count }) => isChosen || (total >= FEW && count < total));
      const isOpen = isChosen || total > limit || group.path !== null || 'all' in group || group === first;
      return values.length > 0 ? { all: null, ...group, values, isOpen } : [];
    });
}

/** A fact beside a list: its values with the number of listings that each would show, the chosen and commonest first. */
export function factFilters(language: Language, facets: readonly FactFacet[], state: BrowseState) {
  return facets.flatMap(({ key, values }) => {
    const fact = definitions.findFact(key);
    if (!fact || values.length === 0) return [];
    const chosen = chosenOf(state, key);
    const choices = values.map(({ value, term, count }) => ({
      text: factText(language, fact, value),
      count,
      isChosen: chosen.includes(term),
      href: toggleLink(state, key, term),
    }));
    return {
      key,
      label: definitions.factLabel(language, fact),
      path: fact.pages ? definitions.factPath(key) : null,
      isClosed: fact.type === 'yes_no' || (definitions.isChoice(fact) && !definitions.isOpen(fact)),
      isNumber: fact.type === 'number',
      values: [...choices.filter(({ isChosen }) => isChosen), ...choices.filter(({ isChosen }) => !isChosen)],
    };
  });
}
