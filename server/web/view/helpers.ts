// Helpers of all templates, named `h`. Functions named …Html return escaped HTML, for `<%~ %>`.
import { config } from '../../../core/kernel/config.js';
import type { Language } from '../../../core/languages/language.js';
import type { Facts } from '../../../core/listings/facts.js';
import * as current from '../../../core/settings/current.js';
import { dayOf, formatDate, formatDistance, formatTime } from '../../../core/settings/dates.js';
import { languagesToChoose, wordReason } from '../../../core/settings/texts.js';
import { PREVIEW_OUTCOMES } from '../../../core/upkeep/preview.js';
import { standardLinks } from '../../standards/standards.js';
import type { FormField } from '../form/form-fields.js';
import { ART_VIEW_BOX, artOf, MARK_HTML, monogramOf, toneOf } from './art.js';
import { assetUrl } from './assets.js';
import { homeCard } from './card.js';
import { factPages, factRows, pagedValues, typedList, valueName } from './facts.js';
import { categoryLabel, labelOf } from './labels.js';
import * as links from './links.js';
import { foundIn, otherLanguage, textsOf, type Written } from './listing-texts.js';
import { settingsView } from './settings.js';
import { breadcrumbData } from './structured-data.js';
import {
  attributesHtml,
  formatText,
  headlineHtml,
  linkMessage,
  linkText,
  markText,
  sayHtml,
} from './text.js';

/** The number of tones in art.css. */
const TONES = 16;

/** Tones follow the order of the categories. */
function categoryTone(value: current.Category): number {
  const place = current.categoryValues().indexOf(value);
  return current.findCategory(value)?.tone ?? (place < 0 ? toneOf(value) : 1 + (place % TONES));
}

const COMMON = {
  site: settingsView,
  brandMarkHtml: MARK_HTML,
  homeCard,
  serviceSlug: () => config.serviceSlug,
  screenshotsOn: () => config.screenshots,
  listingStats: () => config.listingStats,
  passwordReset: () => config.passwordReset,

  asset: assetUrl,
  absolute: links.absolute,
  browse: links.browseLink,
  compare: links.compareLink,
  filterParameters: links.filterParameters,
  link: links.withQuery,
  languages: languagesToChoose,
  isShown: current.isShown,
  typedList,
  standardLinks,
  breadcrumbData,
  host: links.hostOf,
  texts: textsOf,
  safeUrl: links.safeUrl,
  picture: links.pictureUrl,
  thumbnail: links.thumbnailUrl,
  /** Whether enough of these listings have a picture: otherwise none of them shows one. */
  isPictured: (listings: readonly { readonly screenshot_url: string | null }[]) =>
    2 * listings.filter((one) => links.thumbnailUrl(one.screenshot_url)).length >= listings.length,

  get categories() {
    return current.categoryValues();
  },
  shown: (values: readonly current.Category[] | null) =>
    (values ?? []).filter((value) => current.shownCategories().includes(value)),
  day: dayOf,
  isoTime: (instant: string | Date) => new Date(instant).toISOString(),

  art: artOf,
  artViewBox: ART_VIEW_BOX,
  categoryTone,
  listingTone: ({ name, categories }: { name: string; categories?: readonly string[] | null }) => {
    const [first] = (categories ?? []).filter((value) => current.shownCategories().includes(value));
    return first === undefined ? toneOf(name) : categoryTone(first);
  },
  monogram: monogramOf,
  tone: toneOf,

  attributesHtml,
  /** Marks the current link: ` aria-current="true"`, or `page` for the page itself. */
  currentHtml: (isCurrent: boolean, value: 'true' | 'page' = 'true') =>
    attributesHtml({ 'aria-current': isCurrent && value }),
  iconHtml: (name: string, className = 'icon') =>
    `<svg class="${className}" aria-hidden="true" width="20" height="20"><use href="${assetUrl('icons.svg')}#${name}"/></svg>`,
  headlineHtml,
  textHtml: formatText,
  lineHtml: linkText,
  markHtml: markText,
  /** JSON for a script element, with `<` escaped so that it cannot end the element. */
  jsonHtml: (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c'),
};

type Listed = { readonly facts: Facts | null };

export function helpersIn(language: Language) {
  const label = (key: string, value: string) => labelOf(language, key, value);
  return {
    ...COMMON,
    lang: language.tag,
    dir: language.direction,
    t: language.t,
    /** A message with markup: `<%~ tHtml('home.more', { docs: { href: '/docs' } }) %>` */
    tHtml: (key: Parameters<typeof sayHtml>[1], values?: Parameters<typeof sayHtml>[2]) =>
      sayHtml(language, key, values),
    reason: (text: string) => wordReason(language, text),
    messageHtml: (text: string) => linkMessage(text, language.t('form.policy')),
    fieldLabels: (fields: readonly FormField[]) =>
      Object.fromEntries(fields.map(({ name, label, text }) => [name, text ?? language.t(label)])),
    copyHtml: () =>
      attributesHtml({ 'data-copy': language.t('form.copy'), 'data-copied': language.t('form.copied') }),
    previewTexts: () =>
      Object.fromEntries(PREVIEW_OUTCOMES.map((outcome) => [outcome, language.t(`preview.${outcome}`)])),
    facts: (listing: Listed) => factRows(language, listing.facts),
    /** What two listings have in common: values of facts with pages, such as topics, or words. */
    inCommon: (one: Listed, other: Listed, words: readonly string[] = []) => {
      const [mine = [], theirs = []] = [one, other].map(({ facts }) => pagedValues(language, facts));
      const shared = theirs.filter((text) => mine.includes(text));
      const values = (shared.length > 0 ? shared : words).slice(0, 3);
      return values.length > 0 ? language.t('listing.alike', { values: language.list(values) }) : null;
    },
    /** What a search found in a listing, if its row would not show it. */
    foundHtml: (listing: Parameters<typeof foundIn>[1], words: readonly string[]) =>
      foundIn(language, listing, words),
    factValue: (key: string, value: string) => valueName(language, key, value),
    factPages: () => factPages(language),
    category: (value: string) => categoryLabel(language, value),
    pricing: (value: string) => label(`pricing.${value}`, value),
    reportKind: (value: string) => label(`report-kind.${value}`, value),
    status: (value: string) => label(`listing-status.${value}`, value),
    linkStatus: (value: string) => label(`link-status.${value}`, value),
    sort: (value: string) => label(`sort.${value}`, value),
    /** The attributes of an element with texts of a listing: they may be in another language than the page. */
    writtenHtml: (listing: Written) =>
      attributesHtml({ lang: otherLanguage(language, listing), dir: 'auto' }),
    number: language.number,
    list: language.list,
    date: (instant: string | Date) => formatDate(language, instant),
    time: (instant: string | Date) => formatTime(language, instant),
    distance: (instant: string | Date, style?: Intl.RelativeTimeFormatStyle) =>
      formatDistance(language, instant, style),
  };
}
