// Helpers of all templates, named `h`. Functions named …Html return escaped HTML, for `<%~ %>`.
import { config } from '../../../core/kernel/config.js';
import { DEFAULT_CTA_LABEL, PRICING_MODELS } from '../../../core/listings/schema.js';
import { CATEGORIES } from '../../../core/site/categories.js';
import { ART_VIEW_BOX, artOf, monogramOf, toneOf } from './art.js';
import { assetUrl } from './assets.js';
import {
  CATEGORY_INTROS,
  CATEGORY_LABELS,
  PRICING_LABELS,
  REPORT_LABELS,
  SORT_LABELS,
  STATUS_LABELS,
} from './labels.js';
import { absolute, browseLink, hostOf, pictureUrl, safeUrl, thumbnailUrl, withQuery } from './links.js';
import { escapeHtml, formatText, linkMessage, linkText, markText } from './text.js';

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const NUMBER = new Intl.NumberFormat('en-GB');

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
  site: () => ({ name: config.serviceName, url: config.publicUrl, slug: config.serviceSlug }),
  /** Where people write to; null where the operator has named no address. */
  contact: () => config.contactEmail,
  screenshotsOn: () => config.screenshots,
  passwordReset: () => config.passwordReset,

  asset: assetUrl,
  absolute,
  browse: browseLink,
  link: withQuery,
  host: hostOf,
  safeUrl,
  picture: pictureUrl,
  thumbnail: thumbnailUrl,

  categories: CATEGORIES,
  pricingModels: PRICING_MODELS,
  defaultCta: DEFAULT_CTA_LABEL,
  category: (value: string) => labelOf(CATEGORY_LABELS, value),
  categoryIntro: (value: string) => labelOf(CATEGORY_INTROS, value),
  pricing: (value: string) => labelOf(PRICING_LABELS, value),
  reportKind: (value: string) => labelOf(REPORT_LABELS, value),
  status: (value: string) => labelOf(STATUS_LABELS, value),
  sort: (value: string) => labelOf(SORT_LABELS, value),

  number: (value: number) => NUMBER.format(value),
  /** `1 listing`, `12 listings`. */
  plural: (count: number, one: string, many: string) => `${NUMBER.format(count)} ${count === 1 ? one : many}`,
  date: (instant: string | Date) => DATE.format(new Date(instant)),
  time: (instant: string | Date) => `${TIME.format(new Date(instant))} UTC`,
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
