// Suggests fields from a product's page. A person or an agent reviews them before anything is stored.
import { productAt } from '../addresses/products.js';
import { displayHost, pageOf, repositoryOf } from '../addresses/site.js';
import { collecting } from '../kernel/errors.js';
import { own } from '../kernel/own.js';
import { isObject, type JsonObject } from '../kernel/text/json.js';
import { clip } from '../kernel/text/shorten.js';
import { ENGLISH } from '../languages/catalogues.js';
import type { MessageKey } from '../languages/language.js';
import { type Facts, mergeFacts, readFacts } from '../listings/facts.js';
import { LISTING_FIELDS } from '../listings/fields.js';
import type { OwnerField } from '../listings/schema.js';
import { isShared } from '../listings/search-document.js';
import { fold } from '../listings/tokens.js';
import type { PageFacts } from '../reader/reader.js';
import { allCategories } from '../settings/current.js';
import { findFact } from '../settings/facts.js';

const MOST_CATEGORIES = 3;
const LEAST_TAGLINE = 12;
/** Separators of title parts on most sites, after blanks were merged. */
const TITLE_MARK = / [|–—·•:-] |: /;

/** The fields suggested by a page; null: nothing was found. @param url the page, after redirects */
export function offerOf(facts: PageFacts, url: URL) {
  const isOwnSite = !isSharedPage(url.href);
  const descriptions = [
    ...facts.things.map(({ description }) => description),
    ...['og:description', 'description', 'twitter:description'].map((name) => facts.meta.get(name)),
  ].map((text) => tidy(text, 'description'));
  const description = longest(descriptions);
  const { name, tagline = firstSentence(description) } = namesOf(facts, url, isOwnSite);
  return {
    name,
    tagline,
    description: description === tagline ? null : description,
    categories: categoriesIn(facts, [name, tagline, description]),
    ...priceOf(facts.things),
    facts: factsIn(facts, url),
    logo_url: isOwnSite ? facts.logo : null,
  };
}

/** Whether a page is on a shared host, whose icon and name are not the product's. */
export function isSharedPage(websiteUrl: string): boolean {
  const host = displayHost(websiteUrl);
  const { pathname, searchParams } = new URL(websiteUrl);
  return isShared(host) || productAt(host + pathname.replace(/(?<!\/)\/+$/, ''), searchParams) !== null;
}

/** Maximum characters of a field; 40 for a field of fixed words, whose schema has no maximum. */
export const mostOf = (field: OwnerField) =>
  (LISTING_FIELDS[field].schema as { maxLength?: number }).maxLength ?? 40;

/** One line, cut between words to the field's limit; null if nothing is left. */
function tidy(text: unknown, field: OwnerField): string | null {
  if (typeof text !== 'string') return null;
  const most = mostOf(field);
  // Cut before normalising, which shortens a text at most to a fraction: the rest would be cut anyway.
  const start = text
    .slice(0, most * 4)
    .toWellFormed()
    .normalize('NFC');
  return clip(start.replace(/[\s\p{Cc}\ufffd]+/gu, ' '), most) || null;
}

const longest = (texts: readonly (string | null)[]) =>
  texts.reduce((best, text) => ((text?.length ?? 0) > (best?.length ?? 0) ? text : best), null);

function firstSentence(text: string | null): string | null {
  const [sentence = ''] = (text ?? '').split(/(?<=[.!?。]) /, 1);
  return tidy(sentence, 'tagline');
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isProduct = (thing: JsonObject) =>
  [thing['@type']].flat().some((type) => isText(type) && /(?:Application|Product|Software)$/.test(type));

function namesOf({ title, meta, things }: PageFacts, url: URL, isOwnSite: boolean) {
  const titles = [meta.get('og:title'), title].map((text) => tidy(text, 'description') ?? '');
  const repository = repositoryOf(url.href);
  if (repository) {
    const about = titles.flatMap((text) => text.split(`${repository.path}: `).slice(1))[0];
    return { name: tidy(repository.name, 'name'), ...(about ? { tagline: tidy(about, 'tagline') } : {}) };
  }
  const letters = (text = '') => fold(text).replace(/[^\p{L}\p{N}]/gu, '');
  const label = letters(displayHost(url.href).split('.', 1)[0]);
  const site = letters(meta.get('og:site_name'));
  const said = titles.flatMap((text) => text.split(TITLE_MARK));
  // On a deep page the site's name is usually a platform's. One level down, it counts if the title repeats it.
  const depth = pageOf(url.href).path.split('/').length - 1;
  const isOfPage = (text = '') =>
    depth === 0 || (depth === 1 && [label, ...said.map(letters)].includes(letters(text)));
  const within = depth < 2 ? [] : said.filter((part) => ![label, site].includes(letters(part)));
  const parts = within.some(Boolean) ? within : said;
  const declared = [
    ...things.filter(isProduct).map(({ name }) => name),
    ...(isOwnSite ? [meta.get('og:site_name'), meta.get('application-name')].filter(isOfPage) : []),
  ];
  const ofHost = parts.find((part) => letters(part) === label);
  const name =
    [...declared, ofHost, ...parts].map((text) => tidy(text, 'name')).find((text) => text !== null) ?? null;
  const tagline = parts.find((part) => part.length >= LEAST_TAGLINE && part.includes(' ') && part !== name);
  return { name, ...(tagline ? { tagline: tidy(tagline, 'tagline') } : {}) };
}

/** Categories named by the page: by its declared kind, its keywords, or in its texts. */
function categoriesIn({ meta, things }: PageFacts, texts: readonly (string | null)[]): string[] | null {
  const kinds = things
    .map(({ applicationCategory }) => [applicationCategory].flat()[0])
    .filter(isText)
    .map((kind) =>
      kind
        .slice(0, 200)
        .replace(/^.*\//, '')
        .replace(/Application$/, ''),
    );
  const said = [...kinds, (meta.get('keywords') ?? '').slice(0, 1_000), ...texts];
  const places = said.map((text) => ` ${toWords(text ?? '')} `);
  const found = allCategories()
    .filter(({ value, hidden }) => !hidden && value !== 'other')
    .map(({ value, label, aliases }) => {
      const key = `category.${value}.label`;
      const usual = ENGLISH.has(key) ? ENGLISH.t(key as MessageKey) : '';
      const names = [value, label ?? usual, ...(aliases ?? [])].map(toWords).filter(Boolean);
      return { value, place: places.findIndex((text) => names.some((name) => text.includes(` ${name} `))) };
    })
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place)
    .slice(0, MOST_CATEGORIES)
    .map(({ value }) => value);
  return found.length > 0 ? found : null;
}

const toWords = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function factsIn({ things, meta }: PageFacts, url: URL): Facts | null {
  const said = (name: string) =>
    things
      .flatMap((thing) =>
        [own(thing, name)].flat().map((one) => (isObject(one) ? (one.url ?? one.name) : one)),
      )
      .filter(isText)
      .map((text) => text.slice(0, 1_000));
  const parts = (texts: readonly string[]) => texts.flatMap((text) => text.split(/[,;]/));
  const repository = repositoryOf(url.href);
  const declared = {
    topics: parts([...said('keywords'), ...said('applicationSubCategory'), meta.get('keywords') ?? '']),
    platform: parts(said('operatingSystem')),
    license: said('license').map((text) =>
      text.replace(/^https?:\/\/(?:spdx|opensource)\.org\/licenses?\/([\w.-]+?)(?:\.html|\/)?$/, '$1'),
    ),
    source_code: [...said('codeRepository'), ...(repository ? [url.origin + url.pathname] : [])],
  };
  const found = Object.entries(declared).flatMap(([key, texts]) => {
    const read = (value: unknown) => collecting([], () => readFacts({ [key]: value }, false));
    const accepted = (value: unknown) => own(read(value), key);
    // Each is a separate suggestion: leave out what this directory does not accept.
    const values = texts.slice(0, MOST_TEXTS).filter((text) => text !== '' && accepted(text));
    const value = accepted(findFact(key)?.type === 'choices' ? values : values[0]);
    return value ? [[key, value] as const] : [];
  });
  return mergeFacts(null, Object.fromEntries(found));
}

const MOST_OFFERS = 20;
/** Maximum texts of a page tried as values of a fact: each is validated. */
const MOST_TEXTS = 20;

/** The price stated in JSON-LD; never guessed from words. */
function priceOf(things: readonly JsonObject[]) {
  const offers = things
    .flatMap(({ offers }) => [offers].flat())
    .filter(isObject)
    .flatMap((offer) => [offer, ...[offer.offers].flat().filter(isObject)])
    .slice(0, MOST_OFFERS);
  const prices = offers
    .flatMap(({ price, lowPrice, highPrice }) => [price, lowPrice, highPrice])
    .filter((price) => typeof price === 'number' || isText(price))
    .filter((price) => /^\d{1,9}(?:\.\d{1,4})?$/.test(String(price)))
    .map(Number);
  const paid = [...new Set(prices.filter((price) => price > 0))];
  const isFree =
    prices.includes(0) || things.some(({ isAccessibleForFree: free }) => free === true || free === 'true');
  const currency = offers
    .map(({ priceCurrency }) => priceCurrency)
    .find((code) => isText(code) && /^[A-Z]{3}$/.test(code));
  return {
    pricing_model: isFree ? (paid.length > 0 ? 'freemium' : 'free') : null,
    pricing_summary: paid.length === 1 && currency ? tidy(`${paid[0]} ${currency}`, 'pricing_summary') : null,
  };
}
