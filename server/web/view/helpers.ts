// Helpers of all templates, named `h`. Functions named …Html return escaped HTML, for `<%~ %>`.
import { config } from '../../../core/kernel/config.js';
import { DEFAULT_CTA_LABEL, PRICING_MODELS } from '../../../core/listings/schema.js';
import { CATEGORIES, type Category } from '../../../core/site/categories.js';
import { currentSite } from '../../../core/site/current.js';
import { ART_VIEW_BOX, artOf, monogramOf, toneOf } from './art.js';
import { assetUrl } from './assets.js';
import { formatDate, formatTime } from './dates.js';
import {
  categoryIntro,
  categoryLabel,
  LINK_LABELS,
  PRICING_LABELS,
  REPORT_LABELS,
  SORT_LABELS,
  STATUS_LABELS,
  shownCategories,
} from './labels.js';
import {
  absolute,
  browseLink,
  compareLink,
  hostOf,
  pictureUrl,
  safeUrl,
  thumbnailUrl,
  withQuery,
} from './links.js';
import { siteView } from './site.js';
import { escapeHtml, formatText, linkMessage, linkText, markText } from './text.js';

const NUMBER = new Intl.NumberFormat('en-GB');

const isCategory = (value: string): value is Category => (CATEGORIES as readonly string[]).includes(value);

function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(labels, value) ? (labels[value] as string) : value;
}

/** Attributes from a record: true stands alone, null and false are left out. */
function attributesHtml(
  attributes: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('');
}

export const helpers = {
  site: siteView,
  /** The email of the operator; null where there is none. */
  contact: () => currentSite().contact_email,
  screenshotsOn: () => config.screenshots,
  passwordReset: () => config.passwordReset,

  asset: assetUrl,
  absolute,
  browse: browseLink,
  compare: compareLink,
  link: withQuery,
  host: hostOf,
  safeUrl,
  picture: pictureUrl,
  thumbnail: thumbnailUrl,

  categories: CATEGORIES,
  pricingModels: PRICING_MODELS,
  defaultCta: DEFAULT_CTA_LABEL,
  category: (value: string) => (isCategory(value) ? categoryLabel(value) : value),
  categoryIntro: (value: string) => (isCategory(value) ? categoryIntro(value) : value),
  /** The categories of a listing that pages show. */
  shown: (values: readonly Category[] | null) =>
    (values ?? []).filter((value) => shownCategories().includes(value)),
  pricing: (value: string) => labelOf(PRICING_LABELS, value),
  reportKind: (value: string) => labelOf(REPORT_LABELS, value),
  status: (value: string) => labelOf(STATUS_LABELS, value),
  linkStatus: (value: string) => labelOf(LINK_LABELS, value),
  sort: (value: string) => labelOf(SORT_LABELS, value),

  number: (value: number) => NUMBER.format(value),
  /** `1 listing`, `12 listings`. */
  plural: (count: number, one: string, many: string) => `${NUMBER.format(count)} ${count === 1 ? one : many}`,
  date: formatDate,
  time: formatTime,
  isoTime: (instant: string | Date) => new Date(instant).toISOString(),

  art: artOf,
  artViewBox: ART_VIEW_BOX,
  monogram: monogramOf,
  tone: toneOf,

  attributesHtml,
  /** Marks the link to what is shown: ` aria-current="true"`, or `page` for the page itself. */
  currentHtml: (isCurrent: boolean, value: 'true' | 'page' = 'true') =>
    attributesHtml({ 'aria-current': isCurrent && value }),
  iconHtml: (name: string, className = 'icon') =>
    `<svg class="${className}" aria-hidden="true" width="20" height="20"><use href="${assetUrl('icons.svg')}#${name}"/></svg>`,
  textHtml: formatText,
  lineHtml: linkText,
  messageHtml: linkMessage,
  markHtml: markText,
  /** JSON for a script element, with `<` escaped so that it cannot end the element. */
  jsonHtml: (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c'),
};

export type Helpers = typeof helpers;
