// What people read for the values of the API. Those of categories may be the operator's.

import type { ListingSort, ListingStatus, PricingModel } from '../../../core/listings/schema.js';
import type { ReportKind } from '../../../core/moderation/review-schema.js';
import { CATEGORIES, type Category } from '../../../core/site/categories.js';
import { currentSite } from '../../../core/site/current.js';

export const DEFAULT_LABELS: Readonly<Record<Category, string>> = {
  saas: 'SaaS',
  'developer-tools': 'Developer tools',
  productivity: 'Productivity',
  marketing: 'Marketing',
  ai: 'AI',
  domains: 'Domains',
  marketplace: 'Marketplaces',
  analytics: 'Analytics',
  design: 'Design',
  sales: 'Sales',
  'customer-support': 'Customer support',
  finance: 'Finance',
  education: 'Education',
  security: 'Security',
  'no-code': 'No-code',
  other: 'Everything else',
};

/** One sentence each, for the category's page and its meta description. */
export const DEFAULT_INTROS: Readonly<Record<Category, string>> = {
  saas: 'Hosted software you sign in to and use, from small team tools to whole business suites.',
  'developer-tools': 'Editors, databases, APIs, deployment and everything else that helps people ship code.',
  productivity: 'Notes, tasks, calendars and documents: tools for getting through the day.',
  marketing: 'Email, social media, SEO and campaigns: tools for reaching the people you make things for.',
  ai: 'Models, assistants and agents, and the tools to build with them.',
  domains: 'Registrars, DNS and tools for finding and looking after a good name.',
  marketplace: 'Places where buyers and sellers of products, services and talent meet.',
  analytics: 'Dashboards, metrics and tracking: tools for seeing what is going on.',
  design: 'Drawing, prototyping, type, colour and pictures: tools for making things look right.',
  sales: 'CRMs, proposals and pipelines: tools for selling and keeping track of it.',
  'customer-support': 'Help desks, chat and knowledge bases: tools for answering people well.',
  finance: 'Invoicing, bookkeeping, payments and budgets: tools for looking after money.',
  education: 'Courses, practice and classrooms: tools for learning and teaching.',
  security: 'Passwords, secrets, monitoring and backups: tools for keeping things safe.',
  'no-code': 'Sites, apps and automations built without writing a program.',
  other: 'Products that fit no other shelf: games, media, home automation and more.',
};

const chosen = (value: Category) => currentSite().categories?.find((category) => category.value === value);

export function categoryLabel(value: Category): string {
  return chosen(value)?.label ?? DEFAULT_LABELS[value];
}

export function categoryIntro(value: Category): string {
  return chosen(value)?.intro ?? DEFAULT_INTROS[value];
}

/** The categories that pages show, in their order. */
export function shownCategories(): readonly Category[] {
  return currentSite().categories?.map(({ value }) => value) ?? CATEGORIES;
}

/** Of these only the shown ones; in the operator's order where there is one. */
export function onlyShown<T extends { readonly value: Category }>(entries: readonly T[]): readonly T[] {
  if (currentSite().categories === null) return entries;
  return shownCategories().flatMap((value) => entries.filter((entry) => entry.value === value));
}

/** What repeated looks at a site found. */
export const LINK_LABELS: Readonly<Record<string, string>> = {
  unreachable: 'Website unreachable',
  parked: 'Domain parked',
};

export const PRICING_LABELS: Readonly<Record<PricingModel, string>> = {
  free: 'Free',
  freemium: 'Freemium',
  subscription: 'Subscription',
  'one-time': 'One-time purchase',
  usage: 'Pay per use',
  contact: 'Price on request',
};

export const REPORT_LABELS: Readonly<Record<ReportKind, string>> = {
  prohibited: 'Against the content policy',
  scam: 'A fraud, or malware',
  broken: 'The link leads nowhere',
  wrong: 'The facts are not right',
  rights: 'It is mine, or uses what is mine',
  other: 'Something else',
};

export const STATUS_LABELS: Readonly<Record<ListingStatus, string>> = {
  draft: 'Draft',
  pending: 'In review',
  live: 'Live',
  rejected: 'Rejected',
  archived: 'Archived',
};

export const SORT_LABELS: Readonly<Record<ListingSort, string>> = {
  relevance: 'Best match',
  newest: 'Newest',
  name: 'Name',
};
